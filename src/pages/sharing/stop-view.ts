// View model of the confirmation page before the attendee stops sharing a scope. Pure.
import { knownServiceScopes } from '../../scopes.ts';
import type { Translate } from '../../web/messages.ts';
import { describeScopes } from '../../web/scope-words.ts';

export function stopView(options: {
  scope: string;
  serviceScopes: readonly string[];
  words: Translate;
}) {
  const { scope, serviceScopes, words } = options;
  const what = describeScopes([scope], { words });
  const applications = serviceScopes
    .filter((name) => knownServiceScopes[name]?.holdsContactDetails)
    .map((name) => words(`sharing.own.${name}`));
  const list = new Intl.ListFormat(words.locale).format(applications);
  return {
    heading: words('stop.heading', { what }),
    scope,
    goes: words('stop.goes.text', { what }),
    stays: [
      words('stop.stays.text', { what }),
      ...(applications.length > 0 ? [words('stop.stays.applications', { what: list })] : []),
    ],
  };
}
