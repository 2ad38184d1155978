// Squeezes lines that are wider than their place, and saves the badge as a picture in the form that other programs
// take. Without this script the links give the same badge as SVG.
const card = document.querySelector('.badge-card');
const observer = new MutationObserver(squeeze);
let isSaving = false;

document.fonts.ready.then(squeeze);
observer.observe(card, { childList: true });

const copy = document.querySelector('.badge-text button');
if (navigator.clipboard) copy?.removeAttribute('hidden');
copy?.addEventListener('click', async () => {
  await navigator.clipboard.writeText(document.querySelector('.badge-text bdi').textContent);
  copy.textContent = copy.dataset.done;
  copy.nextElementSibling.textContent = copy.dataset.done;
});

for (const link of document.querySelectorAll('a[download^=badge]'))
  link.addEventListener('click', async (event) => {
    event.preventDefault();
    // The second click of a double click comes too late for the flag.
    if (isSaving || event.detail > 1) return;
    isSaving = true;
    try {
      const name = link.download.replace('svg', 'png');
      await keep(new File([await drawBadge(new URL(link.href))], name, { type: 'image/png' }));
    } catch {
      location.assign(link.href);
    }
    isSaving = false;
  });

const offer = document.querySelector('.badge-keep');
offer?.parentElement.addEventListener('toggle', () => import(offer.dataset.script), { once: true });

/** Of some scripts only the browser knows how wide its font is. */
function squeeze() {
  for (const line of card.querySelectorAll('[data-room]')) {
    if (!isTooWide(line)) continue;
    line.setAttribute('textLength', line.dataset.room);
    line.setAttribute('lengthAdjust', 'spacingAndGlyphs');
  }
}

function isTooWide(line) {
  const drawn = card.appendChild(line.cloneNode(true));
  const length = drawn.getComputedTextLength();
  drawn.remove();
  observer.takeRecords();
  return length > line.dataset.room;
}

/** Adds to the address what makes the lines of the badge fit in this browser's fonts. */
async function fit(address) {
  if (!card.querySelector('[data-room]')) return;
  const text = await (await fetch(address)).text();
  const lines = new DOMParser()
    .parseFromString(text, 'image/svg+xml')
    .querySelectorAll('[data-room]');
  if ([...lines].some(isTooWide)) address.searchParams.set('fixed', '');
}

async function drawBadge(address) {
  const isUpright = address.searchParams.has('upright');
  const [width, height, margin] = isUpright ? [1080, 1920, 60] : [1280, 880, 64];
  const photo = await loadPhoto().catch(() => {});
  if (photo) address.searchParams.set('picture', '');
  await fit(address);
  const badge = await load(address.href);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  // Of a unit of the card, in pixels.
  const scale = (width - 2 * margin) / 640;
  const top = (height - 412 * scale) / 2;
  if (isUpright) pen.drawImage(badge, 0, 0, width, height);
  else {
    pen.fillStyle = '#f5f4f9';
    pen.fillRect(0, 0, width, height);
    Object.assign(pen, { shadowBlur: 48, shadowOffsetY: 16, shadowColor: '#0004' });
    pen.drawImage(badge, margin, top, 640 * scale, 412 * scale);
    pen.shadowColor = 'transparent';
  }
  if (photo) {
    const { naturalWidth, naturalHeight } = photo;
    // It covers its place, like on the page.
    const zoom = 160 / Math.min(naturalWidth, naturalHeight);
    const [across, down] = [naturalWidth * zoom, naturalHeight * zoom];
    pen.setTransform(scale, 0, 0, scale, margin, top);
    pen.beginPath();
    pen.roundRect(36, 131, 160, 160, 28);
    pen.clip();
    pen.drawImage(photo, 116 - across / 2, 211 - down / 2, across, down);
  }
  const blob = await new Promise((resolve) => canvas.toBlob(resolve));
  if (!blob) throw new Error('no picture');
  return blob;
}

async function load(src, options) {
  const image = Object.assign(new Image(), options, { src });
  await image.decode();
  return image;
}

/** The profile picture, if its site lets others draw it. */
async function loadPhoto() {
  const { src, referrerPolicy } = document.querySelector('.badge-face img');
  const photo = await load(src, { referrerPolicy, crossOrigin: 'anonymous' });
  return photo.naturalWidth && photo;
}

/** Opens the share sheet where there is one for files; a reader may close it. Else downloads the file. */
async function keep(file) {
  if (navigator.canShare?.({ files: [file] }))
    return navigator.share({ files: [file] }).catch(() => {});
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
