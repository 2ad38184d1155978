// Imports oidc-provider, and suppresses its warning that it does not support Node 20. The sandbox
// is only for trials and tests, and its tests pass on Node 20.
import type * as Package from 'oidc-provider';

export type Provider = Package.Provider;
export const { Provider, errors, interactionPolicy } = await loadWithoutWarning();

async function loadWithoutWarning(): Promise<typeof Package> {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!/Unsupported runtime/.test(String(words[0]))) warn(...words);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}
