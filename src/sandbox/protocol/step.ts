// One step of the conversation between a site and the convention, as /protocol tells it.

/** A step: what was asked, what was answered, and why in one sentence. */
export interface Step {
  title: string;
  sentence: string;
  /** Method and path. */
  request: string;
  sent: Fields;
  /** 0 when the connection ended without an answer. */
  status: number;
  answered: Fields;
}

/** Names with values to show. */
export type Fields = [name: string, value: string][];

/** The most recent steps, oldest first. */
export interface Protocol {
  steps: readonly Step[];
  add(step: Step): void;
}

const MOST_RECENT = 200;

/** Returns a protocol that keeps the most recent 200 steps. */
export function startProtocol(): Protocol {
  const steps: Step[] = [];
  return {
    steps,
    add: (step) => {
      steps.push(step);
      if (steps.length > MOST_RECENT) steps.shift();
    },
  };
}

/** Secrets that appear in two steps: enough is shown to see that they are the same. */
const HINTED = new Set(['access_token', 'refresh_token', 'code', 'state', 'authorization']);
/** Secrets of which nothing is shown. */
const HIDDEN = new Set(['client_secret', 'code_verifier']);

/** Returns names and values to show, with the secrets masked. */
export function shown(fields: Record<string, unknown>): Fields {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, mask(name, typeof value === 'string' ? value : JSON.stringify(value))]);
}

function mask(name: string, value: string): string {
  if (HIDDEN.has(name)) return '(secret)';
  if (!HINTED.has(name)) return value;
  return value.length < 16 ? '(secret)' : `${value.slice(0, 4)}… (secret)`;
}
