/** What the URL of a page asks for: the parameters of its list, and links that change them. */
import type { JsonObject } from '../../kinds/record.js';
import { asTexts, withQuery } from '../links.js';
import { readQuery } from '../middleware/body.js';

/** The parameters of a page. */
export interface PageState {
  /** Those that are not empty, as the list takes them. */
  sent: JsonObject;
  /** The same as texts, without the position. */
  filters: Readonly<Record<string, string>>;
  /** → the page's URL with some parameters changed; `null` drops one. The position is dropped. */
  link: (changes: Record<string, string | null>) => string;
}

/** Parameters of pages alone, and those that pages decide themselves. */
const OWN = ['fragment', 'fields', 'facets', 'format'];

const POSITION = ['page', 'cursor'];

/** → the state in a query string; `path` is the page's. Throws what reading a query throws. */
export function readState(querystring: string, path: string): PageState {
  const sent = Object.fromEntries(
    Object.entries(readQuery(querystring)).filter(
      // A form sends its empty fields, too.
      ([name, value]) => value !== '' && !OWN.includes(name),
    ),
  );
  const filters = Object.fromEntries(
    Object.entries(asTexts(sent)).filter(([name]) => !POSITION.includes(name)),
  );
  const link: PageState['link'] = (changes) => {
    const all = Object.entries({ ...filters, ...changes });
    const kept = all.filter((pair): pair is [string, string] => pair[1] !== null);
    return withQuery(path, Object.fromEntries(kept));
  };
  return { sent, filters, link };
}
