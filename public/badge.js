// Squeezes lines that are wider than their place, offers to print the badge, and saves it as a picture in the form that
// other programs take. Without this script the link gives the same badge as SVG.
const card = document.querySelector('.badge-card');
const print = document.querySelector('.badge-print');
const save = document.querySelector('.badge-save');
const [width, height, margin] = [1280, 880, 64];
const observer = new MutationObserver(squeeze);
let isSaving = false;

document.fonts.ready.then(squeeze);
observer.observe(card, { childList: true });
print?.addEventListener('click', () => window.print());
print?.removeAttribute('hidden');

save?.addEventListener('click', async (event) => {
  event.preventDefault();
  // The second click of a double click comes too late for the flag.
  if (isSaving || event.detail > 1) return;
  isSaving = true;
  try {
    await keep(new File([await drawBadge(save.href)], 'badge.png', { type: 'image/png' }));
  } catch {
    location.assign(save.href);
  }
  isSaving = false;
});

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

/** Returns the address of the badge whose lines fit in this browser's fonts. */
async function fitting(address) {
  if (!card.querySelector('[data-room]')) return address;
  const text = await (await fetch(address)).text();
  const lines = new DOMParser()
    .parseFromString(text, 'image/svg+xml')
    .querySelectorAll('[data-room]');
  return [...lines].some(isTooWide) ? `${address}?fixed` : address;
}

async function drawBadge(address) {
  const badge = new Image();
  badge.src = await fitting(address);
  await badge.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#f5f4f9';
  pen.fillRect(0, 0, width, height);
  Object.assign(pen, { shadowBlur: 48, shadowOffsetY: 16, shadowColor: '#0004' });
  const cardWidth = width - 2 * margin;
  const cardHeight = (cardWidth * 412) / 640;
  pen.drawImage(badge, margin, (height - cardHeight) / 2, cardWidth, cardHeight);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve));
  if (!blob) throw new Error('no picture');
  return blob;
}

/** Opens the share sheet where there is one for files; a reader may close it. Else downloads the file. */
async function keep(file) {
  if (navigator.canShare?.({ files: [file] }))
    return navigator.share({ files: [file] }).catch(() => {});
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
