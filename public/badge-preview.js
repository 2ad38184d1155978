// Draws the preview anew while a name is typed: this site sends the picture of it and stores nothing. The name that the
// page began with is in no address. Without this script the form does the same.
const input = document.querySelector('#try');
const card = document.querySelector('.badge-card');
const hints = document.querySelector('.badge-hints');
const copy = document.querySelector('.try-copy');
let typing = new AbortController();
const first = card.cloneNode(true);
first.append(document.createElement('desc'));
first.lastChild.textContent = [
  document.querySelector('#try-count'),
  ...hints.querySelectorAll('li'),
]
  .map(({ textContent }) => textContent)
  .join('\n');

input.addEventListener('input', async () => {
  typing.abort();
  typing = new AbortController();
  const { signal } = typing;
  await pause(250);
  const picture =
    input.value === input.defaultValue ? first.cloneNode(true) : await draw(input.value, signal);
  if (!picture || signal.aborted) return;
  const news = show(picture);
  // Told once, when the typing has stopped.
  await pause(1000);
  if (!signal.aborted) document.querySelector('[role=status]').textContent = news;
});

async function draw(name, signal) {
  const query = new URLSearchParams({ try: name });
  const answer = await fetch(`/badge-name.svg?${query}`, { signal }).catch(() => {});
  const text = answer?.ok && (await answer.text().catch(() => {}));
  return text && new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
}

/** Shows the picture with its count and hints, and returns all of it in words. */
function show(picture) {
  const description = picture.querySelector('desc');
  description.remove();
  const [count, ...lines] = description.textContent.split('\n');
  card.replaceChildren(...picture.childNodes);
  document.querySelector('#try-count').textContent = count;
  hints
    .querySelector('ul')
    .replaceChildren(
      ...lines.map((line) => Object.assign(document.createElement('li'), { textContent: line })),
    );
  hints.hidden = lines.length === 0;
  return [card.querySelector('title').textContent, count, ...lines].join('. ');
}

copy.classList.add('copies');
copy.addEventListener('click', async (event) => {
  const copied = navigator.clipboard?.writeText(input.value).catch(() => {});
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  await copied;
  location.assign(copy.href);
});

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
