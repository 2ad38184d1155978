// Offers to print the badge, and saves it as a picture in the form that other programs take. Without this script the link
// gives the same badge as SVG.
const print = document.querySelector('.badge-print');
const save = document.querySelector('.badge-save');
const [width, height, margin] = [1280, 880, 64];

print?.addEventListener('click', () => window.print());
print?.removeAttribute('hidden');

save?.addEventListener('click', async (event) => {
  event.preventDefault();
  try {
    await keep(new File([await drawBadge(save.href)], 'badge.png', { type: 'image/png' }));
  } catch {
    location.assign(save.href);
  }
});

async function drawBadge(address) {
  const badge = new Image();
  badge.src = address;
  await badge.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#f5f4f9';
  pen.fillRect(0, 0, width, height);
  Object.assign(pen, { shadowBlur: 48, shadowOffsetY: 16, shadowColor: '#0004' });
  const cardWidth = width - 2 * margin;
  const cardHeight = (cardWidth * 412) / 640;
  pen.drawImage(badge, margin, (height - cardHeight) / 2, cardWidth, cardHeight);
  return new Promise((resolve) => canvas.toBlob(resolve));
}

/** Opens the share sheet where there is one for files; a reader may close it. Else downloads the file. */
async function keep(file) {
  if (navigator.canShare?.({ files: [file] }))
    return navigator.share({ files: [file] }).catch(() => {});
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
