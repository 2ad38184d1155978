// What attendees answered to the event's own questions (interface 2.3). The event defines them: names and values are
// user data.
import { z } from 'zod';
import { text } from './schema.ts';

/** `type` is one of select, multi, text, number, or a later one, kept as sent. An unreadable `value` is undefined. */
export const option = z.object({
  name: text,
  type: text,
  value: z.union([z.string(), z.number(), z.array(z.string())]).nullish(),
});
