/** Reports the records that a load has placed by their addresses, and the others. */
import { addressFields, type Locate } from '../src/import/place.js';
import { isBlank } from '../src/lib/text/text.js';

/** Most named records; the others are counted. */
const NAMED_MAX = 1000;

/** → the same locator, and the lines of its report. A retried row counts once. */
export function openLocated(locate: Locate): { locate: Locate; lines(): string[] } {
  const placed = new Map<string, boolean>();
  return {
    async locate(fields) {
      const located = await locate(fields);
      const values = ['venue', ...addressFields].map((name) => fields[name]);
      const name = values.filter((value) => !isBlank(value)).join(', ');
      placed.set(name.slice(0, 200), located !== null);
      return located;
    },
    lines() {
      const others = [...placed].flatMap(([name, isPlaced]) => (isPlaced ? [] : name));
      const named = others.slice(0, NAMED_MAX).map((name) => `not placed: ${name}`);
      const more = others.length - named.length;
      const rest = more > 0 ? [`not placed: ${more} more`] : [];
      return [`placed: ${placed.size - others.length} of ${placed.size}`, ...named, ...rest];
    },
  };
}
