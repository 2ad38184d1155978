// View model for the page that asks before an attendee stops sharing a scope. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import { knownServiceScopes } from '../../scopes.ts';
import { capital, withoutDirectionMarks } from '../../text.ts';
import { visitorOf } from '../../web/person.ts';
import { contactRow, describeScopes } from '../../web/scope-rows.ts';
import { formatList, type Translate } from '../../web/words/messages.ts';

interface StopViewOptions {
  readonly scope: string;
  readonly serviceScopes: readonly string[];
  /** Undefined if the record could not be read. */
  readonly user: CurrentUser | undefined;
  readonly paths: { readonly stop: string; readonly sharing: string };
  readonly words: Translate;
}

export function stopView(options: StopViewOptions) {
  const { scope, serviceScopes, user, words } = options;
  const what = describeScopes([scope], words);
  const applications = serviceScopes
    .filter((name) => knownServiceScopes[name]?.holdsContactDetails)
    .map((name) => words(`sharing.own.${name}`));
  const list = formatList(applications, words);
  return {
    heading: capital(words('stop.heading', { what })),
    partOf: 'sharing',
    ...(user && visitorOf(user)),
    scope,
    paths: options.paths,
    value: shortValue(options),
    text: words('stop.text', { what }),
    note: words('stop.note', { what }),
    details: [
      words('stop.details.goes', { what }),
      words('stop.details.stays', { what }),
      ...(applications.length > 0 ? [words('stop.details.applications', { what: list })] : []),
      words('stop.details.later'),
    ],
  };
}

/** Returns the contact detail if it has a single line. An address usually has several. */
function shortValue({ scope, user, words }: StopViewOptions): string | undefined {
  const row = user && contactRow(scope, { user, words });
  const [line, ...others] = row?.kind === 'record' ? row.lines : [];
  return line !== undefined && others.length === 0 ? withoutDirectionMarks(line) : undefined;
}
