// Runs on every page. Every page works without it.

// The browser may restore a page from its back/forward cache after the person has logged out.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

const menu = document.querySelector('.site-menu');
if (menu) improveMenu();
const bar = document.querySelector('.session-end');
if (bar) watchSession();
for (const image of document.querySelectorAll('.picture img, .badge-face img')) {
  if (image.complete) drawOnce(image);
  else image.addEventListener('load', () => drawOnce(image));
}

/**
 * Closes the menu on Escape, on a click outside it, and when focus leaves it, so that the menu
 * never covers the focused element. Without this script, the open menu moves the page down.
 */
function improveMenu() {
  const [button] = menu.children;
  menu.classList.add('site-menu-over');
  for (const leaving of ['focusin', 'pointerdown'])
    addEventListener(leaving, ({ target }) => {
      if (!menu.contains(target)) menu.open = false;
    });
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    menu.open = false;
    button.focus();
  });
  // In Safari, pressing a button does not focus it, so the focus would stay on an element that the
  // menu covers.
  menu.addEventListener('toggle', () => {
    if (menu.open && !menu.contains(document.activeElement)) button.focus();
  });
  // Keeps unsaved input when the language changes.
  menu.querySelector('[action="/language"]')?.addEventListener('formdata', ({ formData }) => {
    const form = document.querySelector('main form[method=get]');
    const isChanged = ({ value, defaultValue, checked, defaultChecked }) =>
      value !== defaultValue || checked !== defaultChecked;
    if (!form || ![...form.querySelectorAll('input')].some(isChanged)) return;
    for (const [name] of new FormData(form)) formData.delete(name);
    for (const field of new FormData(form)) formData.append(...field);
  });
}

/**
 * Warns two minutes before the session ends. When the session should be over, tries to extend it,
 * because another tab or a download may have kept it alive. If the server confirms the end, removes
 * the page's content. Without a network, leaves the page as it is. The server sends the seconds
 * left rather than a time, so that a wrong clock on the phone does not matter. `performance.now()`
 * may stop while a phone sleeps, and `Date.now()` may be changed at any moment, so whichever clock
 * reaches the end first counts.
 */
function watchSession() {
  const warningMs = 120_000;
  const thanksMs = 10_000;
  const retryMs = 15_000;
  const activityMs = 60_000;
  // Without another request, the session lasts at least `left` and at most `overIn` seconds.
  const slackMs = 1000 * (Number(bar.dataset.overIn) - Number(bar.dataset.left) + 1);
  const [text, form] = bar.querySelector('template').content.children;
  let tabs;
  let ends = 0;
  let wallEnds = 0;
  let canExtend;
  let timer;
  let knownAt;
  let focusedBefore;

  try {
    // Only tabs with the same session have this token.
    tabs = new BroadcastChannel(form.elements.form_token.value);
    tabs.onmessage = ({ data }) => count(data);
  } catch {
    // Without a channel, this tab counts down on its own.
  }
  tell({
    left: Number(bar.dataset.left),
    text: text.textContent,
    canExtend: 'canExtend' in bar.dataset,
  });
  addEventListener('visibilitychange', check);
  addEventListener('pageshow', check);
  addEventListener('online', check);
  // A click or input may request a preview or a file, which extends the session on the server.
  for (const type of ['click', 'input'])
    document.querySelector('main').addEventListener(type, () => {
      if (performance.now() - knownAt < activityMs) return;
      knownAt = performance.now();
      setTimeout(extendOrRetry, 1000);
    });
  addEventListener('pagehide', () => tabs?.close());
  bar.addEventListener('focusin', ({ relatedTarget }) => {
    if (!bar.contains(relatedTarget)) focusedBefore = relatedTarget;
  });

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const end = await extend();
    // If the request failed, the bar and its button remain.
    if (!end) return;
    tell(end);
    if (text.isConnected) return;
    bar.append(text);
    setTimeout(check, thanksMs);
  });

  /**
   * Extends the session, or leaves the page if the session is over. If neither is certain, the page
   * stays as it is, and the server is asked again.
   */
  async function extendOrRetry() {
    clearTimeout(timer);
    const end = await extend();
    if (end) {
      ends = 0;
      tell(end);
    } else timer = setTimeout(check, retryMs);
  }

  /**
   * Extends the session, and resolves to its new end, or to undefined without a usable response.
   * Leaves the page if this session no longer exists.
   */
  async function extend() {
    const body = new URLSearchParams(new FormData(form));
    const signal = AbortSignal.timeout?.(10_000);
    const response = await fetch(form.getAttribute('action'), {
      method: 'POST',
      body,
      redirect: 'error',
      signal,
    }).catch(() => {});
    if (!response?.headers.has('Kept-Badge')) return undefined;
    if ([401, 403].includes(response.status)) return leave();
    return response.ok ? response.json().catch(() => {}) : undefined;
  }

  /** Restarts the countdown with this end, here and in the session's other tabs. */
  function tell(end) {
    const known = { ...end, at: Date.now() };
    count(known);
    try {
      tabs.postMessage(known);
    } catch {
      // There is no channel, or it was closed when the page entered the back/forward cache.
    }
  }

  function count(end) {
    const leftMs = 1000 * end.left - (Date.now() - end.at);
    // Another tab may already know that the session ends later.
    if (performance.now() + leftMs < ends) return;
    ends = performance.now() + leftMs;
    wallEnds = Date.now() + leftMs;
    knownAt = performance.now();
    text.textContent = end.text;
    canExtend = end.canExtend;
    if (!canExtend) form.remove();
    check();
  }

  function check() {
    clearTimeout(timer);
    if (!bar.isConnected) return;
    const left = Math.min(ends - performance.now(), wallEnds - Date.now());
    if (left <= -slackMs) return extendOrRetry();
    if (left > warningMs) empty();
    // Screen readers announce only new elements.
    else if (!text.isConnected) bar.replaceChildren(text, ...(canExtend ? [form] : []));
    timer = setTimeout(check, left > warningMs ? left - warningMs : left + slackMs);
  }

  /** Empties the bar. Focus in the bar returns to the element focused before, or else to `main`. */
  function empty() {
    const hadFocus = bar.contains(document.activeElement);
    bar.replaceChildren();
    if (hadFocus) (focusedBefore ?? document.querySelector('main')).focus({ preventScroll: true });
  }

  /** Removes the content at once, because the next page may take a long time to load. */
  function leave() {
    const { over, next } = bar.dataset;
    const heading = Object.assign(document.createElement('h1'), { textContent: over });
    document.body.replaceChildren(heading);
    document.title = over;
    location.replace(next);
  }
}

/**
 * Draws a profile picture once, so that animations stop (WCAG 2.2.2) and transparent parts do not
 * show the initials. Without this script, the picture remains as it is.
 */
function drawOnce(image) {
  const { naturalWidth, naturalHeight } = image;
  // Enough for the largest badge. Phones refuse canvases that are as large as some photos.
  const scale = 512 / Math.max(naturalWidth, naturalHeight);
  const [width, height] = [naturalWidth * scale, naturalHeight * scale];
  const drawn = Object.assign(document.createElement('canvas'), { width, height });
  const pen = drawn.getContext('2d');
  // Broken pictures are 0 pixels wide.
  if (!naturalWidth || !pen) return;
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, 0, 0, width, height);
  drawn.setAttribute('aria-hidden', 'true');
  image.after(drawn);
  image.hidden = true;
}
