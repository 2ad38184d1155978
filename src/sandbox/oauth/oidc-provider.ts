// oidc-provider without its warning on Node 20, which it does not support. The sandbox is for
// trials and tests, and all its tests pass there.
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
