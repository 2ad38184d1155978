// Squeezes lines of text that are too wide for the badge, and saves the badge as a PNG. Without
// this script, the links download the badge as an SVG.
const card = document.querySelector('.badge-card');
const observer = new MutationObserver(squeeze);
let isSaving = false;

within(5000, document.fonts?.ready).then(squeeze, squeeze);
observer.observe(card, { childList: true });

const copy = document.querySelector('.badge-text button');
const words = [...(copy?.childNodes ?? [])];
if (navigator.clipboard) copy?.removeAttribute('hidden');
copy?.addEventListener('click', async () => {
  const name = document.querySelector('.badge-text bdi');
  const status = document.querySelector('.badge-details [role=status]');
  try {
    await within(2000, navigator.clipboard.writeText(name.textContent));
    status.className = 'visually-hidden';
    status.textContent = copy.dataset.done;
    copy.textContent = copy.dataset.done;
  } catch {
    copy.replaceChildren(...words);
    getSelection().selectAllChildren(name);
    status.className = 'inset';
    status.textContent = copy.dataset.refused;
  }
});

// Computers also have a share sheet, but people at a computer expect a file.
const mayShare =
  matchMedia('(pointer: coarse)').matches &&
  navigator.canShare?.({ files: [new File(['.'], 'badge.png', { type: 'image/png' })] });

// Browsers inside chat apps ignore `blob:` URLs, so their users get the server's file.
const isInApp = matchMedia('(pointer: coarse)').matches && !navigator.canShare;

for (const link of document.querySelectorAll('a[download^=badge]')) {
  if (mayShare) link.hidden = false;
  if (isInApp) continue;
  link.addEventListener('click', async (event) => {
    event.preventDefault();
    // The second click of a double click may arrive after `isSaving` has been reset.
    if (isSaving || event.detail > 1) return;
    isSaving = true;
    try {
      const blob = await within(20_000, drawBadge(new URL(link.href)));
      const file = new File([blob], link.download.replace('svg', 'png'), { type: 'image/png' });
      if ('share' in link.dataset) share(file);
      else save(file);
    } catch {
      location.assign(link.href);
    }
    isSaving = false;
  });
}

const offer = document.querySelector('.badge-keep');
const loadSwitch = () => import(offer.dataset.script);
// The details may have been opened before this script loaded.
if (offer?.parentElement.open) loadSwitch();
else offer?.parentElement.addEventListener('toggle', loadSwitch, { once: true });

/** Squeezes lines in the browser, because only the browser knows how wide its fonts are. */
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

/** Changes the URL to request squeezed lines if a line is too wide in this browser's fonts. */
async function fit(url) {
  if (!card.querySelector('[data-room]')) return;
  const text = await (await fetch(url)).text();
  const lines = new DOMParser()
    .parseFromString(text, 'image/svg+xml')
    .querySelectorAll('[data-room]');
  if ([...lines].some(isTooWide)) url.searchParams.set('fixed', '');
}

async function drawBadge(url) {
  const isUpright = url.searchParams.has('upright');
  const [width, height, margin] = isUpright ? [1080, 1920, 60] : [1280, 880, 64];
  const photo = await within(5000, loadPhoto()).catch(() => {});
  if (photo) url.searchParams.set('picture', '');
  await fit(url);
  const badge = await load(url.href);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  // Pixels per card unit.
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
    // The picture covers its square, as on the page.
    const zoom = 160 / Math.min(naturalWidth, naturalHeight);
    const [across, down] = [naturalWidth * zoom, naturalHeight * zoom];
    pen.setTransform(scale, 0, 0, scale, margin, top);
    pen.beginPath();
    pen.roundRect(36, 131, 160, 160, 28);
    pen.clip();
    pen.fillStyle = '#fff';
    pen.fillRect(36, 131, 160, 160);
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

/** Loads the profile picture. Rejects if its site does not allow it to be drawn (CORS). */
async function loadPhoto() {
  const { src, referrerPolicy } = document.querySelector('.badge-face img');
  const photo = await load(src, { referrerPolicy, crossOrigin: 'anonymous' });
  return photo.naturalWidth && photo;
}

/** Opens the share sheet. If it does not open, saves the file. */
async function share(file) {
  try {
    await navigator.share({ files: [file] });
  } catch ({ name }) {
    if (name !== 'AbortError') save(file);
  }
}

/** Rejects if the promise takes longer than `milliseconds`. */
function within(milliseconds, promise) {
  return Promise.race([promise, new Promise((_, fail) => setTimeout(fail, milliseconds))]);
}

function save(file) {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
