// Opens /badge-name and /desk without a network, for people who switched on "Keep on this phone" (keep.js). It stores
// one document, which the server makes for this purpose (src/pages/badge-name/kept-badge.ts).
const paths = ['/badge-name', '/desk'];
const document = '/kept-badge';
const waitMs = 5000;

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(renew());
});

addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request;
  if (mode !== 'navigate' || method !== 'GET' || !paths.includes(new URL(url).pathname)) return;
  const response = fetch(event.request);
  event.waitUntil(response.then(obey).catch(() => {}));
  event.respondWith(answer(response));
});

/** Returns the page, or the copy if the network fails or takes too long. */
async function answer(response) {
  const wait = new Promise((resolve) => setTimeout(resolve, waitMs));
  const page = await Promise.race([response, wait]).catch(() => {});
  return page ?? (await copy()) ?? response;
}

/**
 * A badge page says whether to renew or to delete the copy. Other responses, such as a redirect to the login, change
 * nothing.
 */
async function obey({ headers }) {
  const order = headers.get('Kept-Badge');
  if (order === 'renew') await renew();
  if (order === 'delete') await forget();
}

/** Throws if the response is not the document. The earlier copy then remains, unless the status is 404. */
async function renew() {
  const response = await fetch(document, { redirect: 'error', cache: 'no-store' });
  if (response.status === 404) await forget();
  if (response.status !== 200 || !endOf(response)) throw new Error('no badge to keep');
  await (await caches.open(document)).put(document, response);
}

async function copy() {
  const kept = await caches.match(document, { cacheName: document, ignoreVary: true });
  if (!kept || Date.now() < endOf(kept)) return kept;
  await forget();
}

function endOf({ headers }) {
  return Number(headers.get('Kept-Badge-Until'));
}

async function forget() {
  await caches.delete(document);
  await registration.unregister();
}
