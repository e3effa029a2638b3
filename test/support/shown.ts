/** What an installation shows to everybody, to compare one with another that follows it. */
import type { Json } from './app.js';

/**
 * → all public records by route, sorted, without what differs between installations. `read` gives
 * the answer to a path below that of the interface.
 */
export async function allShown(
  read: (path: string) => Promise<Json>,
): Promise<Record<string, Json[]>> {
  const all: Record<string, Json[]> = {};
  for (const route of ['events', 'venues', 'organizers', 'categories', 'tags']) {
    all[route] = [];
    for (let path = `/${route}/changes?limit=1000`; ; ) {
      const { items, next } = await read(path);
      for (const { data } of items) if (data) all[route].push(data);
      if (items.length === 0) break;
      path = next.slice(next.indexOf(`/${route}/changes`));
    }
    const series = new Set(all[route].map(({ id, recurrence }) => recurrence?.first && id));
    // Known: a date that is public while its series is not stays with its listing.
    const ids = new Set(all[route].map(({ id }) => id));
    const isTold = ({ recurrence }: Json) =>
      !recurrence?.series_id || ids.has(recurrence.series_id);
    // Its dates still name the rules of a series that has ended, which nobody else is told.
    const isEnded = ({ recurrence }: Json) => recurrence && !series.has(recurrence.series_id);
    all[route] = all[route].filter(isTold).map((one) => {
      const shown = plain(one);
      return isEnded(one) ? { ...shown, recurrence: null } : shown;
    });
    all[route].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return all;
}

/** Keys of answers that an installation gives by itself. */
const OWN = new Set([
  ...['id', 'global_id', 'global_id_lineage', 'author', 'url', 'rest_url', 'modified'],
  ...['modified_utc', 'post_parent', 'series_id', 'series_url', 'parent', 'term_taxonomy_id'],
  ...['urls', 'previous_dates', 'sequence', 'slug'],
]);

function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name, one]) => !OWN.has(name) && !isLink(name, one),
  );
  return Object.fromEntries(entries.map(([name, one]) => [name, plain(one)]));
}

/** An answer without a website links its own page. */
const isLink = (name: string, value: unknown): boolean =>
  name === 'website' &&
  /^https?:\/\/(?:\w+\.example|example\.com|127\.0\.0\.1:\d+)\//.test(String(value));

/** → the records that only one of them shows, or one more often. */
export function differences(
  leader: Record<string, Json[]>,
  follower: Record<string, Json[]>,
): string[] {
  const faults: string[] = [];
  for (const route of Object.keys(leader)) {
    const left = new Map<string, number>();
    const add = (record: Json, by: number) => {
      const text = JSON.stringify(record);
      left.set(text, (left.get(text) ?? 0) + by);
    };
    for (const record of leader[route] ?? []) add(record, 1);
    for (const record of follower[route] ?? []) add(record, -1);
    for (const [text, count] of left) {
      if (count !== 0) faults.push(`${route}, ${count > 0 ? 'lacks' : 'has'} ${text}`);
    }
  }
  return faults;
}
