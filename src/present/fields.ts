/** `fields`: selects keys of an answer; dots reach into objects. Source: Contract 14. */

type Presented = Record<string, unknown>;

/** → the JSON text of a record with only these keys, from its JSON text. */
export const pickFromText = (text: string, fields: readonly string[]): string =>
  JSON.stringify(pickFields(JSON.parse(text) as Presented, fields));

/** → the record with only these keys, in the record's own order. Absent keys remain absent. */
export function pickFields(record: Presented, fields: readonly string[]): Presented {
  const picked: Presented = {};
  const inner = new Map<string, string[]>();
  for (const field of fields) {
    const [name = '', ...rest] = field.split('.');
    if (rest.length === 0) inner.set(name, []);
    else if (inner.get(name)?.length !== 0) {
      inner.set(name, [...(inner.get(name) ?? []), rest.join('.')]);
    }
  }
  for (const name of Object.keys(record)) {
    const parts = inner.get(name);
    if (parts) picked[name] = parts.length === 0 ? record[name] : pickInside(record[name], parts);
  }
  return picked;
}

function pickInside(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => pickInside(item, fields));
  if (typeof value !== 'object' || value === null) return value;
  return pickFields(value as Presented, fields);
}
