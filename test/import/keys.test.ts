/** What names the records of loads: keys, strong before weak. Contract 16.3, 18.1, 18.2. */

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LoadOptions, LoadResult } from '../../src/import/entry.js';
import { kinds } from '../../src/kinds/index.js';
import type { JsonObject, KindName } from '../../src/kinds/record.js';
import { listKeys, removeKey } from '../../src/records/keys.js';
import { exportRecords } from '../../src/records/tell/export.js';
import { ownColumns } from '../../src/rows/columns/own-columns.js';
import { mappedBy } from '../../src/rows/map-row.js';
import { schemaOrgEvents } from '../../src/rows/mappings/schema-org.js';
import type { MappedEntry } from '../../src/rows/statement.js';
import { embeddedPair, type Opened, openPair } from '../support/adapters.js';
import { loadRows } from '../support/load-rows.js';

const caller = { id: 1, name: 'admin', role: 'administrator' as const };
const at = (day: string) => ({ start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` });
const FIRST = '2026-05-01';

let opened: Opened;
const open = () => {
  return openPair(embeddedPair);
};
beforeEach(async () => {
  opened = await open();
});
afterEach(() => opened.close());

/** Loads rows of our columns. → `outcome id` of each. */
async function load(
  kind: KindName,
  rows: JsonObject[],
  options: Partial<LoadOptions> = {},
): Promise<string[]> {
  const mapper = ownColumns(kinds[kind], options.present ? {} : { source: options.source });
  const mapped = rows.map((row) => mapper.map(row) as MappedEntry);
  const loading = { caller, ...options };
  return (await loadRows(opened.deps, kinds[kind], mapped, loading)).map(told);
}

const told = (result: LoadResult): string =>
  result.outcome === 'rejected' ? 'rejected' : `${result.outcome} ${result.record?.id}`;

const keysOf = async (id: number, kind: KindName = 'event') =>
  (await listKeys(opened.deps, { kind, id })).map(({ key }) => key);

const UID = '0123456789-first@club.example';

describe('weak keys', () => {
  it('a calendar that was loaded is known to whoever subscribes to it, and the reverse', async () => {
    const row = { external_id: `ical:${UID}`, title: 'Fair', ...at(FIRST) };
    expect(await load('event', [row])).toEqual(['created 1']);
    const present = new Set([`calendar-1:${UID}`]);
    const run = { source: 'calendar-1', present };
    expect(await load('event', [row], run)).toEqual(['unchanged 1']);
    expect(await keysOf(1)).toEqual([
      `@uid:${UID}`,
      expect.stringMatching(/^@row:1:/),
      `calendar-1:${UID}`,
    ]);
    expect(await load('event', [{ ...row, title: 'Late fair' }], run)).toEqual(['updated 1']);
    expect(await load('event', [row])).toEqual(['updated 1']);
  });

  it('short UIDs are names within their source: calendars that count from 1', async () => {
    const uids = ['1', '2'];
    const rows = (title: string, day: string) =>
      uids.map((uid) => ({ external_id: `ical:${uid}`, title: `${title} ${uid}`, ...at(day) }));
    const run = (id: number) => ({
      source: `calendar-${id}`,
      present: new Set(uids.map((uid) => `calendar-${id}:${uid}`)),
    });
    const [jazz, rock] = [rows('Jazz', '2026-05-01'), rows('Rock', '2026-05-02')];
    const [folk, soul] = [rows('Folk', '2026-05-03'), rows('Soul', '2026-05-04')];
    expect(await load('event', jazz, run(1))).toEqual(['created 1', 'created 2']);
    expect(await load('event', rock, run(2))).toEqual(['created 3', 'created 4']);
    expect(await load('event', folk)).toEqual(['created 5', 'created 6']);
    expect(await load('event', soul)).toEqual(['created 7', 'created 8']);
    expect(await load('event', folk)).toEqual(['unchanged 5', 'unchanged 6']);
    expect(await load('event', rock, run(2))).toEqual(['unchanged 3', 'unchanged 4']);
  });

  it('UIDs that are new at each fetch are known by what they say', async () => {
    const fetchOf = (n: number) => {
      const uids = [0, 1, 2].map((i) => `${n}-${i}-of-this-fetch-only`);
      const rows = uids.map((uid, i) => ({
        ...{ external_id: `ical:${uid}`, title: `Board ${i}`, ...at(FIRST) },
      }));
      const present = new Set(uids.map((uid) => `calendar-1:${uid}`));
      return load('event', rows, { source: 'calendar-1', present });
    };
    expect(await fetchOf(1)).toEqual(['created 1', 'created 2', 'created 3']);
    for (const n of [2, 3, 4]) {
      expect(await fetchOf(n)).toEqual(['unchanged 1', 'unchanged 2', 'unchanged 3']);
    }
    expect((await keysOf(1)).filter((key) => !key.startsWith('@row:'))).toEqual([
      'calendar-1:4-0-of-this-fetch-only',
      '@uid:4-0-of-this-fetch-only',
    ]);
  });

  it('two showings with one title, start and place stay two', async () => {
    const showing = { title: 'Film', ...at(FIRST), venue: { venue: 'Lux' } };
    const rows = ['a', 'b'].map((uid) => ({ external_id: `ical:${uid}-${UID}`, ...showing }));
    expect(await load('event', rows)).toEqual(['created 2', 'created 3']);
    expect(await load('event', rows)).toEqual(['unchanged 2', 'unchanged 3']);
    const present = new Set(['a', 'b'].map((uid) => `calendar-1:${uid}-${UID}`));
    const run = { source: 'calendar-1', present };
    expect(await load('event', rows, run)).toEqual(['unchanged 2', 'unchanged 3']);
  });

  it('two calendars with one event share it; a copied UID takes no other event', async () => {
    const row = (uid: string) => ({ external_id: `ical:${uid}`, title: 'Fair', ...at(FIRST) });
    const run = (id: number, uid: string) => ({
      source: `calendar-${id}`,
      present: new Set([`calendar-${id}:${uid}`]),
    });
    expect(await load('event', [row(UID)], run(1, UID))).toEqual(['created 1']);
    const other = `other-${UID}`;
    expect(await load('event', [row(other)], run(2, other))).toEqual(['unchanged 1']);
    const copied = { ...row(UID), title: 'Copy', ...at('2026-06-01') };
    const both = { source: 'calendar-1', present: new Set([`calendar-1:${UID}`]) };
    expect(await load('event', [copied], both)).toEqual(['updated 1']);
  });

  it('an event without a UID is the same one when its pin moves', async () => {
    const row = (geo_lat: number) => ({
      ...{ title: 'Fair', ...at(FIRST) },
      venue: { venue: 'Square', city: 'Ghent', geo_lat, geo_lng: 3.7 },
    });
    const run = { source: 'calendar-1', present: new Set<string>() };
    expect(await load('event', [row(51.05)], run)).toEqual(['created 2']);
    expect((await load('event', [row(51.06)], run))[0]).toMatch(/ 2$/);
    expect(await load('event', [{ title: 'Fair', ...at('2026-06-01') }], run)).toEqual([
      'created 4',
    ]);
  });

  it('the hash of a row by exports of 1.x is a key of this release', async () => {
    const row = { title: 'Fair', ...at(FIRST) };
    expect(await load('event', [row])).toEqual(['created 1']);
    const [key = ''] = await keysOf(1);
    const old = `event:${key.replace('@row:1:', '')}`;
    expect(await load('event', [{ external_id: old, ...row }])).toEqual(['unchanged 1']);
  });
});

describe('strong keys', () => {
  it('a row whose keys name two records is the one of the strongest, and says so', async () => {
    const rows = [
      { external_id: 'crm:1', title: 'One', ...at(FIRST) },
      { external_id: 'crm:2', uid: UID, title: 'Two', ...at(FIRST) },
    ];
    expect(await load('event', rows)).toEqual(['created 1', 'created 2']);
    const mapped = [{ externalId: 'crm:1', payload: { ...rows[0], uid: UID } as JsonObject }];
    const [result] = await loadRows(opened.deps, kinds.event, mapped, { caller });
    expect(result).toMatchObject({
      outcome: 'unchanged',
      record: { id: 1 },
      warnings: [{ reason: `the key @uid:${UID} is that of event 2` }],
    });
    expect(await keysOf(1)).toEqual(['crm:1']);
  });

  it.each(['@uid:x', '@id:1', '!crm:1'])('an identity %s is rejected', async (external_id) => {
    const mapper = ownColumns(kinds.venue);
    expect(mapper.map({ external_id, venue: 'Hall' })).toHaveProperty('issues');
  });

  it('a key that is removed never matches the record again', async () => {
    const row = { external_id: 'crm:1', title: 'One', ...at(FIRST) };
    await load('event', [row]);
    await removeKey(opened.deps, { kind: 'event', id: 1 }, 'crm:1');
    expect(await keysOf(1)).toEqual(['!crm:1']);
    expect(await load('event', [row])).toEqual(['created 2']);
    await removeKey(opened.deps, { kind: 'event', id: 1 }, '!crm:1');
    expect(await keysOf(1)).toEqual([]);
    await expect(removeKey(opened.deps, { kind: 'event', id: 1 }, 'x:1')).rejects.toThrow('no key');
  });

  it('a venue gains a key, and nothing follows', async () => {
    await load('category', [{ name: 'Music' }]);
    const [before] = await opened.deps.store.find('category', 'id', [1]);
    const backlog = await opened.deps.store.outbox.list({ afterId: null, limit: 100 });
    expect(await load('category', [{ external_id: 'crm:m', name: 'music' }])).toEqual([
      'updated 1',
    ]);
    expect(await load('category', [{ external_id: 'crm:m', name: 'music' }])).toEqual([
      'unchanged 1',
    ]);
    const again = [{ external_id: 'crm:m', name: 'music', keys: ['other:m'] }];
    const [stored] = await opened.deps.store.find('category', 'id', [1]);
    expect(await load('category', again)).toEqual(['unchanged 1']);
    expect(await opened.deps.store.find('category', 'id', [1])).toEqual([stored]);
    expect(await keysOf(1, 'category')).toEqual(['crm:m', 'other:m']);
    expect(before?.id).toBe(stored?.id);
    expect(backlog.length).toBeLessThan(100);
  });
});

describe('IDs', () => {
  it('those of another site name its records, not ours', async () => {
    await load('venue', [{ venue: 'V' }]);
    const venue = { id: 1, venue: 'The Anchor', city: 'Duluth' };
    const row = { id: 812, title: 'Quiz', ...at(FIRST), venue };
    expect(await load('event', [row], { source: 'oldsite' })).toEqual(['created 3']);
    expect(await keysOf(2, 'venue')).toEqual(['oldsite:1']);
    expect(await load('event', [row], { source: 'oldsite' })).toEqual(['unchanged 3']);
    const [event] = await opened.deps.store.find('event', 'id', [3]);
    expect(event?.relations.venue?.map(({ title }) => title)).toEqual(['The Anchor']);
  });

  it('an event of schema.org that has moved is the same one', async () => {
    const mapper = mappedBy(schemaOrgEvents);
    const loadFile = async (n: number) => {
      const file = new URL(`../fixtures/cases/27-moved-event-${n}.jsonld`, import.meta.url);
      const rows: JsonObject[] = JSON.parse(readFileSync(file, 'utf8'));
      const mapped = rows.map((row) => mapper.map(row) as MappedEntry);
      return (await loadRows(opened.deps, kinds.event, mapped, { caller })).map(told);
    };
    const [created] = await loadFile(1);
    const updated = created?.replace('created', 'updated');
    expect(await loadFile(2)).toEqual([updated]);
    expect(await loadFile(2)).toEqual([updated?.replace('updated', 'unchanged')]);
  });
});

describe('an export', () => {
  const lines = async () => {
    let text = '';
    for await (const part of exportRecords(opened.deps, kinds.event)) text += part;
    return text;
  };
  const loadLines = (text: string, made = new Map<string, number>()) =>
    load(
      'event',
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
      { made },
    );

  it('carries the keys, into another system and back', async () => {
    await load('event', [
      { external_id: `ical:${UID}`, title: 'Calendar', ...at(FIRST) },
      { external_id: 'crm:1', keys: ['other:1', '!crm:9'], title: 'Keys', ...at(FIRST) },
      { title: 'Row', ...at(FIRST) },
      { external_id: 'crm:4', title: 'Plain', ...at(FIRST) },
    ]);
    const text = await lines();
    expect(JSON.parse(text.split('\n')[1] ?? '').keys).toEqual(['other:1', '!crm:9']);
    const first = opened;
    opened = await open();
    expect(await loadLines(text)).toEqual(['created 5', 'created 6', 'created 7', 'created 8']);
    expect(await lines()).toBe(text);
    expect(await loadLines(text)).toEqual([5, 6, 7, 8].map((id) => `unchanged ${id}`));
    expect(await load('event', [{ title: 'Row', ...at(FIRST) }])).toEqual(['unchanged 7']);
    await first.close();
  });

  it('of a system of the same host overwrites nothing, in any batch', async () => {
    await load(
      'event',
      Array.from({ length: 6 }, (_, n) => ({ title: `A ${n}`, ...at(FIRST) })),
    );
    const text = (await lines()).trim().split('\n');
    const first = opened;
    opened = await open();
    await load('event', [{ title: 'Here before', ...at('2026-07-01') }]);
    const made = new Map<string, number>();
    for (const some of [text.slice(0, 3), text.slice(3)]) {
      const outcomes = await loadLines(some.join('\n'), made);
      expect(outcomes.map((one) => one.split(' ')[0])).toEqual(['created', 'created', 'created']);
    }
    const again = await loadLines(text.join('\n'));
    expect(again.every((one) => one.startsWith('unchanged'))).toBe(true);
    await first.close();
  });
});

describe('a name that a row with a key takes from its record', () => {
  const rows: JsonObject[] = [
    { venue: 'Hall A', city: 'Gent' },
    { external_id: 'halls:C', venue: 'Great hall' },
  ];

  it('is no longer that of the record for a row before it', async () => {
    await load('venue', [{ external_id: 'halls:C', venue: 'Hall A', city: 'Gent' }]);
    const first = await load('venue', rows);
    expect(first.map((one) => one.split(' ')[0])).toEqual(['created', 'updated']);
    expect(await load('venue', rows)).toEqual([
      first[0]?.replace('created', 'unchanged'),
      'unchanged 1',
    ]);
  });

  it('stays where the row changes nothing', async () => {
    await load('venue', [{ external_id: 'halls:C', venue: 'Hall A', city: 'Gent' }]);
    expect(await load('venue', rows, { onMatch: 'skip' })).toEqual(['unchanged 1', 'unchanged 1']);
  });
});
