// The platform in the benchmark, in a separate process. It logs everybody in at once and responds
// with records of 1.5 KB. /count returns the number of API calls.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const { VARIED_NAMES } = process.env;
const permissions = ['registration:view', 'registration:edit', 'volunteer:view', 'vendor:view'];
const roles = ['Staff', 'Volunteer', 'Signed the NDA', 'Vehicle pass'];

const userOf = (id: string) => ({
  id,
  sub: id,
  username: `robin_${id}`,
  firstName: 'Roberta',
  lastName: 'Banks',
  preferredName: 'Robin',
  bornAt: '1990-03-01T00:00:00.000Z',
  email: `robin.${id}@attendee.example`,
  phone: '+4930901820',
  addressLine1: '12 Harbour Lane',
  addressLine2: 'Apartment 4',
  addressCity: 'Berlin',
  addressZipcode: '10115',
  addressState: '',
  addressCountry: 'DE',
  newsletter: true,
  emailVerified: true,
  identityVerified: true,
  isVolunteer: true,
  isDepartmentLead: false,
  profilePictureUrl: 'https://convention.example/pictures/robin.png',
  permissions,
  userRoles: roles.map((name, index) => ({ id: index + 1, name })),
  // The client does not read these fields. Real platforms send some.
  lastSeenAt: '2027-03-03T10:00:00.000Z',
  preferences: Object.fromEntries(permissions.map((name) => [name, 'as the platform says'])),
  notes: 'of the platform, '.repeat(30),
});

const registrationOf = (id: string) => ({
  createdAt: '2027-03-02T10:00:00.000Z',
  updatedAt: '2027-03-03T10:00:00.000Z',
  badgeName: VARIED_NAMES ? `Robin Redbreast ${id}` : 'Robin Redbreast',
  status: 'paid',
  productName: 'weekend',
  productDisplayName: 'Weekend ticket',
  productId: '12',
  options: [
    { name: 'Shirt size', type: 'select', value: 'L' },
    { name: 'Meals', type: 'multi', value: ['Friday dinner', 'Sunday brunch'] },
    { name: 'Anything else', type: 'text', value: 'I arrive on Friday' },
  ],
  flags: [{ id: '51', shortName: 'Sponsor' }],
  user: { id, username: `robin_${id}` },
});

const scope = 'pii:basic pii:email pii:phone pii:address';
let logins = 0;
let calls = 0;

function answerTo(path: string, token: string): object | undefined {
  const [, ofUser] = /^\/api\/v0\/users\/(\d+)\/registration$/.exec(path) ?? [];
  if (ofUser) return registrationOf(ofUser);
  return path === '/api/users/current' ? userOf(token.replace('token-', '')) : undefined;
}

const server = createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://platform');
  const json = (status: number, body: object) =>
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (pathname === '/count') return json(200, { calls });
  if (pathname === '/oauth/authorize') {
    const query = new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '' });
    res.writeHead(303, { location: `${searchParams.get('redirect_uri')}?${query}` }).end();
    return;
  }
  req.resume();
  if (pathname === '/api/oauth/token') {
    logins += 1;
    const token = { access_token: `token-${logins}`, token_type: 'Bearer', expires_in: 36_000 };
    return json(200, { ...token, scope });
  }
  calls += 1;
  const answer = answerTo(pathname, (req.headers.authorization ?? '').replace('Bearer ', ''));
  return answer ? json(200, answer) : json(404, { error: 'not found' });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
