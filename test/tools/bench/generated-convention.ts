// A convention with 20,000 generated registrations, forked as its own process so that the benchmark
// does not measure it. Sends its port to the parent; /requests returns the number of searches.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const registrations = 20_000;
const perPage = 100;

const pages = Array.from({ length: registrations / perPage }, (_, page) =>
  JSON.stringify({
    data: Array.from({ length: perPage }, (_, index) =>
      generateRegistration(page * perPage + index),
    ),
    nextPage: (page + 1) * perPage < registrations ? String(page + 1) : null,
  }),
);

let searches = 0;

const server = createServer(async (request, response) => {
  request.setEncoding('utf8');
  let body = '';
  for await (const chunk of request) body += chunk;
  response.setHeader('content-type', 'application/json');
  if (request.url === '/requests') {
    response.end(String(searches));
  } else if (request.url === '/api/oauth/token') {
    response.end('{"access_token":"token","token_type":"Bearer","expires_in":3600}');
  } else {
    searches += 1;
    response.end(pages[Number(JSON.parse(body).nextPage ?? 0)]);
  }
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

function generateRegistration(index: number) {
  return {
    createdAt: '2026-03-02T10:00:00.000Z',
    updatedAt: '2026-03-03T10:00:00.000Z',
    badgeName: `Badge ${index}`,
    status: index % 5 === 0 ? 'unpaid' : 'paid',
    productName: 'weekend',
    productDisplayName: index % 7 === 0 ? null : 'Weekend ticket',
    productId: '12',
    options: [
      { name: 'Shirt size', type: 'select', value: 'L' },
      { name: 'Diet', type: 'multi', value: ['vegan', 'no nuts'] },
      { name: 'Anything else', type: 'text', value: 'I arrive on Friday' },
      { name: 'Conventions before', type: 'number', value: index % 9 },
    ],
    flags: index % 10 === 0 ? [{ id: '1', shortName: 'VIP' }] : [],
    user: {
      id: String(index + 1),
      firstName: `First${index}`,
      lastName: `Last${index}`,
      username: `user${index}`,
      preferredName: index % 3 === 0 ? null : `Foxy ${index}`,
      phone: `+1217555${index}`,
      email: `user${index}@convention.example`,
    },
  };
}
