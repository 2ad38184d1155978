// The switch "Keep on this phone", loaded when "Save or share" is opened. On a page without the switch, such as the one
// after a log-out, this script removes the copy.
const scopes = ['/badge-name', '/desk'];
const copy = '/kept-badge';
const offer = document.querySelector('.badge-keep');
const isAble = isSecureContext && 'serviceWorker' in navigator && 'caches' in window;

if (isAble && offer) showSwitch();
else if (isAble) forget();

async function showSwitch() {
  const input = offer.querySelector('input');
  const status = offer.querySelector('[role=status]');
  input.checked = await caches.has(copy).catch(() => false);
  offer.hidden = false;
  input.addEventListener('change', async () => {
    input.disabled = true;
    status.textContent = '';
    try {
      await (input.checked ? keep() : forget());
    } catch {
      await forget().catch(() => {});
      input.checked = false;
      status.textContent = status.dataset.failed;
    }
    input.disabled = false;
    input.focus();
  });
}

/** The worker stores the copy during its installation, so there is no worker without a copy. */
async function keep() {
  for (const scope of scopes)
    await whenActive(await navigator.serviceWorker.register('/sw.js', { scope }));
}

function whenActive({ installing }) {
  return new Promise((resolve, reject) => {
    if (!installing) return resolve();
    installing.addEventListener('statechange', () => {
      if (installing.state === 'activated') resolve();
      if (installing.state === 'redundant') reject(new Error('not installed'));
    });
  });
}

async function forget() {
  await caches.delete(copy);
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
}
