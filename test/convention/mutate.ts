// Turns valid answers into hostile ones: a seeded generator picks the same ones on every run.

const hostileStrings = [
  '',
  '<script>alert(1)</script>',
  '" onload="alert(1)',
  'a\r\nset-cookie: b=c',
  'a\0b',
  'a\ud83db',
  '\udc00',
  '\u202egnp.exe',
  '👩‍👩‍👧',
  'W'.repeat(5000),
  '__proto__',
  '../../admin',
  '8',
];

/**
 * Returns an answer as text with one to three hostile mutations. Some results are not even JSON.
 */
export function mutateAnswer(answer: unknown, random: () => number): string {
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  const root: Container = { answer: structuredClone(answer) };
  for (let left = 1 + Math.floor(random() * 3); left > 0 && 'answer' in root; left -= 1) {
    const { container, key } = pickPlace(root, random, pick);
    pick(mutations)(container, key, pick);
  }
  const text = JSON.stringify(root.answer) ?? '';
  return random() < 0.05 ? text.slice(0, random() * text.length) : text;
}

type Container = Record<string, unknown>;
type Pick = <Item>(items: readonly Item[]) => Item;

const mutations: ((container: Container, key: string, pick: Pick) => void)[] = [
  (container, key) => delete container[key],
  (container, key) => {
    container[key] = null;
  },
  (container, key, pick) => {
    container[key] = pick([
      0,
      -1,
      1.5,
      8,
      2 ** 53,
      1e300,
      true,
      false,
      [],
      {},
      [null],
      [[]],
      [{}],
      { id: '8' },
    ]);
  },
  (container, key, pick) => {
    container[key] = pick(hostileStrings);
  },
  (container, key) => {
    // Separate copies: shared ones would all grow with the next mutation.
    container[key] = Array.from({ length: 20 }, () => structuredClone(container[key]));
  },
  (container, key) => {
    for (let level = 0; level < 200; level += 1)
      container[key] = level % 2 === 0 ? [container[key]] : { id: container[key] };
  },
  (container, key) => {
    const value =
      typeof container[key] === 'object' && container[key] !== null ? container[key] : {};
    // An own property with this name, as JSON.parse creates it.
    Object.defineProperty(value, '__proto__', {
      value: { polluted: true },
      configurable: true,
      enumerable: true,
      writable: true,
    });
    container[key] = value;
  },
];

/** Walks down from the root and stops at a random place. */
function pickPlace(
  root: Container,
  random: () => number,
  pick: Pick,
): { container: Container; key: string } {
  let container = root;
  let key = 'answer';
  for (;;) {
    const value = container[key];
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    if (keys.length === 0 || random() < 0.2) return { container, key };
    container = value as Container;
    key = pick(keys);
  }
}
