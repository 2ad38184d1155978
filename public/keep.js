// The switch "Keep on this phone", loaded when "Save or share" is opened. On a page without the
// switch, such as the one after a log-out, this script deletes the copy of the badge.
const copy = '/kept-badge';
const needed = ['Kept-Badge', 'Kept-Badge-Until'];
const offer = document.querySelector('.badge-keep');
const isAble = isSecureContext && 'serviceWorker' in navigator && 'caches' in window;

if (isAble && offer) showSwitch();
else if (isAble) forget().catch(() => {});

async function showSwitch() {
  const input = offer.querySelector('input');
  const status = offer.querySelector('[role=status]');
  input.checked = await isKept().catch(() => false);
  offer.hidden = false;
  input.addEventListener('change', async () => {
    input.disabled = true;
    status.textContent = '';
    input.checked = await (input.checked ? keep() : forget()).then(
      () => input.checked,
      () => {
        status.textContent = status.dataset.failed;
        return false;
      },
    );
    input.disabled = false;
    input.focus();
  });
}

/**
 * Whether this phone keeps the badge. If the phone has only the copy, or only the worker that shows
 * the copy, stores both again.
 */
async function isKept() {
  const hasCopy = (await caches.match(copy, { cacheName: copy, ignoreVary: true })) !== undefined;
  const registrations = await navigator.serviceWorker.getRegistrations();
  const hasWorker = registrations.some(isOurs);
  if (hasCopy !== hasWorker) await keep();
  return hasCopy || hasWorker;
}

const isOurs = ({ active, scope }) =>
  active?.scriptURL === `${location.origin}/sw.js` && scope === `${location.origin}/`;

/** Stores the copy, and then registers the worker that shows it. If either fails, removes both. */
async function keep() {
  try {
    const response = await fetch(`${copy}?keep`, { redirect: 'error', cache: 'no-store' });
    // If a proxy removed these headers, the worker would mistake every page for one from the proxy.
    if (response.status !== 200 || !needed.every((name) => response.headers.has(name)))
      throw new Error('no badge to keep');
    await (await caches.open(copy)).put(copy, response);
    await whenActive(await navigator.serviceWorker.register('/sw.js'));
    // Not awaited, because Firefox asks the person for permission.
    navigator.storage?.persist?.().catch(() => {});
  } catch (error) {
    await forget().catch(() => {});
    throw error;
  }
}

function whenActive({ installing, waiting }) {
  const worker = installing ?? waiting;
  return new Promise((resolve, reject) => {
    if (!worker) return resolve();
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('not installed'));
    });
  });
}

async function forget() {
  await caches.delete(copy);
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
}
