import { loadMessages } from '../../../src/web/words/messages.ts';

export const words = loadMessages(new URL('../../../views/messages/', import.meta.url), {
  locale: 'en',
  common: { convention: 'Testcon' },
});
