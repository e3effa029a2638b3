/** Markdown tables, and a property of schemas/ as a cell. */
import { limits } from '../../../src/limits.js';
import { loadSchema, type PropertySchema } from '../../../src/validation/schemas.js';

/** → a table; cells may hold any text. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();

/** → a name or value as code. */
export const code = (text: unknown): string => `\`${String(text)}\``;

/** → a number as people write it. */
export const number = (value: unknown): string => Number(value).toLocaleString('en');

/** The values of our own keywords, in the words of docs/api/basics.md. */
const words: Record<string, (option: unknown) => string> = {
  dateTime: () => 'date-time',
  dayName: () => 'day',
  dateRange: () => 'START,END',
  bbox: () => 'west,south,east,north',
  timeZone: () => 'time zone',
  webUrl: () => 'URL',
  image: () => 'image',
  cost: () => 'cost',
  terms: () => 'terms',
  linked: (kind) => `${kind}: ID or fields`,
  searchText: () => `words (at most ${number(limits.searchChars)} characters)`,
};

/** → the type of a property in words, with the bounds that a caller can meet. */
export function typeOf(property: PropertySchema): string {
  const own = Object.keys(words).find((keyword) => property[keyword] !== undefined);
  if (own) return words[own]?.(property[own]) ?? '';
  const { $ref, anyOf, type, items, coerce } = property;
  if (typeof $ref === 'string') return loadSchema($ref).title;
  if (anyOf) return [...new Set((anyOf as PropertySchema[]).map(typeOf))].join(' or ');
  if (coerce === 'choices' || coerce === 'list' || coerce === 'names' || type === 'array') {
    return `list${items ? ` of ${typeOf(items)}` : ''}${boundsOf(property)}`;
  }
  if (property.enum) return property.enum.map(code).join(', ');
  if (coerce === 'looseBoolean') return 'boolean (loose)';
  const types = [type].flat().map((name) => name ?? 'any');
  return `${types.join(' or ')}${boundsOf(property)}`;
}

/** → ` (1 to 50)`, ` (at most 200 characters)`; `''` without a notable bound. */
function boundsOf({ minimum, maximum, maxLength, maxItems, line, text }: PropertySchema): string {
  const chars = line ?? maxLength ?? (text ? limits.textChars : undefined);
  if (minimum !== undefined && maximum !== undefined) {
    return ` (${number(minimum)} to ${number(maximum)})`;
  }
  if (maxItems !== undefined && Number(maxItems) > 0) return ` (at most ${number(maxItems)})`;
  if (chars !== undefined) return ` (at most ${number(chars)} characters)`;
  return minimum === undefined ? '' : ` (${number(minimum)} or more)`;
}
