/**
 * The small rules of a load: when a record has not changed, which fields a row that leaves them
 * empty empties, what a refusal says. Called by load.ts.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ApiError, Issue } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { StoredRecord } from '../../kinds/record.js';
import { type Values, validate } from '../../validation/compile.js';

/** → whether two states of a record say the same; an empty field and one not there do. */
export function isSame(before: StoredRecord, after: StoredRecord): boolean {
  const said = ({ title, slug, status, author, ...rest }: StoredRecord) => ({
    title,
    slug,
    status,
    author,
    dates: [rest.date, rest.date_utc],
    fields: Object.fromEntries(
      Object.entries(rest.fields).filter(([, value]) => !isEmptyValue(value)),
    ),
    relations: Object.fromEntries(
      Object.entries(rest.relations).map(([field, linked]) => [field, linked.map(({ id }) => id)]),
    ),
  });
  return isDeepStrictEqual(said(before), said(after));
}

const isEmptyValue = (value: unknown): boolean =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0);

/** → a payload that empties the fields of these names, as far as an update may empty them. */
export function cleared(kind: Kind, names: readonly string[]): Values {
  const fields = new Set(names.map((name) => name.split('.')[0] ?? name));
  return Object.fromEntries([...fields].filter((name) => canClear(kind, name)).map(asEmpty));
}

const asEmpty = (name: string): [string, string] => [name, ''];

const clearable = new Map<string, boolean>();

/** Asked of the schema: an update with the empty text is taken, and means an empty value. */
function canClear(kind: Kind, name: string): boolean {
  const key = `${kind.name}.${name}`;
  const known = clearable.get(key);
  if (known !== undefined) return known;
  const { values, issues } = validate(kind.schema, { [name]: '' }, 'update');
  const isTimeOrFlag = ['start_date', 'end_date', 'all_day', 'timezone'].includes(name);
  const can = issues.length === 0 && name in values && !isTimeOrFlag && isEmptyValue(values[name]);
  clearable.set(key, can);
  return can;
}

/** → the issues of a refusal, one for each parameter. */
export function issuesOf(error: ApiError): Issue[] {
  const { params } = error.data;
  if (Array.isArray(params)) return params.map((param) => ({ param, reason: 'Is missing.' }));
  return Object.entries((params ?? {}) as Record<string, string>).map(([param, reason]) => ({
    param,
    reason,
  }));
}
