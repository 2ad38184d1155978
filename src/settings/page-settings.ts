// Settings of the pages: which ones there are, in which language and words, and what each shows.
// All of them are optional.
import { z } from 'zod';
import { readMessageOverrides } from './message-overrides.ts';
import { hasMessages, list, webAddress } from './setting-values.ts';

/** The pages that a convention may do without, by their names (that of the folder). */
export const optionalPages = [
  'badge-name',
  'calendar',
  'profile',
  'volunteering',
  'dealer',
  'roles',
  'link-kit',
] as const;

const pagesError = `must be some of ${optionalPages.join(', ')}; all other pages are always there`;

const messages = z.string().transform((folder, context) => {
  try {
    return readMessageOverrides(folder);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});

export const pageSettings = {
  DEFAULT_LOCALE: z
    .string()
    .refine(hasMessages, 'must be a language of views/messages, perhaps with a region (en-GB)')
    .default('en')
    .meta({
      about:
        'The language for visitors who ask for none of ours; its region also decides how dates look.',
    }),
  IMPRINT_URL: webAddress.optional().meta({
    about: 'The page that says who runs this site (imprint): linked on every page.',
    example: 'https://foxcon.example/imprint',
  }),
  PRIVACY_URL: webAddress.optional().meta({
    about: "The convention's own privacy policy: linked on every page, beside ours.",
    example: 'https://foxcon.example/privacy',
  }),
  NOTICE: z.string().max(200, 'must have at most 200 characters').optional().meta({
    about: 'A line on every page, such as for maintenance. Plain text, the same in all languages.',
    example: 'Sunday 2:00 to 3:00: no login / kein Login',
  }),
  MESSAGES_DIR: messages.optional().meta({
    about:
      'A folder with your own words for single messages: en.json, de.json, … with keys of views/messages.',
    example: 'deploy/messages',
  }),
  PAGES: list(/[\s,]+/)
    .pipe(z.array(z.enum(optionalPages, pagesError)))
    .default([...optionalPages])
    .meta({
      about:
        'Which of these pages there are. Home, sharing, privacy and accessibility always are: attendees have a right to them.',
    }),
};
