import assert from 'node:assert/strict';
import test from 'node:test';
import { barOf } from '../../../src/pages/badge-name/next-step.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { words } from '../../support/app/english.ts';
import { timeAt } from '../../support/app/event-time.ts';
import { goodSettings } from '../../support/app/good-settings.ts';

const withDesk = {
  CONVENTION_PLACE: 'Harbour Hall',
  DESK_HOURS: '2027-07-02 10:00-20:00; 2027-07-03 9:00-12:00',
};
const bring = 'Bring an ID with your legal name.';
const desk = { text: 'Show at the desk', url: '/desk', leadsTo: 'desk' };
const pay = { text: 'Pay now', url: 'https://reg.testcon.example/', leadsTo: 'registration' };

function barAt(
  moment: string,
  { settings = {}, record = {} }: { settings?: object; record?: object | null } = {},
) {
  const { event, badge, convention } = readConfig({
    ...goodSettings,
    REGISTRATION_URL: 'https://reg.testcon.example/',
    BADGE_NAME_URL: 'https://reg.testcon.example/badge',
    ...settings,
  });
  const { registrationUrl } = convention;
  const paid = { user: { id: '1' }, badgeName: 'Foxy', status: 'paid' };
  const registration = record ? { ...paid, ...record } : undefined;
  const time = timeAt(moment, { deskHours: event.deskHours });
  return barOf({ registration, registrationUrl, event, badge, time, deskPath: '/desk', words });
}

test('before the convention, an attendee with a name who has paid sees no bar, nor does an unknown one', () => {
  assert.equal(barAt('2027-07-01T23:59:59Z', { settings: withDesk }), undefined);
  assert.equal(barAt('2027-05-20T12:00:00Z', { record: null }), undefined);
  assert.equal(barAt('2027-05-20T12:00:00Z', { record: { status: 'refunded' } }), undefined);
});

test('an attendee who has not paid sees that and the deadline, and after it no link to the payment', () => {
  const on = (day: string) =>
    barAt(`${day}T12:00Z`, {
      settings: { PAY_UNTIL: '2027-06-15' },
      record: { status: 'unpaid', badgeName: '' },
    });
  const text = 'Your ticket hasn’t been paid for yet.';
  const lines = ['Pay by June 15 (12 days left).'];
  assert.deepEqual(on('2027-06-03'), { look: 'pay', text, lines, links: [pay] });
  assert.deepEqual(on('2027-04-01')?.lines, ['Pay by June 15.']);
  assert.deepEqual(on('2027-06-16'), {
    look: 'pay',
    text: 'Your ticket hasn’t been paid for, and the deadline for paying has passed.',
    lines: [],
    links: [],
    asksTeam: true,
  });
});

test('an attendee without a badge name sees the deadline to choose one, and then that it is too late', () => {
  const on = (day: string, badgeName: string | null) =>
    barAt(`${day}T12:00Z`, {
      settings: { BADGE_NAME_UNTIL: '2027-06-01' },
      record: { badgeName },
    });
  const invisible = ['', ' ', '\u200b', ' \u200b ', '\u2060\ufeff', '\u202e\u202c', '\u00ad'];
  for (const badgeName of [null, ...invisible]) {
    const { text, lines, links } = on('2027-05-31', badgeName) ?? {};
    assert.equal(text, 'You have no badge name yet.');
    assert.deepEqual(lines, ['Choose a name by June 1 (tomorrow).']);
    assert.equal(links?.[0]?.url, 'https://reg.testcon.example/badge');
  }
  const late = on('2027-06-02', '');
  assert.equal(late?.text, 'You have no badge name, and badges are being printed.');
  assert.deepEqual([late?.links, late?.asksTeam], [[], true]);
});

test('while the desk is open the bar says until when and what to bring, and links to the desk page', () => {
  assert.deepEqual(barAt('2027-07-02T12:00:00Z', { settings: withDesk }), {
    look: 'good',
    text: 'Badge pick-up is open until 20:00',
    lines: [bring],
    links: [desk],
  });
});

test('while the desk is closed the bar says when it opens; without hours, which day it is', () => {
  const statusAt = (moment: string, settings: object = withDesk) => {
    const { look, text } = barAt(moment, { settings }) ?? {};
    return [look, text];
  };
  const pickUp = 'Badge pick-up';
  assert.deepEqual(statusAt('2027-07-02T09:00:00Z'), ['plain', `${pickUp} opens today at 10:00`]);
  const closed = `${pickUp} is closed until tomorrow at 09:00`;
  assert.deepEqual(statusAt('2027-07-02T20:00:00Z'), ['plain', closed]);
  const over = `${pickUp} is closed. Ask the Testcon team.`;
  assert.deepEqual(statusAt('2027-07-05T12:00:00Z'), ['plain', over]);
  assert.deepEqual(statusAt('2027-07-02T12:00:00Z', {}), ['plain', 'Friday, day 1 of 4']);
});

test('during the convention, the payment and the desk share one bar', () => {
  const record = { status: 'unpaid' };
  assert.deepEqual(barAt('2027-07-02T12:00:00Z', { settings: withDesk, record }), {
    look: 'pay',
    text: 'Your ticket hasn’t been paid for yet.',
    lines: ['Badge pick-up is open until 20:00', bring],
    links: [pay, desk],
  });
});

test('after the convention it thanks, and nothing is left to do', () => {
  const settings = { NEXT_URL: 'https://testcon.example/2028' };
  const link = {
    text: 'See what’s next',
    url: settings.NEXT_URL,
    leadsTo: 'elsewhere',
  };
  for (const record of [{}, { status: 'unpaid' }, { badgeName: '' }, null])
    assert.deepEqual(barAt('2027-07-06T00:00:00Z', { settings, record }), {
      look: 'plain',
      text: 'Testcon is over.',
      lines: ['Thank you for being part of it.'],
      links: [link],
    });
  assert.deepEqual(barAt('2027-07-06T00:00:00Z')?.links, []);
});
