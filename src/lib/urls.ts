/** URLs from text. `URL.canParse` is not used: on Node 20 it wrongly refuses some URLs with
 * letters beyond Latin 1 once its call is optimised. */

/** → the URL, or null when the text is none. */
export function parseUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
