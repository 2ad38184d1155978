// Tells what fails for everybody from what fails for some, such as those whose records are broken:
// only five people in a row, with no answer to anybody between them, stand for everybody.

const peopleForEverybody = 5;
/** How long after their last failure a person still does not count, if others were answered. */
const ownFailureMs = 600_000;
/** While the platform is down, people come without end. More need not be known. */
const mostKept = 1000;

export type FailuresInARow = ReturnType<typeof createFailuresInARow>;

/** A person is any text of their own, or undefined for nobody. `clock`: it never jumps; in ms. */
export function createFailuresInARow(clock: () => number) {
  const inARow = new Set<string>();
  /** When each person counts again whose failures were not those of everybody. */
  const ownUntil = new Map<string, number>();
  let answeredAt = Number.NEGATIVE_INFINITY;

  const isTheirOwn = (person: string) => (ownUntil.get(person) ?? 0) > clock();

  function keepAsOwn(people: Iterable<string>): void {
    for (const person of people) {
      ownUntil.delete(person);
      ownUntil.set(person, clock() + ownFailureMs);
    }
    for (const [person, until] of ownUntil) {
      if (until > clock() && ownUntil.size <= mostKept) break;
      ownUntil.delete(person);
    }
  }

  return {
    /** Counts the failure of a call, unless anybody was answered since the call began. */
    add({ person, startedAt }: { person: string | undefined; startedAt: number }): void {
      if (person === undefined || startedAt < answeredAt) return;
      if (isTheirOwn(person)) keepAsOwn([person]);
      else if (inARow.size < mostKept) inARow.add(person);
    },

    /** The row ends: somebody was answered. */
    end(answered: string | undefined): void {
      answeredAt = clock();
      keepAsOwn(inARow);
      inARow.clear();
      if (answered !== undefined) ownUntil.delete(answered);
    },

    /** The row ends, and nobody in it counts for a while. */
    startAnew(): void {
      keepAsOwn(inARow);
      inARow.clear();
    },

    areEverybodys: () => inARow.size >= peopleForEverybody,

    /** Whether this person's calls have failed, whatever the reason. */
    concern: (person: string) => inARow.has(person) || isTheirOwn(person),
  };
}
