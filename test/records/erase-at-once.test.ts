/**
 * What is erased is in no backup once DELETE with `force` has answered: neither words nor streets
 * nor coordinates. Contract 24.2.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyDatabase } from '../../src/lib/files/file-copy.js';
import { unitVector } from '../../src/lib/place/geo.js';
import { openSqlite, type Sqlite } from '../../src/lib/sqlite.js';
import { dataFile } from '../../src/open.js';
import { pairNamed } from '../support/adapters.js';
import { settle } from '../support/agree.js';
import { openTestApp, type TestApp } from '../support/app.js';
import { eventPayload } from '../support/factories.js';
import { tempFolder } from '../support/process.js';

/** A record, and what no other one has. */
interface Own {
  route: string;
  id: number;
  words: string[];
  point?: { lat: number; lng: number };
}

/** → a word of 16 letters that begins like hardly another one. */
function wordOf(name: string): string {
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return digest.replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
}

/** → what files hold of a record. FTS5 leaves out what a word has in common with the one before. */
function tracesOf({ words, point }: Own): string[] {
  const traces = words.map((word) => word.slice(-9));
  if (!point) return traces;
  const doubles = Object.values({ ...point, ...unitVector(point) }).map((value) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return bytes.toString('latin1');
  });
  return [...traces, String(point.lat), String(point.lng), ...doubles];
}

/** → the number of traces of records in the files of a folder, by file. */
function tracesIn(folder: string, records: readonly Own[]): Record<string, number> {
  const counts = readdirSync(folder).map((name): [string, number] => {
    const bytes = readFileSync(join(folder, name), 'latin1');
    return [name, records.flatMap(tracesOf).filter((trace) => bytes.includes(trace)).length];
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

async function givenVenue(app: TestApp, n: number): Promise<Own> {
  const words = ['name', 'street', 'city', 'text', 'old'].map((one) => wordOf(`${one} ${n}`));
  const [name, street, city, text, old] = words;
  const point = { lat: 40 + ((n * 0.7351) % 9), lng: 3 + ((n * 1.2347) % 11) };
  const body = {
    venue: `Hall ${name}`,
    address: `${street} ${n}`,
    city,
    country: 'BE',
    description: `The hall ${old}. `.repeat(10),
    image: `https://img.test/${name}.png`,
    geo_lat: point.lat,
    geo_lng: point.lng,
  };
  const { id } = await app.given({ request: 'POST /venues', body, isSettled: false });
  const change = { description: `The hall ${text}. `.repeat(20) };
  await app.given({ request: `PATCH /venues/${id}`, body: change, isSettled: false });
  return { route: 'venues', id, words, point };
}

async function givenEvent(app: TestApp, n: number, venue?: number): Promise<Own> {
  const words = ['title', 'about'].map((one) => wordOf(`${one} ${n}`));
  const description = `A fair ${words[1]}. `.repeat(30);
  const body = eventPayload({ title: `Fair ${words[0]}`, description, ...(venue && { venue }) });
  const { id } = await app.given({ request: 'POST /events', body, isSettled: false });
  return { route: 'events', id, words };
}

const erase = (app: TestApp, { route, id }: Own) =>
  app.given({ request: `DELETE /${route}/${id}?force=true`, isSettled: false });

describe('24.2 once DELETE with force has answered', () => {
  let app: TestApp;
  let other: Sqlite;
  const backupTraces = (...records: Own[]) => {
    const folder = tempFolder();
    copyDatabase(other, join(folder, 'backup'), []);
    return tracesIn(folder, records);
  };
  beforeEach(async () => {
    app = await openTestApp(pairNamed('sqlite + sqlite'));
    other = openSqlite(dataFile(app.deps.config) ?? '', { busyTimeoutMs: 1000 });
  });
  afterEach(async () => {
    other.close();
    await app.close();
  });

  it('a venue and an event that nothing else shows are in no backup', async () => {
    const all: Own[] = [];
    for (let n = 0; n < 90; n++) all.push(await givenVenue(app, n), await givenEvent(app, n));
    const erased = all.filter((_, at) => at % 5 === 1);
    for (const own of erased) await erase(app, own);
    expect(backupTraces(...erased)).toEqual({});
    const kept = all.filter((own) => !erased.includes(own));
    expect(backupTraces(...kept).backup).toBeGreaterThan(500);
  });

  it('an event that embeds a venue is gone; a venue is, once the copies in events are', async () => {
    const venue = await givenVenue(app, 1);
    const events: Own[] = [];
    for (let n = 0; n < 5; n++) events.push(await givenEvent(app, n, venue.id));
    const [event = venue] = events;
    await erase(app, event);
    expect(backupTraces(event)).toEqual({});
    await erase(app, venue);
    expect(backupTraces(venue)).not.toEqual({});
    await settle(app.deps);
    expect(backupTraces(venue, event)).toEqual({});
  });
});
