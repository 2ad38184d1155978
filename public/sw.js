// Shows the badge that a person keeps on the phone (keep.js) whenever Lanyard itself does not answer: without a network,
// after five seconds, or if a proxy or a Wi-Fi login answers in its place. Lanyard marks its own responses with the
// header Kept-Badge:
// - keep: nothing changes.
// - renew: the copy is fetched again.
// - delete: the copy is deleted, and this worker removes itself.
// Nothing else deletes the copy. The phone's clock may be wrong, so an expired copy is only hidden until a response of
// Lanyard has the time.
const paths = ['/', '/badge-name', '/desk'];
const document = '/kept-badge';
const waitMs = 5000;

// Does not wait for the copy, so that a corrected worker also reaches phones whose owner is logged out.
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
  const answer = answerOf(page);
  event.waitUntil(answer.then(obey).catch(() => {}));
  event.respondWith(show(page, answer));
});

/**
 * Resolves to Lanyard's response: the page, or the copy if the page is a redirect, whose headers are hidden from a
 * worker. Rejects if somebody else answers.
 */
async function answerOf(page) {
  const response = await page;
  const answer = response.type === 'opaqueredirect' ? await fetchCopy() : response;
  if (!answer.headers.has('Kept-Badge')) throw new Error('not from Lanyard');
  return answer;
}

/** Returns the page if Lanyard sent it in time, or else the copy, or else whatever answers. */
async function show(page, answer) {
  const late = new Promise((resolve) => setTimeout(resolve, waitMs));
  const isOurs = await Promise.race([answer, late]).catch(() => {});
  return (!isOurs && (await findCopy().catch(() => {}))) || page;
}

async function obey(answer) {
  const order = answer.headers.get('Kept-Badge');
  const copy = order === 'renew' ? await fetchCopy() : answer;
  if (copy.status === 200 && endOf(copy))
    await (await caches.open(document)).put(document, copy.clone());
  const kept = await caches.match(document, { cacheName: document });
  const isExpired = kept && Date.parse(answer.headers.get('Date')) >= endOf(kept);
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
