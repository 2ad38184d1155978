// Two minutes before this login ends, says so; at its end, takes the page off the screen. The server says how many seconds
// are left, and the phone's time of day does not count. One clock may stand still while a phone sleeps. The other one may
// be set at any moment: if that one alone says that it is over, the server decides.
const warningMs = 120_000;
const thanksMs = 10_000;
const bar = document.querySelector('.session-end');
const [text, form] = bar.querySelector('template').content.children;
let tabs;
let ends = 0;
let wallEnds = 0;
let canExtend;
let timer;
let focusedBefore;

try {
  // Only tabs of the same session have its token.
  tabs = new BroadcastChannel(form.elements.form_token.value);
  tabs.onmessage = ({ data }) => count(data);
} catch {
  // This tab counts alone.
}
tell({
  left: Number(bar.dataset.left),
  text: text.textContent,
  canExtend: 'canExtend' in bar.dataset,
});
addEventListener('visibilitychange', check);
addEventListener('pageshow', check);
addEventListener('pagehide', () => tabs?.close());
bar.addEventListener('focusin', ({ relatedTarget }) => {
  if (!bar.contains(relatedTarget)) focusedBefore = relatedTarget;
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action, { method: 'POST', body }).catch(() => {});
  if (answer?.status === 401) leave(true);
  const end = answer?.ok && (await answer.json().catch(() => {}));
  // Otherwise the bar stays, and so does its button.
  if (!end) return;
  const hadFocus = bar.contains(document.activeElement);
  tell(end);
  if (hadFocus) (focusedBefore ?? document.querySelector('main')).focus({ preventScroll: true });
  if (text.isConnected) return;
  bar.append(text);
  setTimeout(check, thanksMs);
});

/** Counts from this answer of the server, in the other tabs of this session too. */
function tell(end) {
  const known = { ...end, at: Date.now() };
  count(known);
  try {
    tabs.postMessage(known);
  } catch {
    // There is none, or it is closed, on a page that came back and was not loaded again.
  }
}

function count(end) {
  const leftMs = 1000 * end.left - (Date.now() - end.at);
  // Another tab may have been told before this one.
  if (performance.now() + leftMs < ends) return;
  ends = performance.now() + leftMs;
  wallEnds = Date.now() + leftMs;
  text.textContent = end.text;
  canExtend = end.canExtend;
  if (!canExtend) form.remove();
  check();
}

function check() {
  clearTimeout(timer);
  if (!bar.isConnected) return;
  const left = Math.min(ends - performance.now(), wallEnds - Date.now());
  if (left <= 0) return leave(performance.now() >= ends);
  if (left > warningMs) bar.replaceChildren();
  // What is there already is not said again.
  else if (!text.isConnected) bar.replaceChildren(text, ...(canExtend ? [form] : []));
  timer = setTimeout(check, left > warningMs ? left - warningMs : left);
}

/** At once, also where the next page takes long to come. */
function leave(isOver) {
  const { over, next } = bar.dataset;
  const heading = Object.assign(document.createElement('h1'), { textContent: over });
  document.body.replaceChildren(heading);
  document.title = over;
  if (isOver) location.replace(next);
  else location.reload();
}
