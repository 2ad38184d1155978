// Every word of the page that asks before something is shared no more. Pure.
import type { Translate } from '../../web/messages.ts';
import { yours } from '../../web/scope-words.ts';

export function stopView(options: { scope: string; serviceScopes: readonly string[]; words: Translate }) {
  const { scope, serviceScopes, words } = options;
  const what = yours([scope], { words });
  const seesApplications = ['registration:read', 'volunteer:read', 'vendor:read'].some((one) =>
    serviceScopes.includes(one),
  );
  return {
    heading: words('stop.heading', { what }),
    scope,
    goes: words('stop.goes.text', { what }),
    stays: [words('stop.stays.text', { what }), ...(seesApplications ? [words('stop.stays.applications')] : [])],
  };
}
