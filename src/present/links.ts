/** URLs with the parameters that were sent. */
import type { JsonObject } from '../kinds/record.js';

/**
 * → parameters as texts. List parameters hold scalars and lists of scalars; anything else is
 * unknown and left out. A list with a comma in an item is written item by item: `city[0]`.
 */
export function asTexts(values: JsonObject): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const items = (Array.isArray(value) ? value : [value]).filter(isScalar).map(String);
    if (Array.isArray(value) && items.some((item) => item.includes(','))) {
      for (const [at, item] of items.entries()) texts[`${name}[${at}]`] = item;
    } else if (items.length > 0) texts[name] = items.join(',');
  }
  return texts;
}

/** → the parameter of such a text: `city` of `city[0]`. */
export const paramOf = (name: string): string => name.replace(/\[\d+\]$/, '');

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** → the URL with these parameters, percent-encoded. */
export function withQuery(base: string, values: Record<string, string>): string {
  const query = Object.entries(values)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
  return query === '' ? base : `${base}?${query}`;
}

// A JSON body may hold lone surrogates, on which encodeURIComponent throws.
const encode = (text: string) => encodeURIComponent(text.toWellFormed());
