// The bytes of a QR code (ISO/IEC 18004): a text as data, with the error correction of level M, in
// the order in which they are drawn. Byte mode, versions 1 to 10.

/** For each version, level M: bytes of error correction in a block, and the data of each block. */
const blocksOf: readonly { readonly correction: number; readonly data: readonly number[] }[] = [
  { correction: 10, data: [16] },
  { correction: 16, data: [28] },
  { correction: 26, data: [44] },
  { correction: 18, data: [32, 32] },
  { correction: 24, data: [43, 43] },
  { correction: 16, data: [27, 27, 27, 27] },
  { correction: 18, data: [31, 31, 31, 31] },
  { correction: 22, data: [38, 38, 39, 39] },
  { correction: 22, data: [36, 36, 36, 37, 37] },
  { correction: 26, data: [43, 43, 43, 43, 44] },
];
const byteMode = 0b0100;
const padding = [0xec, 0x11];

/** Returns the smallest version that holds the text, and its bytes. Throws if there is none. */
export function qrData(text: string): { version: number; bytes: number[] } {
  const content = [...Buffer.from(text)];
  for (const [index, { correction, data: sizes }] of blocksOf.entries()) {
    const version = index + 1;
    const room = sizes.reduce((sum, size) => sum + size, 0);
    const data = dataBytes(content, { version, room });
    if (data) return { version, bytes: interleaved(blocks(data, sizes), correction) };
  }
  throw new Error(`a QR code of version 10 has no room for ${content.length} bytes`);
}

/** Returns mode, length and content, padded to `room` bytes; undefined if they do not fit. */
function dataBytes(
  content: readonly number[],
  { version, room }: { version: number; room: number },
): number[] | undefined {
  const lengthBits = version < 10 ? 8 : 16;
  const bits = [
    ...bitsOf(byteMode, 4),
    ...bitsOf(content.length, lengthBits),
    ...content.flatMap((byte) => bitsOf(byte, 8)),
  ];
  if (bits.length > room * 8) return undefined;
  // The terminator: four zeros, or what there is room for; then up to a whole byte.
  const end = Math.min(bits.length + 4, room * 8);
  const bytes = Array.from({ length: Math.ceil(end / 8) }, (_, at) =>
    Number.parseInt(
      bits
        .slice(at * 8, at * 8 + 8)
        .join('')
        .padEnd(8, '0') || '0',
      2,
    ),
  );
  const pads = Array.from({ length: room - bytes.length }, (_, at) => padding[at % 2] ?? 0);
  return [...bytes, ...pads];
}

function bitsOf(value: number, length: number): number[] {
  return Array.from({ length }, (_, at) => (value >> (length - 1 - at)) & 1);
}

function blocks(data: readonly number[], sizes: readonly number[]): number[][] {
  let start = 0;
  return sizes.map((size) => {
    start += size;
    return data.slice(start - size, start);
  });
}

/** First of each block its first byte, then its second one, and so on; then their correction. */
function interleaved(dataBlocks: readonly number[][], correction: number): number[] {
  const corrections = dataBlocks.map((block) => remainder(block, generator(correction)));
  return [dataBlocks, corrections].flatMap((parts) => {
    const longest = Math.max(...parts.map(({ length }) => length));
    return Array.from({ length: longest }, (_, at) => at).flatMap((at) =>
      parts.flatMap((part) => part[at] ?? []),
    );
  });
}

/** The powers of 2 in the field of 256 elements with the polynomial 0x11d, and their exponents. */
const powers: number[] = [];
const exponents: number[] = [];
for (let exponent = 0, power = 1; exponent < 255; exponent++) {
  powers[exponent] = power;
  exponents[power] = exponent;
  power = (power << 1) ^ (power > 127 ? 0x11d : 0);
}

function product(a: number, b: number): number {
  return a && b ? (powers[((exponents[a] ?? 0) + (exponents[b] ?? 0)) % 255] ?? 0) : 0;
}

/** Returns the polynomial of Reed-Solomon with this degree, without its first coefficient, 1. */
function generator(degree: number): number[] {
  let polynomial = [1];
  for (let root = 0; root < degree; root++) {
    const factor = powers[root] ?? 0;
    const shifted = [...polynomial, 0];
    polynomial = shifted.map((value, at) => value ^ product(polynomial[at - 1] ?? 0, factor));
  }
  return polynomial.slice(1);
}

/** Returns the remainder of a division by the generator: the bytes of error correction. */
function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  return data.reduce<number[]>(
    (rest, byte) => {
      const factor = byte ^ (rest[0] ?? 0);
      return divisor.map((value, at) => (rest[at + 1] ?? 0) ^ product(value, factor));
    },
    divisor.map(() => 0),
  );
}
