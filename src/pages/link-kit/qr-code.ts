// Draws a QR code (ISO/IEC 18004): the squares of a text in byte mode with error correction M.
// test/pages/link-kit compares it with another program's, version by version.
import { qrData } from './qr-data.ts';

/** Rows of squares: true is dark. */
export type Squares = boolean[][];

/** For each version, the centres of the small alignment patterns. */
const alignments = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

/** Each tells which squares of the data are turned over, by row and column. */
const masks: readonly ((row: number, column: number) => boolean)[] = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (_, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];

/**
 * Returns the QR code of a text, without the quiet zone of four squares that must be around it.
 * `mask` (0 to 7): by default the one that readers find easiest. Throws for a text of more than 213
 * bytes.
 */
export function qrCode(text: string, mask?: number): Squares {
  const { version, bytes } = qrData(text);
  const draw = (index: number) => drawn(version, bytes, index);
  if (mask !== undefined) return draw(mask);
  const all = masks.map((_, index) => draw(index));
  return all.reduce((best, next) => (penalty(next) < penalty(best) ? next : best));
}

function drawn(version: number, bytes: readonly number[], maskIndex: number): Squares {
  const size = 17 + 4 * version;
  const fixed: (boolean | undefined)[][] = Array.from({ length: size }, () =>
    Array.from({ length: size }, () => undefined),
  );
  const set = (y: number, x: number, dark: boolean) => {
    const row = fixed[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  drawTiming(size, set);
  drawFinders(size, set);
  drawAlignments(version, size, set);
  drawFormat(size, maskIndex, set);
  if (version >= 7) drawVersion(version, size, set);
  return withData(fixed, bytes, masks[maskIndex] ?? (() => false));
}

type SetSquare = (row: number, column: number, dark: boolean) => void;

function drawTiming(size: number, set: SetSquare): void {
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
}

/** Draws squares in squares: `reach` is how far they go from the centre, dark where `isDark`. */
function drawRings(
  centre: readonly [row: number, column: number],
  { reach, isDark, set }: { reach: number; isDark: (distance: number) => boolean; set: SetSquare },
): void {
  for (let y = -reach; y <= reach; y++)
    for (let x = -reach; x <= reach; x++)
      set(centre[0] + y, centre[1] + x, isDark(Math.max(Math.abs(y), Math.abs(x))));
}

/** The three large corners, each with a light border. */
function drawFinders(size: number, set: SetSquare): void {
  const isDark = (distance: number) => distance !== 2 && distance !== 4;
  for (const centre of [[3, 3] as const, [3, size - 4] as const, [size - 4, 3] as const])
    drawRings(centre, { reach: 4, isDark, set });
}

function drawAlignments(version: number, size: number, set: SetSquare): void {
  const centres = alignments[version - 1] ?? [];
  for (const y of centres)
    for (const x of centres) {
      const isAtFinder = (y === 6 && (x === 6 || x === size - 7)) || (x === 6 && y === size - 7);
      if (!isAtFinder) drawRings([y, x], { reach: 2, isDark: (distance) => distance !== 1, set });
    }
}

/** Level M and the mask, twice. */
function drawFormat(size: number, mask: number, set: SetSquare): void {
  const bits = withCheck(mask, { checkBits: 10, polynomial: 0b10100110111 }) ^ 0b101010000010010;
  for (const [at, [row, column]] of formatPlaces(size).entries()) {
    const dark = ((bits >> at) & 1) === 1;
    set(row, 8, dark);
    set(8, column, dark);
  }
  set(size - 8, 8, true);
}

/** Where each bit stands: its row in column 8, and its column in row 8. */
function formatPlaces(size: number): [row: number, column: number][] {
  const counted = (from: number, length: number) => Array.from({ length }, (_, at) => from + at);
  // Past the timing pattern, then on beside the next finder.
  const rows = [...counted(0, 6), 7, 8, ...counted(size - 7, 7)];
  const columns = [...counted(0, 6), 7, ...counted(size - 8, 8)].toReversed();
  return rows.map((row, at) => [row, columns[at] ?? 0]);
}

function drawVersion(version: number, size: number, set: SetSquare): void {
  const bits = withCheck(version, { checkBits: 12, polynomial: 0b1111100100101 });
  for (let at = 0; at < 18; at++) {
    const dark = ((bits >> at) & 1) === 1;
    const [long, short] = [Math.floor(at / 3), size - 11 + (at % 3)];
    set(long, short, dark);
    set(short, long, dark);
  }
}

/** Appends the remainder of a division by the polynomial (a BCH code). */
function withCheck(
  value: number,
  { checkBits, polynomial }: { checkBits: number; polynomial: number },
): number {
  let rest = value << checkBits;
  for (let bit = 31; bit >= checkBits; bit--)
    if ((rest >> bit) & 1) rest ^= polynomial << (bit - checkBits);
  return (value << checkBits) | rest;
}

/** Fills the free squares from the right, two columns at a time, up and down in turn. */
function withData(
  fixed: readonly (readonly (boolean | undefined)[])[],
  bytes: readonly number[],
  mask: (row: number, column: number) => boolean,
): Squares {
  const size = fixed.length;
  const squares = fixed.map((row) => row.map((dark) => dark === true));
  let bit = 0;
  // The column of the timing pattern is left out.
  const pairs = Array.from({ length: (size - 1) / 2 }, (_, at) => size - 1 - 2 * at);
  for (const [turn, right] of pairs.map((x) => (x > 6 ? x : x - 1)).entries())
    for (let step = 0; step < size * 2; step++) {
      const line = Math.floor(step / 2);
      const [y, x] = [turn % 2 === 0 ? size - 1 - line : line, right - (step % 2)];
      const row = squares[y];
      if (!row || fixed[y]?.[x] !== undefined) continue;
      const dark = (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
      row[x] = dark !== mask(y, x);
      bit += 1;
    }
  return squares;
}

/** How hard it is to read, by the four rules of the standard: less is better. */
function penalty(squares: Squares): number {
  const columns = squares.map((_, x) => squares.map((row) => row[x] === true));
  const lines = [...squares, ...columns].map((line) => line.map(Number).join(''));
  const runs = lines.flatMap((line) => line.match(/(.)\1{4,}/g) ?? []);
  const likeFinders = lines.flatMap((line) => [
    ...line.matchAll(/(?=10111010000|00001011101)/g),
  ]).length;
  const blocks = squares.flatMap((row, y) =>
    row.filter((dark, x) => {
      const next = squares[y + 1];
      return row[x + 1] === dark && next?.[x] === dark && next[x + 1] === dark;
    }),
  ).length;
  const dark = squares.flat().filter(Boolean).length / squares.length ** 2;
  const balance = Math.floor(Math.abs(dark * 100 - 50) / 5) * 10;
  const runPenalty = runs.reduce((sum, { length }) => sum + length - 2, 0);
  return runPenalty + 3 * blocks + 40 * likeFinders + balance;
}
