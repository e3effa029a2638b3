/**
 * Feeds of real and of hostile events, judged by programs that nobody here wrote: each format is
 * read without a complaint, with the same events at the same instants. Contract 20.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/app.js';
import { load } from '../support/loads.js';
import { ask, fixture, type Service, serve, tempFolder, top } from '../support/process.js';
import { hostileEvents } from './hostile.js';
import { home } from './install.js';
import { compileGraph, hear, judgedBy, judgeJsonLd, run } from './judging.js';

const shared = join(top, '..', 'shared', 'data');
const isWhole = existsSync(join(shared, 'conferences.ndjson'));
const ALL = 'start_date=1990-01-01&end_date=2100-01-01';

let service: Service;
let folder: string;
/** Every event as JSON, by UID. */
let events: Map<string, Json>;
/** The pages of each format, as files. */
const files: Record<string, string[]> = {};

/** Follows the links of a feed to its end. → the files. */
async function fetchPages(kind: string, format: string): Promise<string[]> {
  const paths: string[] = [];
  let url: string | null = `${service.api}/${kind}.${format}?${ALL}`;
  while (url) {
    const answer: Response = await fetch(url);
    expect(answer.status, url).toBe(200);
    const path = join(folder, `${kind}-${paths.length}.${format}`);
    writeFileSync(path, Buffer.from(await answer.arrayBuffer()));
    paths.push(path);
    url = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
  }
  return paths;
}

beforeAll(async () => {
  folder = tempFolder();
  service = await serve({ MAX_PER_PAGE: '1000', SITE_URL: 'https://example.com' });
  const [venues, conferences] = isWhole
    ? [join(shared, 'breweries.csv'), join(shared, 'conferences.ndjson')]
    : [fixture('breweries-excerpt.csv'), fixture('conferences-excerpt.ndjson')];
  await load(service.dataDir, 'venue', venues, '--mapping', 'openbrewerydb');
  await load(service.dataDir, 'event', conferences, '--mapping', 'confs-tech');
  for (const body of hostileEvents) {
    const { status, body: answer } = await ask(`${service.api}/events`, {
      token: service.token,
      body,
    });
    expect(status, JSON.stringify(answer)).toBe(201);
  }
  events = new Map();
  for (let url: string | null = `${service.api}/events?${ALL}&per_page=1000`; url; ) {
    const { body: list }: Json = await ask(url);
    for (const event of list.events) events.set(event.uid, event);
    url = list.next_rest_url ?? null;
  }
  expect(events.size).toBe((isWhole ? 6006 : 220) + hostileEvents.length);
  for (const format of ['ics', 'atom', 'rss', 'geojson', 'jsonld']) {
    files[format] = await fetchPages('events', format);
  }
  for (const format of ['geojson', 'jsonld']) {
    files[format]?.push(...(await fetchPages('venues', format)));
  }
}, 300_000);

const python = (script: string, paths: string[] = []) =>
  hear(join(home, 'python/bin/python'), [join(home, script), ...paths]);

const secondsOf = (utc: string): string => String(Date.parse(`${utc.replace(' ', 'T')}Z`) / 1000);
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The times that a calendar must read: seconds, or dates of all-day events. */
function timesOf(event: Json): [string, string] {
  if (!event.all_day) {
    const [start, end] = [event.utc_start_date, event.utc_end_date];
    return [secondsOf(start), end > start ? secondsOf(end) : ''];
  }
  const next = Date.parse(`${event.end_date.slice(0, 10)}T00:00:00Z`) + 86_400_000;
  return [event.start_date.slice(0, 10), new Date(next).toISOString().slice(0, 10)];
}

function expectSameEvents(read: string[][] | undefined): void {
  expect(read).toHaveLength(events.size);
  const wrong = (read ?? []).filter(([, uid = '', start = '', end = '', summary = '']) => {
    const event = events.get(uid);
    if (!event) return true;
    const [from, to] = timesOf(event);
    return start !== from || end !== to || oneLine(summary) !== oneLine(event.title);
  });
  expect(wrong.slice(0, 5)).toEqual([]);
}

describe('calendars', () => {
  judgedBy('ical4j', 'valid, the same events at the same instants', async () => {
    const classPath = `${join(home, 'ical4j/lib/*')}:${join(home, 'ical4j/classes')}`;
    const { complaint = [], event } = await hear('java', [
      '-cp',
      classPath,
      'Judge',
      ...(files.ics ?? []),
    ]);
    expect(complaint.slice(0, 5)).toEqual([]);
    expectSameEvents(event);
  });

  judgedBy('icalendar', 'no fault, the same events at the same instants', async () => {
    const { complaint = [], event } = await python('icalendar_judge.py', files.ics);
    expect(complaint.slice(0, 5)).toEqual([]);
    expectSameEvents(event);
  });

  it('have lines of at most 75 octets, ended by CRLF', () => {
    for (const path of files.ics ?? []) {
      const lines = readFileSync(path, 'utf8').split('\r\n');
      expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
      expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([]);
    }
  });
});

/** → the UID, also of an Atom entry, whose ID is a URI of it. */
const uidOf = (id: string): string =>
  id.startsWith('tag:') ? decodeURIComponent(id.slice(id.indexOf(':', 4) + 1)) : id;

describe('feeds', () => {
  judgedBy('feedparser', 'Atom and RSS are read without a complaint', async () => {
    for (const format of ['atom', 'rss']) {
      const { complaint = [], event: entries } = await python('feedparser_judge.py', files[format]);
      expect(complaint.slice(0, 5)).toEqual([]);
      const event = (entries ?? []).map(([name, id = '', ...rest]) => [name, uidOf(id), ...rest]);
      expect(new Set(event.map(([, uid]) => uid))).toEqual(new Set(events.keys()));
      const wrong = event.filter(([, uid = '', start = '']) => {
        const { all_day: isAllDay, start_date: date, utc_start_date: utc } = events.get(uid);
        if (isAllDay) return start !== date.slice(0, 10);
        return Date.parse(start) / 1000 !== Number(secondsOf(utc));
      });
      expect(wrong.slice(0, 5)).toEqual([]);
    }
  });

  judgedBy('xmllint', 'Atom and RSS are well-formed', async () => {
    await run('xmllint', ['--noout', ...(files.atom ?? []), ...(files.rss ?? [])]);
  });
});

describe('maps', () => {
  judgedBy('geojsonhint', 'GeoJSON without a hint', async () => {
    const { hint } = await import(join(home, 'node_modules/@mapbox/geojsonhint/lib/index.js'));
    let read = 0;
    for (const path of files.geojson ?? []) {
      const text = readFileSync(path, 'utf8');
      expect(hint(text).slice(0, 5), path).toEqual([]);
      const { features } = JSON.parse(text);
      if (path.includes('events-')) read += features.length;
    }
    expect(read).toBe(events.size);
  });

  judgedBy('ogrinfo', 'GDAL reads every feature, of one layer in WGS 84', async () => {
    let read = 0;
    for (const path of files.geojson ?? []) {
      const { stdout, stderr } = await run('ogrinfo', ['-ro', '-so', '-al', path]);
      expect(stderr, path).toBe('');
      expect(stdout, path).toMatch(/GEOGCRS\["WGS 84"/);
      const [, count] = /^Feature Count: (\d+)$/m.exec(stdout) ?? [];
      if (path.includes('events-')) read += Number(count);
    }
    expect(read).toBe(events.size);
  });
});

describe('structured data', () => {
  judgedBy('schemaorg', 'the vocabulary and Google’s profile of events', async () => {
    const said = await judgeJsonLd(files.jsonld?.filter((path) => path.includes('events-')) ?? []);
    expect(said.complaint ?? []).toEqual([]);
    expect(said.eligible).toEqual([['eligible', String(events.size)]]);
  });

  judgedBy('schema-dts', 'a sample compiles against the types of schema.org', async () => {
    const graph = (files.jsonld ?? []).flatMap((path) => {
      const nodes: Json[] = JSON.parse(readFileSync(path, 'utf8'))['@graph'];
      return nodes.filter((_, index) => index % Math.ceil(nodes.length / 20) === 0);
    });
    const last = JSON.parse(readFileSync(files.jsonld?.[0] ?? '', 'utf8'))['@graph'];
    const sample = [...graph, ...last.slice(-hostileEvents.length)];
    expect(await compileGraph('feeds', sample)).toBe('');
  });
});
