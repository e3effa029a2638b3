/** Reads the text of metrics. */

/** → the values of a metric by its labels, as written: `{'engine="index"': 4}`; '' without labels. */
export function linesOf(text: string, name: string): Record<string, number> {
  const pattern = new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm');
  return Object.fromEntries(
    [...text.matchAll(pattern)].map(([, labels = '', value]) => [labels, Number(value)]),
  );
}
