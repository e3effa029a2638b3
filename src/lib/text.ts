/** Small questions about values and texts that several rooms ask. */

/** → whether a value says nothing: absent, null, an empty text or an empty list. */
export const isBlank = (value: unknown): value is undefined | null | '' | readonly [] =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** → the text with a capital first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
