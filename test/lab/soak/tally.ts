// Counts requests and errors for each fault, and the events that must never happen.
export const neverEvents = [
  'wrong-person pages',
  'lost sessions',
  'resurrected sessions',
  'logins that never succeeded',
  'keys without expiry',
] as const;
export type NeverEvent = (typeof neverEvents)[number];

interface PhaseCounts {
  requests: number;
  /** The number of error responses by status and path, such as `503 /profile`. */
  readonly errors: Map<string, number>;
}

export type Tally = ReturnType<typeof createTally>;

/** A phase is the time during which one fault, or none, is active. */
export function createTally() {
  const phases = new Map<string, PhaseCounts>();
  const never = new Map<NeverEvent, string[]>(neverEvents.map((event) => [event, []]));
  let phase = phaseOf('none');
  let pages = 0;
  let platformCalls = 0;

  function phaseOf(name: string): PhaseCounts {
    const counts = phases.get(name) ?? { requests: 0, errors: new Map() };
    phases.set(name, counts);
    return counts;
  }

  return {
    /** The first instance's memory in megabytes, after a fifth of the test and at its end. */
    memory: [] as number[],
    begin(name: string): void {
      phase = phaseOf(name);
    },
    countAnswer(path: string, status: number): void {
      phase.requests += 1;
      if (status === 200) pages += 1;
      if (status < 400) return;
      const error = `${status} ${path}`;
      phase.errors.set(error, (phase.errors.get(error) ?? 0) + 1);
    },
    countPlatformCall(): void {
      platformCalls += 1;
    },
    record(event: NeverEvent, what: string): void {
      never.get(event)?.push(what);
    },
    broken(): string[] {
      return [...never].flatMap(([event, cases]) => cases.map((what) => `${event}: ${what}`));
    },
    requests: () => sum([...phases.values()].map(({ requests }) => requests)),
    toMarkdown(): string {
      const rows = [...phases].map(([name, { requests, errors }]) => {
        const mostOften = [...errors].sort(([, a], [, b]) => b - a);
        const listed = mostOften.map(([error, count]) => `${count} × ${error}`).join(', ');
        return `| ${name} | ${requests} | ${sum([...errors.values()])} | ${listed} |`;
      });
      const zeros = [...never].map(([event, cases]) => `| ${event} | ${cases.length} |`);
      return [
        '| Fault | Requests | Errors | Which |\n|---|---|---|---|',
        ...rows,
        '\n| | |\n|---|---|',
        ...zeros,
        `| calls to the platform for each page | ${(platformCalls / Math.max(pages, 1)).toFixed(2)} |`,
        `| memory of the first instance, after a fifth of the time and at the end | ${this.memory.join(' MB, ')} MB |`,
      ].join('\n');
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
