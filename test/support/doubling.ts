/** Work on texts of strangers: whether it grows with their length alone. Bounds are CPU. */

/** Pieces that expressions and loops read again and again where they are written badly. */
export const PIECES = [
  ...['<', '&lt;a', '"(UTC) ', '@', '@:', ' ', '(', '1', '-', '/', '"', '\\', 'e\u0301', '\n'],
  ...['a,', '[{', ', a - ', '&amp;', '.:', '\u00A0|', 'http://a.b ', '$A', '+'],
];

/** The size of the longer text, characters: work that grows with its square takes seconds. */
const CHARS = 64 * 1024;

/** Less CPU than this is noise on a busy machine, ms. */
const FLOOR_MS = 40;

/** A collection of garbage, and code that is not yet compiled, only add to what work costs. */
const TRIES = 4;

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * → the factor by which CPU grows when a text doubles to `most` characters; 0: too little to be
 * measured.
 */
export async function growthOf(
  work: (chars: number) => Promise<unknown>,
  most = CHARS,
): Promise<number> {
  let [half, whole] = [Number.POSITIVE_INFINITY, await cpuMs(() => work(most))];
  for (let tried = 0; tried < TRIES && whole >= FLOOR_MS; tried += 1) {
    half = Math.min(half, await cpuMs(() => work(most / 2)));
    if (whole / half < GROWTH_MAX) return 0;
    whole = Math.min(whole, await cpuMs(() => work(most)));
  }
  return whole >= FLOOR_MS ? whole / half : 0;
}

/** Twice the text may cost so many times the CPU: less is noise about twice. */
const GROWTH_MAX = 3;

/** → a text of a piece, so long. */
export const textOf = (piece: string, chars: number): string =>
  piece.repeat(Math.floor(chars / piece.length));
