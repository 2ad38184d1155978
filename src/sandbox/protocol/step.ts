// Stores the latest steps for /protocol, and masks their secrets.

export interface Step {
  title: string;
  sentence: string;
  request: string;
  sent: Fields;
  /** The HTTP status, or 0 if the connection ended without a response. */
  status: number;
  answered: Fields;
}

export type Fields = [name: string, value: string][];

/** The most recent steps, oldest first. */
export interface Protocol {
  steps: readonly Step[];
  add(step: Step): void;
}

const maxSteps = 200;

export function startProtocol(): Protocol {
  const steps: Step[] = [];
  return {
    steps,
    add: (step) => {
      steps.push(step);
      if (steps.length > maxSteps) steps.shift();
    },
  };
}

/**
 * Secrets that appear in several steps. The first four characters of a long value are shown, so
 * that readers can recognise it.
 */
const partlyMasked = new Set(['access_token', 'refresh_token', 'code', 'state', 'authorization']);
const fullyMasked = new Set(['client_secret', 'code_verifier']);

export function shown(fields: Record<string, unknown>): Fields {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [
      name,
      mask(name, typeof value === 'string' ? value : JSON.stringify(value)),
    ]);
}

function mask(name: string, value: string): string {
  if (fullyMasked.has(name)) return '(secret)';
  if (!partlyMasked.has(name)) return value;
  return value.length < 16 ? '(secret)' : `${value.slice(0, 4)}… (secret)`;
}
