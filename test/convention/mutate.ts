function pick<Item>(items: readonly [Item, ...Item[]], random: () => number): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

const hostileStrings = [
  '',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</dd></dl></main><h1>Another heading</h1>',
  '<%= it.view %>',
  '{name, plural, one {#}}',
  '\u202E\u2066\u200B',
  '\uD800',
  '\uDC00\uD83D',
  'a\u0000b',
  '\u0000',
  'a\r\nset-cookie: b=c',
  '__proto__',
  '8',
  'javascript:alert(1)',
  '../../current',
  "'".repeat(50_000),
  'W'.repeat(200_000),
  `a${'\u0301'.repeat(300_000)}`,
  '2026-02-31T99:99:99Z',
  '9'.repeat(400),
] as const;

const otherValues = [
  () => null,
  () => true,
  () => 0,
  () => 8,
  () => -1.5,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER + 1,
  () => [],
  () => ({}),
  () => [{}],
  () => ({ id: '8' }),
  () => [null, null],
  () => nested(2000),
  () => JSON.parse('{"__proto__":{"id":"99","status":"paid","polluted":true}}'),
  () => JSON.parse('{"constructor":{"prototype":{"polluted":true}},"toString":1,"length":-1}'),
] as const;

export function mutate(value: unknown, random: () => number): unknown {
  const box = { value: structuredClone(value) };
  const changes = 1 + Math.floor(random() * 3);
  for (let change = 0; change < changes; change += 1) changeAt(pick(placesIn(box), random), random);
  return box.value;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

type Container = Record<string, unknown>;
type Place = { container: Container; key: string };

function changeAt({ container, key }: Place, random: () => number): void {
  const put = (value: unknown) => Object.defineProperty(container, key, { ...plain, value });
  const value = container[key];
  const change = random();
  if (change < 0.15) delete container[key];
  else if (change < 0.5) put(pick(hostileStrings, random));
  else if (change < 0.8) put(pick(otherValues, random)());
  else if (change < 0.9) put(manyOf(value));
  else if (typeof value === 'string') put(value + pick(hostileStrings, random));
  else
    Object.defineProperty(container, pick(['__proto__', 'id', '0'], random), { ...plain, value });
}

function manyOf(value: unknown): unknown[] {
  const isShort = (JSON.stringify(value) ?? '').length < 100;
  return Array.from({ length: 5000 }, () => structuredClone(isShort ? value : null));
}

const plain = { enumerable: true, configurable: true, writable: true };

function placesIn(box: Container): [Place, ...Place[]] {
  const places: [Place, ...Place[]] = [{ container: box, key: 'value' }];
  for (const { container, key } of places) {
    const inside = container[key];
    if (places.length > 500 || !isContainer(inside)) continue;
    for (const name of Object.keys(inside).slice(0, 50))
      places.push({ container: inside, key: name });
  }
  return places;
}

function nested(depth: number): unknown {
  let value: unknown = 'inside';
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { value };
  return value;
}
