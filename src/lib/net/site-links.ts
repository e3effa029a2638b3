/** The links of an operator, as a setting names them: `Imprint=https://…, Privacy=/privacy`. */
import { webUrl } from './urls.js';

/** A link of the footer. */
export interface SiteLink {
  name: string;
  /** An https URL, or a path of this host. */
  href: string;
}

/** Most links, and the longest name, characters. */
const LINKS_MAX = 20;
const NAME_CHARS = 60;

/** → the links of a setting; null when invalid. `""` has no links. */
export function readSiteLinks(text: string): SiteLink[] | null {
  if (text.trim() === '') return [];
  // A URL may hold a comma: only a comma before another link separates two.
  const links = text.split(/,(?=[^,=]+=(?:https:|\/))/).map((part) => {
    const at = part.indexOf('=');
    return { name: part.slice(0, at).trim(), href: part.slice(at + 1).trim() };
  });
  return links.length <= LINKS_MAX && links.every(isLink) ? links : null;
}

function isLink({ name, href }: SiteLink): boolean {
  if (name === '' || name.length > NAME_CHARS || /\p{Cc}/u.test(name + href)) return false;
  if (href.startsWith('/')) return /^\/(?![/\\])\S*$/.test(href);
  return /^https:\/\/\S+$/.test(href) && webUrl(href) !== null;
}
