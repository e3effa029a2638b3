/** How far a feed was followed, in words for the operator. */
import type { Source } from '../source.js';

/** The parameters of a place in a feed; other parts of its address may be secrets. */
const PLACES = ['afterChangeNumber', 'afterTimestamp', 'afterId'];

/** → `event after 4711, venue after 12, …`; `""`: the source is no feed. */
export function positionOf({ feed }: Pick<Source, 'feed'>): string {
  const places = Object.entries(feed?.next ?? {}).map(([kind, url]) => {
    const query = new URL(url).searchParams;
    const values = PLACES.flatMap((name) => query.get(name) ?? []);
    return `${kind}${values.length > 0 ? ` after ${values.join(' ')}` : ''}`;
  });
  const more = feed && feed.anew.length > 0 ? ', read anew' : '';
  const late = feed?.waits ? ', events wait for their series' : '';
  return `${places.sort().join(', ')}${more}${late}`;
}
