// Settings that say what pages show about the event, its helpers and the badge. All of them are
// optional: what is not set is not on the page.
import { z } from 'zod';
import { deskHours } from './desk-hours.ts';
import { badgeTiers, contact, count, eventDays, lastDay, webAddress } from './setting-values.ts';

const longestText = 100;
const shortText = z.string().max(longestText, `must have at most ${longestText} characters`);

export const eventSettings = {
  CONVENTION_DAYS: eventDays.optional().meta({
    about: 'Its first and last day. Default: what the platform says (/api/config), if it does.',
    example: '2027-07-02/2027-07-05',
  }),
  CONVENTION_PLACE: shortText.optional().meta({
    about: 'Where it takes place.',
    example: 'Harbour Hall, Hamburg',
  }),
  CONVENTION_MAP_URL: webAddress.optional().meta({
    about: 'A map of that place.',
    example: 'https://www.openstreetmap.org/relation/62782',
  }),
  DESK_HOURS: deskHours.optional().meta({
    about:
      'When badges are given out, in CONVENTION_TIME_ZONE: days separated by semicolons, each with its hours. An end before the start is on the next day.',
    example: '2027-07-02 10:00-20:00; 2027-07-03 9:00-13:00, 14:00-02:00',
  }),
  NEXT_URL: webAddress.optional().meta({
    about: 'What comes after the convention: linked once its last day is over.',
    example: 'https://foxcon.example/2028',
  }),
  SECURITY_CONTACT: contact.optional().meta({
    about: 'Whom to tell about a weakness: for /.well-known/security.txt. Without: no such file.',
    example: 'security@foxcon.example',
  }),
  GUARDIAN_URL: webAddress.optional().meta({
    about: 'What parents and guardians must know. Shown to those under age on the first day.',
    example: 'https://foxcon.example/guardians',
  }),
  GUARDIAN_AGE: count(1, 99).default(18).meta({
    about: 'Who is younger on the first day is under age.',
  }),
  IDENTITY_URL: webAddress.optional().meta({
    about:
      'Where attendees have their identity confirmed before they come. Default: it is checked at the desk, and is nothing to do before.',
    example: 'https://reg.foxcon.example/identity',
  }),
  BADGE_NAME_URL: webAddress.optional().meta({
    about: 'Where attendees change their badge name. Default: REGISTRATION_URL.',
    example: 'https://reg.foxcon.example/badge',
  }),
  BADGE_NAME_UNTIL: lastDay.optional().meta({
    about:
      'The last day on which badge names can be changed. Then pages say that the name is final, and no link offers to change it.',
    example: '2027-06-01',
  }),
  PAY_UNTIL: lastDay.optional().meta({
    about: 'The last day on which tickets can be paid. Then no link leads to the payment.',
    example: '2027-06-15',
  }),
  BADGE_TIERS: badgeTiers.optional().meta({
    about:
      'Colours of the badge by ticket: name=colour/text colour, separated by semicolons. Default: the accent.',
    example: 'Sponsor=f6bd2f/2a1b00; Staff=0a6b3d/fff',
  }),
  HELP_EMAIL: z.email('must be an email address').optional().meta({
    about: 'Whom attendees ask for help. Without it and HELP_URL, no page names anybody.',
    example: 'help@foxcon.example',
  }),
  HELP_URL: webAddress.optional().meta({
    about: 'The page where attendees find help, if there is no HELP_EMAIL.',
    example: 'https://foxcon.example/contact',
  }),
};
