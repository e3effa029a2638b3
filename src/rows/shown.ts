/** The value that an issue of a row is about, and its column in the file. */
import type { Issue } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import type { Json, JsonObject } from '../kinds/record.js';

/** Longest text of a value, and of the columns of a row, in a message. */
const [CHARS, COLUMNS_CHARS] = [100, 1000];

/** → a value as a message shows it: in quotes, cut off where it is long. */
export function quoted(value: Json | undefined, chars = CHARS): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return `"${text.slice(0, chars).toWellFormed()}${text.length > chars ? '…' : ''}"`;
}

/** The values of a row, and its columns by the fields that have other names. */
interface Shown {
  payload: JsonObject;
  columns?: Readonly<Record<string, string>> | undefined;
}

/** → the issues, each with its value and column. */
export function withValues(issues: readonly Issue[], { payload, columns }: Shown): Issue[] {
  return issues.map(({ param, reason }) => {
    const value = Object.hasOwn(payload, param) ? payload[param] : undefined;
    const column = columns?.[param];
    const at = column === undefined ? '' : ` (column ${column})`;
    if (value === undefined && at === '') return { param, reason };
    const isNamed = value === undefined || reason.includes('"');
    const text = isNamed ? reason : `${reason.replace(/\.$/, '')}: ${quoted(value)}`;
    return { param, reason: text + at };
  });
}

/** → the columns of a row without a column for its title or start; else undefined. */
export function lackingIn(
  { titleField, fields }: Kind,
  { payload, columns, emptied = [] }: Shown & { emptied?: readonly string[] | undefined },
): Issue | undefined {
  if (columns === undefined) return undefined;
  const read = [...Object.keys(payload), ...emptied];
  const wanted = [titleField, ...('start_date' in fields ? ['start_date'] : [])];
  const lacking = wanted.filter((field) => !read.includes(field));
  if (lacking.length === 0) return undefined;
  const names = read.map((field) => columns[field] ?? field).join(', ');
  const reason = `no column is read as ${lacking.join(', ')}: ${quoted(names, COLUMNS_CHARS)}`;
  return { param: 'line', reason };
}
