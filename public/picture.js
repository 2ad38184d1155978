// Draws a profile picture once: whatever moves in it rests (WCAG 2.2.2), and its clear parts show no initials. Without
// this script the picture stays as it was sent.
for (const image of document.querySelectorAll('.picture img, .badge-face img')) {
  if (image.complete) rest(image);
  else image.addEventListener('load', () => rest(image));
}

function rest(image) {
  const { naturalWidth, naturalHeight } = image;
  // Enough for the largest badge. Phones refuse canvases that are as large as some photos.
  const scale = 512 / Math.max(naturalWidth, naturalHeight);
  const [width, height] = [naturalWidth * scale, naturalHeight * scale];
  const drawn = Object.assign(document.createElement('canvas'), { width, height });
  const pen = drawn.getContext('2d');
  // A broken picture has no size.
  if (!naturalWidth || !pen) return;
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, 0, 0, width, height);
  drawn.setAttribute('aria-hidden', 'true');
  image.after(drawn);
  image.hidden = true;
}
