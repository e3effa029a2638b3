/** Origins of the web, as settings and policies name them: `https://city.example`. */
import { parseUrl, webUrl } from './urls.js';

/** Letters, digits, dots and hyphens alone: a policy splits its sources at other signs. */
const ORIGIN = /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/;

/** → whether a text is an origin, written as browsers write it: no path, no default port. */
export const isOrigin = (text: string): boolean =>
  ORIGIN.test(text) && parseUrl(text)?.origin === text;

/** → `'self'` of a path of this host, the origin of an https URL; null: it is neither. */
export function sourceOf(target: string): string | null {
  if (/^\/(?![/\\])[^\s\\]*$/.test(target)) return "'self'";
  const url = /^https:\/\/[^\s\\]+$/i.test(target) ? webUrl(target) : null;
  return url && isOrigin(url.origin) ? url.origin : null;
}
