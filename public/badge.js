// Offers to print, and draws the badge anew while a name is typed: this site sends the picture of it and stores nothing.
// Without this script the form and the browser's own menu do the same.
const input = document.querySelector('#try');
const card = document.querySelector('.badge-card');
const print = document.querySelector('.badge-print');
const hints = document.querySelector('.badge-hints');
let typing = new AbortController();

print?.addEventListener('click', () => window.print());
print?.removeAttribute('hidden');

input.addEventListener('input', async () => {
  typing.abort();
  typing = new AbortController();
  const { signal } = typing;
  const name = input.value.trim();
  document.querySelector('.badge-try output').value = [
    ...new Intl.Segmenter().segment(name),
  ].length;
  await new Promise((resolve) => setTimeout(resolve, 250));
  const answer = await fetch(
    `/badge-name.svg?${new URLSearchParams({ try: name && input.value })}`,
    { signal },
  ).catch(() => {});
  const text = answer?.ok && (await answer.text());
  if (text && !signal.aborted) show(new DOMParser().parseFromString(text, 'image/svg+xml'));
});

function show(picture) {
  for (const part of ['title', '.badge-name', '.badge-note']) {
    card.querySelector(part).replaceWith(picture.querySelector(part));
  }
  const lines = picture.querySelector('desc')?.textContent.split('\n') ?? [];
  const items = lines.map((line) =>
    Object.assign(document.createElement('li'), { textContent: line }),
  );
  hints.querySelector('ul').replaceChildren(...items);
  hints.hidden = lines.length === 0;
}
