/** Texts of JSON from outside → values, within bounds. */
import type { Json } from '../../kinds/record.js';

/** → the value, or undefined. Line ends inside of texts are spaces. */
export function parsedJson(text: string): Json | undefined {
  // RFC 8142: a record of a GeoJSON text sequence begins with a record separator.
  const plain = text.startsWith('\u001E') ? text.slice(1) : text;
  try {
    return JSON.parse(plain);
  } catch {
    try {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: pages have them inside of texts
      return JSON.parse(plain.replace(/[\u0000-\u001F]+/g, ' '));
    } catch {
      return undefined;
    }
  }
}

const [QUOTE, BACKSLASH] = [34, 92];
const [OPEN, CLOSE] = [new Set([91, 123]), new Set([93, 125])];

/** → whether brackets are nested deeper: parsing such a text takes seconds. */
export function nestsDeeper(text: string, levels: number): boolean {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isString = !isString;
    else if (isString) at += code === BACKSLASH ? 1 : 0;
    else if (OPEN.has(code)) depth += 1;
    else if (CLOSE.has(code)) depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}
