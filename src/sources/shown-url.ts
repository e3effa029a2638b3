/** The address of a source as lists and messages show it: private calendars have a secret in it. */
import { parseUrl } from '../lib/net/urls.js';

/** → the URL without its query and the parts of its path that may be secrets. */
export function shownUrl(text: string): string {
  const url = parseUrl(text);
  if (!url) return HIDDEN;
  const path = url.pathname.split('/').map(shownPart).join('/');
  const host = url.host === '' ? '' : `//${url.host}`;
  return `${url.protocol}${host}${path}${url.search === '' ? '' : `?${HIDDEN}`}`;
}

const HIDDEN = '…';

/** Words and short numbers; whatever else could have been made by chance. */
const WORD = /^(?:[a-z]{1,15}|[A-Z][a-z]{0,14}|[A-Z]{1,6}|[a-z]{0,2}\d{1,4})$/;

const shownPart = (part: string): string =>
  /^private/i.test(part) || !part.split(/[-_.]/).every((word) => word === '' || WORD.test(word))
    ? HIDDEN
    : part;
