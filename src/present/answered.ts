/** Reads values from records as they are answered. */

/** A record as it is answered, parsed. */
export type Answered = Readonly<Record<string, unknown>>;

/** → the text under a key, `""` for anything but a text or number. */
export function textOf(record: Answered, name: string): string {
  const value = record[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** → the objects of the list under a key. */
export function listOf(record: Answered, name: string): Answered[] {
  const value = record[name];
  return Array.isArray(value) ? value.filter(isAnswered) : [];
}

/** → the language of a text that is not in the requested language; undefined when it is. */
export function languageOf({ text_languages: tags }: Answered, name: string): string | undefined {
  return isAnswered(tags) ? textOf(tags, name) || undefined : undefined;
}

/** → whether a value is an object, and neither a list nor null. */
export const isAnswered = (value: unknown): value is Answered =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** → where an answered record is, degrees; null: it has no coordinates. */
export function pointOf({ geo_lat: lat, geo_lng: lng }: Answered) {
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null;
}

/** → the lines of an answered recurrence; for a series with parts, of the first part alone. */
export function rulesIn(recurrence: Answered): string[] {
  const { rules } = listOf(recurrence, 'parts')[0] ?? recurrence;
  return Array.isArray(rules) ? rules.map(String) : [];
}
