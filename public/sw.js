// Shows the badge kept on this phone (keep.js) when Lanyard does not respond: without a network,
// after five seconds, or if a proxy or a Wi-Fi login page responds instead. Lanyard marks its own
// responses with the `Kept-Badge` header:
// - keep: nothing changes.
// - renew: the copy is fetched again.
// - delete: the copy is deleted, and this worker removes itself.
//
// The phone's clock may be wrong, so an expired copy is hidden at first, and deleted only when the
// `Date` of a response confirms that it has expired.
const paths = ['/', '/badge-name', '/desk'];
const document = '/kept-badge';
const waitMs = 5000;

// Installs without fetching the copy, so that a corrected worker reaches phones even if nobody is
// logged in.
addEventListener('install', () => skipWaiting());

addEventListener('fetch', (event) => {
  const { mode, method, destination, url } = event.request;
  const path = new URL(url).pathname.toLowerCase().replace(/(?<=.)\/$/, '');
  if (
    mode !== 'navigate' ||
    method !== 'GET' ||
    destination !== 'document' ||
    !paths.includes(path)
  )
    return;
  const page = fetch(event.request);
  const ours = lanyardResponse(page);
  event.waitUntil(ours.then(obey).catch(() => {}));
  event.respondWith(show(page, ours));
});

/**
 * Resolves to Lanyard's response: the page, or a new copy if the page is a redirect, because a
 * worker cannot read a redirect's headers. Rejects if the response is not from Lanyard.
 */
async function lanyardResponse(page) {
  const received = await page;
  const response = received.type === 'opaqueredirect' ? await fetchCopy() : received;
  if (!response.headers.has('Kept-Badge')) throw new Error('not from Lanyard');
  return response;
}

/**
 * Returns the page if it came from Lanyard in time. Otherwise returns the copy or, if there is
 * none, whatever response arrives.
 */
async function show(page, ours) {
  const late = new Promise((resolve) => setTimeout(resolve, waitMs));
  const isOurs = await Promise.race([ours, late]).catch(() => {});
  return (!isOurs && (await findCopy().catch(() => {}))) || page;
}

async function obey(response) {
  const order = response.headers.get('Kept-Badge');
  const copy = order === 'renew' ? await fetchCopy() : response;
  if (copy.status === 200 && endOf(copy))
    await (await caches.open(document)).put(document, copy.clone());
  const kept = await caches.match(document, { cacheName: document });
  const isExpired = kept && Date.parse(response.headers.get('Date')) >= endOf(kept);
  if (order === 'delete' || isExpired || copy.headers.get('Kept-Badge') === 'delete')
    await forget();
}

const fetchCopy = () => fetch(document, { redirect: 'error', cache: 'no-store' });

async function findCopy() {
  const kept = await caches.match(document, { cacheName: document, ignoreVary: true });
  return kept && Date.now() < endOf(kept) ? kept : undefined;
}

function endOf({ headers }) {
  return Number(headers.get('Kept-Badge-Until'));
}

async function forget() {
  await caches.delete(document);
  await registration.unregister();
}
