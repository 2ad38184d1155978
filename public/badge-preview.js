// Redraws the preview as the visitor types a name. The server draws it and stores nothing. For the
// name that the page filled in, this script does not request a picture, so that the person's own
// name is not in a picture's URL. Without this script, submitting the form redraws the preview.
const input = document.querySelector('#try');
const card = document.querySelector('.badge-card');
const face = card.parentElement;
const count = document.querySelector('#try-count');
const hints = document.querySelector('.badge-hints');
const status = document.querySelector('.try [role=status]');
const copy = document.querySelector('.try-copy');
/** Maximum length of the encoded query, in characters. Proxies may reject longer URLs. */
const longest = 4000;
let typing = new AbortController();
const first = card.cloneNode(true);
first.append(document.createElement('desc'));
first.lastChild.textContent = [count, ...hints.querySelectorAll('li')]
  .map(({ textContent }) => textContent)
  .join('\n');

input.addEventListener('input', update);
// The visitor may have typed before this script loaded.
if (input.value !== input.defaultValue) update();

async function update() {
  typing.abort();
  typing = new AbortController();
  const { signal } = typing;
  // A message about a missing picture stays until a picture is drawn.
  if (!face.style.visibility) tell('');
  const query = `${new URLSearchParams({ try: input.value })}`;
  const isFirst = input.value === input.defaultValue;
  const isLong = query.length > longest && !isFirst;
  // Also prevents the form from being submitted with a name that is too long.
  input.setCustomValidity(isLong ? status.dataset.long : '');
  await pause(250);
  if (signal.aborted) return;
  try {
    if (isLong) throw new Error('too long');
    const news = show(isFirst ? first.cloneNode(true) : await within(8000, draw(query, signal)));
    // A screen reader announces the picture only once, after typing has stopped.
    await pause(1000);
    if (!signal.aborted && !status.textContent) tell(news);
  } catch {
    if (!signal.aborted) showNothing(isLong ? status.dataset.long : status.dataset.failed);
  }
}

async function draw(query, signal) {
  const response = await fetch(`/badge-name.svg?${query}`, { signal });
  return new DOMParser().parseFromString(await response.text(), 'image/svg+xml').documentElement;
}

/**
 * Shows the picture with its count and hints, and returns a text description. Throws if the picture
 * is not a badge.
 */
function show(picture) {
  const description = picture.querySelector('desc');
  if (picture.querySelector('parsererror')) throw new Error('cut off');
  description.remove();
  const [counted, ...lines] = description.textContent.split('\n');
  card.replaceChildren(...picture.childNodes);
  count.textContent = counted;
  hints
    .querySelector('ul')
    .replaceChildren(
      ...lines.map((line) => Object.assign(document.createElement('li'), { textContent: line })),
    );
  hints.hidden = lines.length === 0;
  if (face.style.visibility) tell('');
  face.style.visibility = '';
  return [card.querySelector('title').textContent, counted, ...lines].join('. ');
}

/** Hides the picture, because it still shows the previous name. */
function showNothing(problem) {
  face.style.visibility = 'hidden';
  count.textContent = '';
  hints.hidden = true;
  tell(problem, 'inset');
}

function tell(text, look = 'visually-hidden') {
  status.className = look;
  status.textContent = text;
}

if (navigator.clipboard) copy.classList.add('copies');
copy.addEventListener('click', async (event) => {
  if (!copy.classList.contains('copies')) return;
  const isOpenedHere = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (isOpenedHere) event.preventDefault();
  try {
    await within(2000, navigator.clipboard.writeText(input.value));
    if (isOpenedHere) location.assign(copy.href);
  } catch {
    // Copying failed, so the button becomes the plain link that it is without this script.
    copy.classList.remove('copies');
    input.focus();
    input.select();
    tell(status.dataset.refused, 'inset');
  }
});

/** Rejects if the promise takes longer than `milliseconds`. */
function within(milliseconds, promise) {
  return Promise.race([promise, pause(milliseconds).then(() => Promise.reject())]);
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
