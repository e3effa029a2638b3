/**
 * Parses URLs. `URL.canParse` is not used here: on Node 20, once optimized, it wrongly rejects some
 * URLs with letters beyond Latin-1.
 */

/** → the URL, or null when the text is not a URL. */
export function parseUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** → an http or https URL without a user or a password; null for any other text. */
export function webUrl(text: string, base?: URL): URL | null {
  const url = parseUrl(text, base);
  const isWeb = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return isWeb ? url : null;
}

/** → an http or https URL in ASCII, as URIs are written; `""` for any other text. */
export function asciiUrl(text: string): string {
  // Most records lack one, and an error takes longer than a URL.
  const url = text === '' ? null : parseUrl(text);
  return url && /^https?:$/.test(url.protocol) ? url.href : '';
}

/** → the URL or path with its escapes decoded; as it is when they are no UTF-8. */
export function decodedUrl(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
