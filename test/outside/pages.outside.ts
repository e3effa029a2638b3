/**
 * Pages of ordinary and of hostile records, judged by programs that nobody here wrote: the HTML is
 * valid, and the structured data inside is that of schema.org. Contract 26, 28.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlRoots } from '../../src/present/markers.js';
import { pairNamed } from '../support/adapters.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { givenHardRecords } from '../support/hard-records.js';
import { tempFolder } from '../support/process.js';
import { hostileEvents } from './hostile.js';
import { home } from './install.js';
import { compileGraph, judgedBy, judgeJsonLd, run } from './judging.js';

const OTHERS = [
  '/',
  '/?page=2',
  '/?search=evening&categories=jazz&near=Berlin&is_free=true',
  '/?near=%22%3E%3Cb%3ENowhere',
  '/?search=zzzzzz',
  '/?start_date=%3Cscript%3E',
  '/?page=99',
  '/in/berlin/',
  '/event/nowhere/',
  '/event/gone/',
  '/docs',
];

/** How the library of our templates writes `<br/>`; quoted values make it harmless. */
const EXCUSED = 'Trailing slash on void elements';

let app: TestApp;
let folder: string;
/** The HTML of each page, by path. */
const pages = new Map<string, string>();
/** The nodes of JSON-LD in each page that has some, by path. */
const nodes = new Map<string, Json[]>();

async function fetchPage(path: string): Promise<void> {
  const answer = await fetch(`${app.url}${path}`);
  expect(answer.headers.get('content-type'), path).toBe('text/html; charset=utf-8');
  const html = await answer.text();
  pages.set(path, html);
  const found = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const graphs: Json[] = found.map(([, text = '']) => JSON.parse(text));
  if (graphs.length > 0)
    nodes.set(path, graphs.flatMap((graph) => graph['@graph'] ?? graph).map(withoutInputs));
}

/** → the node without what search engines read beside the vocabulary: `query-input`. */
const withoutInputs = (node: Json): Json =>
  JSON.parse(JSON.stringify(node, (name, value) => (name.endsWith('-input') ? undefined : value)));

/** Writes texts into files. → the paths of the files. */
const filesOf = (texts: Iterable<string>, suffix: string): string[] =>
  [...texts].map((text, index) => {
    const path = join(folder, `${index}.${suffix}`);
    writeFileSync(path, text);
    return path;
  });

beforeAll(async () => {
  folder = tempFolder();
  app = await openTestApp(pairNamed('sqlite + sqlite'));
  app.deps.roots = urlRoots({ baseUrl: app.url, siteUrl: app.url });
  const linked = await givenHardRecords(app);
  for (const body of hostileEvents) await app.given({ request: 'POST /events', body });
  const all = 'start_date=1990-01-01&end_date=2100-01-01&per_page=50';
  const paths = new Set([...OTHERS, ...Object.values(linked)]);
  for (let page = 1, last = 1; page <= last; page++) {
    const { body } = await app.call({ request: `GET /events?${all}&page=${page}` });
    for (const { url } of body.events) paths.add(new URL(url).pathname);
    last = body.total_pages;
  }
  for (const path of paths) await fetchPage(path);
});
afterAll(() => app?.close());

describe('pages', () => {
  it('are those of every record', () => {
    expect(pages.size).toBeGreaterThan(OTHERS.length + hostileEvents.length + 30);
    expect(nodes.size).toBeGreaterThan(hostileEvents.length + 30);
  });

  judgedBy('vnu', 'valid HTML, without a warning', async () => {
    const options = ['--no-langdetect', '--format', 'json', '--stdout', '--exit-zero-always'];
    const jar = join(home, 'node_modules/vnu-jar/build/dist/vnu.jar');
    const paths = [...pages.keys()];
    const files = filesOf(pages.values(), 'html');
    const { stdout } = await run('java', ['-jar', jar, ...options, ...files], {
      maxBuffer: 1 << 28,
    });
    const { messages }: Json = JSON.parse(stdout);
    const heard = messages.filter(({ message }: Json) => !message.startsWith(EXCUSED));
    const said = heard.map(({ url, message, extract }: Json) => {
      const path = paths[files.indexOf(decodeURI(String(url).replace(/^file:/, '')))];
      return `${path}: ${message}: ${extract}`;
    });
    expect(said.slice(0, 10)).toEqual([]);
  });
});

describe('structured data of pages', () => {
  judgedBy('schemaorg', 'the vocabulary and Google’s profile of events', async () => {
    const files = filesOf(
      [...nodes.values()].map((all) => JSON.stringify(all)),
      'jsonld',
    );
    const said = await judgeJsonLd(files);
    expect(said.complaint ?? []).toEqual([]);
  });

  judgedBy('schema-dts', 'compiles against the types of schema.org', async () => {
    const all = [...nodes.values()].flat();
    const withoutContext = all.map(({ '@context': _, ...node }) => node);
    expect(await compileGraph('pages', withoutContext)).toBe('');
  });
});
