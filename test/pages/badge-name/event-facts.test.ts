// The bar and the facts: what is known stands there, in the time zone of the convention, and nothing
// else does.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Registration } from '../../../src/convention/registration.ts';
import { eventBar, eventFacts, type Fact } from '../../../src/pages/badge-name/event-facts.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { eventTimeAt } from '../../../src/web/words/event-calendar.ts';
import { words } from '../../support/english.ts';
import { days, timeAt } from '../../support/event-time.ts';
import { goodSettings } from '../../support/good-settings.ts';
import { pathOf } from '../../support/path-of.ts';

const allSettings = {
  CONVENTION_PLACE: 'Harbour Hall',
  CONVENTION_MAP_URL: 'https://map.example/',
  DESK_HOURS: '2027-07-02 10:00-18:00; 2027-07-03 9:00-12:00',
  REGISTRATION_URL: 'https://reg.testcon.example/',
};

function factsOf(
  changes: {
    settings?: object;
    registration?: Partial<Registration>;
    bornAt?: string | null;
    timeZone?: string;
    now?: string;
    known?: boolean;
  } = {},
): Map<string, Fact> {
  const { settings = {}, registration, timeZone = 'UTC', now = '2027-06-25T12:00:00Z' } = changes;
  const { event, convention } = readConfig({ ...goodSettings, ...settings });
  const known = changes.known === false ? undefined : days;
  const facts = eventFacts({
    event,
    registrationUrl: convention.registrationUrl,
    timeZone,
    pathOf,
    user: { id: '1', bornAt: changes.bornAt },
    registration: registration && { user: { id: '1' }, ...registration },
    time: eventTimeAt(Date.parse(now), { days: known, deskHours: event.deskHours, timeZone }),
    words,
  });
  return new Map(facts.map((fact) => [fact.label, fact]));
}

test('without anything to know there is nothing to read', () => {
  assert.deepEqual([...factsOf({ known: false, bornAt: '1990-07-02' })], []);
});

test('the days stand with the time until then, and a file for the calendar', () => {
  const when = factsOf().get('When');
  assert.deepEqual(when, {
    label: 'When',
    lines: ['July 2\u2009–\u20095, 2027'],
    note: { text: 'in 7 days', duration: 'P7D' },
    link: { text: 'Add to calendar', url: '/calendar', leadsTo: 'file' },
  });
});

test('the days are counted where the convention is: and while it runs it is said which one it is', () => {
  const note = (now: string, timeZone = 'UTC') =>
    factsOf({ now, timeZone }).get('When')?.note?.text;
  assert.equal(note('2027-07-01T00:00:00Z'), 'tomorrow');
  const daysOf = (now: string, timeZone = 'UTC') => [...factsOf({ now, timeZone }).keys()];
  assert.deepEqual(daysOf('2027-07-01T16:00:00Z', 'Asia/Tokyo'), ['Today']);
  assert.deepEqual(daysOf('2027-07-05T23:59:00Z'), ['Today']);
  assert.equal(note('2027-07-06T00:00:00Z'), undefined);
});

test('place and map stand where the settings name them', () => {
  const facts = factsOf({ settings: allSettings });
  assert.deepEqual(facts.get('Where'), {
    label: 'Where',
    lines: ['Harbour Hall'],
    isRecord: true,
    link: { text: 'Map', url: 'https://map.example/', leadsTo: 'map' },
  });
  const { CONVENTION_MAP_URL } = allSettings;
  assert.deepEqual(factsOf({ settings: { CONVENTION_MAP_URL } }).get('Where')?.lines, []);
  assert.deepEqual([...factsOf().keys()], ['When']);
});

test('the desk comes first: whether it is open, and all hours to come', () => {
  const facts = factsOf({ settings: allSettings });
  assert.deepEqual([...facts.keys()], ['Badge pick-up', 'When', 'Where']);
  assert.deepEqual(facts.get('Badge pick-up'), {
    label: 'Badge pick-up',
    lines: ['Opens Friday, July 2 at 10:00'],
    isNow: true,
    hours: 'Fri\u00a010:00–\u206018:00, Sat\u00a009:00–\u206012:00',
  });
  const deskAt = (now: string) => factsOf({ settings: allSettings, now }).get('Badge pick-up');
  const during = deskAt('2027-07-02T12:00:00Z');
  assert.deepEqual(during?.lines, ['Open now, until 18:00']);
  assert.equal(during?.hours, 'Sat\u00a009:00–\u206012:00');
  assert.equal(deskAt('2027-07-03T12:00:00Z')?.hours, undefined);
});

test('the day of the registration is that of the time zone of the convention, and a day that is none is left out', () => {
  const createdAt = '2026-03-02T23:30:00.000Z';
  const registered = (changes: object) => factsOf(changes).get('Registered');
  assert.deepEqual(registered({ registration: { createdAt } })?.lines, ['March 2, 2026']);
  const inTokyo = registered({ registration: { createdAt }, timeZone: 'Asia/Tokyo' });
  assert.deepEqual([inTokyo?.lines, inTokyo?.moment], [['March 3, 2026'], createdAt]);
  for (const wrong of [null, undefined, '', 'yesterday', '2026-13-01T00:00:00Z'])
    assert.equal(registered({ registration: { createdAt: wrong } }), undefined);
});

test('the age on the first day stands with where to correct it, and not on paper', () => {
  const age = factsOf({ bornAt: '1990-07-03T00:00:00.000Z', settings: allSettings }).get(
    'Your age on day one',
  );
  assert.deepEqual(age, {
    label: 'Your age on day one',
    lines: ['36'],
    link: { text: 'Wrong?', url: 'https://reg.testcon.example/', leadsTo: 'registration' },
    isPrivate: true,
  });
  for (const bornAt of [null, undefined, '', 'yesterday', '1990-02-31'])
    assert.equal(factsOf(bornAt === undefined ? {} : { bornAt }).has('Your age on day one'), false);
});

test('labels are shown by their short names, but for one that repeats the ticket', () => {
  const flags = ['Sponsor', null, 'VIP'].map((shortName, id) => ({ id: String(id), shortName }));
  const labelsOf = (registration: Partial<Registration>) =>
    factsOf({ registration }).get('Labels on your registration')?.lines;
  assert.deepEqual(labelsOf({ flags }), ['Sponsor', 'VIP']);
  assert.deepEqual(labelsOf({ flags, productDisplayName: 'Sponsor' }), ['VIP']);
  for (const none of [null, undefined, []]) assert.equal(labelsOf({ flags: none }), undefined);
});

test('last days stand while they are not over: to change the name, and to pay for who has not', () => {
  const settings = { BADGE_NAME_UNTIL: '2027-06-25', PAY_UNTIL: '2027-06-26' };
  const on = (day: string, status: string, badgeName = 'Foxy') =>
    factsOf({ settings, now: `${day}T12:00:00Z`, registration: { badgeName, status } });
  const unpaid = on('2027-06-20', 'unpaid');
  assert.deepEqual([...unpaid.keys()], ['When', 'Change name by', 'Pay by']);
  assert.deepEqual(unpaid.get('Pay by'), {
    label: 'Pay by',
    lines: ['June 26'],
    moment: '2027-06-26',
    note: { text: 'in 6 days', duration: 'P6D' },
  });
  assert.equal(on('2027-06-20', 'paid').has('Pay by'), false);
  assert.deepEqual([...on('2027-06-26', 'unpaid').keys()], ['When', 'Pay by']);
  assert.deepEqual([...on('2027-06-27', 'unpaid').keys()], ['When']);
  assert.deepEqual([...on('2027-06-20', 'paid', ' ').keys()], ['When'], 'who has no name');
  assert.deepEqual([...factsOf({ settings }).keys()], ['When'], 'without a registration');
});

test('once the convention is over, only when, where and the registration stand', () => {
  const facts = factsOf({
    settings: allSettings,
    now: '2027-07-06T00:00:00Z',
    bornAt: '1990-07-03',
    registration: { createdAt: '2026-03-02' },
  });
  assert.deepEqual([...facts.keys()], ['When', 'Where', 'Registered']);
  assert.deepEqual(facts.get('When'), { label: 'When', lines: ['July 2\u2009–\u20095, 2027'] });
});

test('in the days of the convention the facts are where the badge is, which day it is, and where', () => {
  const facts = factsOf({
    settings: { ...allSettings, BADGE_NAME_UNTIL: '2027-07-02' },
    now: '2027-07-02T12:00:00Z',
    bornAt: '1990-07-03',
    registration: { createdAt: '2026-03-02', badgeName: 'Foxy' },
  });
  assert.deepEqual([...facts.keys()], ['Badge pick-up', 'Today', 'Where']);
  assert.deepEqual(facts.get('Today'), {
    label: 'Today',
    lines: ['Friday, day 1 of 4'],
    isNow: true,
    note: { text: 'until Monday, July 5' },
  });
});

const deskPath = '/desk';
const bring = { text: 'Bring an ID with your legal name' };
const link = { text: 'Show at the desk', url: deskPath, isOutside: false };

function barAt(moment: string, settings: Record<string, string> = {}, path?: string) {
  const { event } = readConfig({ ...goodSettings, ...settings });
  const time = timeAt(moment, { deskHours: event.deskHours });
  return eventBar({ time, event, deskPath: path, words });
}

const withDesk = {
  CONVENTION_PLACE: 'Harbour Hall',
  DESK_HOURS: '2027-07-02 10:00-20:00; 2027-07-03 9:00-12:00',
};

test('the bar stands in the days of the convention, and not before', () => {
  assert.equal(barAt('2027-07-01T23:59:59Z', withDesk), undefined);
  assert.notEqual(barAt('2027-07-02T00:00:00Z', withDesk), undefined);
});

test('while the desk is open it says until when, where, what to bring, and leads to the screen for it', () => {
  assert.deepEqual(barAt('2027-07-02T12:00:00Z', withDesk, deskPath), {
    isOpen: true,
    label: 'Badge pick-up',
    text: 'Open now, until 20:00',
    lines: [{ text: 'Harbour Hall', isRecord: true }, bring],
    link,
  });
});

test('while it is closed it says when it opens', () => {
  const statusAt = (moment: string) => {
    const { isOpen, text } = barAt(moment, withDesk) ?? {};
    return [isOpen, text];
  };
  assert.deepEqual(statusAt('2027-07-02T09:00:00Z'), [false, 'Opens today at 10:00']);
  assert.deepEqual(statusAt('2027-07-02T20:00:00Z'), [false, 'Closed until tomorrow at 09:00']);
  assert.deepEqual(statusAt('2027-07-05T12:00:00Z'), [false, 'Closed. Ask the Testcon team.']);
});

test('where its hours and the place are not known, it says which day it is', () => {
  assert.deepEqual(barAt('2027-07-02T12:00:00Z'), {
    isOpen: false,
    label: 'Badge pick-up',
    text: 'Friday, day 1 of 4',
    lines: [bring],
    link: undefined,
  });
});
