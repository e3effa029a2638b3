/** The README and the documents agree with the code that they describe. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScript, top } from './support/process.js';
import { filesIn, read } from './support/sources.js';

const texts = ['src', 'scripts', 'test']
  .flatMap(filesIn)
  .filter((path) => path !== 'test/documents.test.ts')
  .map((path) => ({ path, text: read(path) }));

const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(top, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** → what links into a document may name: its headings and its numbers. */
const anchorsOf = (path: string): Set<string> => {
  const text = read(path);
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  const numbers = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  return new Set([...headings, ...numbers]);
};

describe('the contract', () => {
  const anchors = DOCUMENTS.flatMap((path) =>
    [...read(path).matchAll(/<a id="([\d.]+)">/g)].map(([, number]) => number),
  );
  const sections = new Set(anchors);
  it('has every section that is cited', () => {
    const missing = texts.flatMap(({ path, text }) =>
      [...text.matchAll(/Contract ((?:\d+(?:\.\d+)?(?:, | and |[–-])?)+)/g)].flatMap(([, cited]) =>
        (cited?.match(/\d+(?:\.\d+)?/g) ?? [])
          .filter((number) => !sections.has(number))
          .map((number) => `${path}: ${number}`),
      ),
    );
    expect(sections.size).toBeGreaterThan(30);
    expect(missing).toEqual([]);
    expect(anchors).toHaveLength(sections.size);
  });

  it('is the only document that is cited', () => {
    const others = /\b(contract|beyond|house|next)\.md\b|\bSpec: |\bQ\d+\b/;
    expect(texts.filter(({ text }) => others.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('the documents', () => {
  it('hold the tables that are made from the code, as they would be made', async () => {
    const { code, stdout } = await runScript('dev/docs', ['--check'], {});
    expect(stdout).toBe('');
    expect(code).toBe(0);
  });

  it('hold a table for each kind, each list, settings, error codes, metrics, limits, paths', () => {
    const made = DOCUMENTS.flatMap((path) =>
      [...read(path).matchAll(/<!-- table: ([a-z -]+) -->/g)].map(([, name]) => name),
    );
    const kinds = ['event', 'venue', 'organizer', 'category'].map((name) => `fields ${name}`);
    const lists = ['shared', 'event', 'venue', 'category'].map((name) => `parameters ${name}`);
    const single = ['settings', 'errors', 'limits', 'paths', 'suggest', 'changes', 'loads'];
    expect(made.sort()).toEqual([...kinds, ...lists, ...single, 'metrics', 'sections'].sort());
  });

  it('name settings and error codes that there are', () => {
    const { properties } = JSON.parse(read('schemas/settings.json'));
    const settings = new Set(Object.keys(properties));
    // The language of an example stands behind the name.
    const settingOf = (name: string) => {
      const [, setting = name] = /^(.+?)(?:_[A-Z]{2}){1,2}$/.exec(name) ?? [];
      return properties[setting]?.byLanguage ? setting : name;
    };
    const ofOthers = ['OTEL_SERVICE_NAME', 'NODE_EXTRA_CA_CERTS', 'REQUIRE_DOCKER'];
    const code = texts.filter(({ path }) => path.startsWith('src/')).map(({ text }) => text);
    const codes = new Set(code.flatMap((text) => text.match(/\brest_[a-z_]+/g) ?? []));
    const pages = DOCUMENTS.filter((path) => !/CHANGELOG|testing|decisions/.test(path));
    const unknown = pages.flatMap((path) => {
      const text = read(path);
      const named = [...text.matchAll(/`([A-Z][A-Z\d]*_[A-Z\d_]+)(?:=[^`]*)?`/g)].map(
        ([, name]) => name,
      );
      const told = text.match(/\brest_[a-z_]+/g) ?? [];
      return [
        ...named.filter((name = '') => !settings.has(settingOf(name)) && !ofOthers.includes(name)),
        ...told.filter((name) => !codes.has(name)),
      ].map((name) => `${path}: ${name}`);
    });
    expect(unknown).toEqual([]);
  });

  it('link files that are there, and scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const faults = DOCUMENTS.flatMap((path) => {
      const text = read(path);
      const links = [...text.matchAll(/\]\((?!\w+:)([^)#]+)/g)].map(([, to = '']) => to);
      const targets = [...text.matchAll(/\]\((?!\w+:)([^)#]*)#([^)]+)\)/g)];
      const lost = targets.filter(([, to, id = '']) => {
        const target = to ? join(dirname(path), to) : path;
        return (
          target.endsWith('.md') && existsSync(join(top, target)) && !anchorsOf(target).has(id)
        );
      });
      const named = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, to = '']) => to);
      return [
        ...lost.map(([link]) => link),
        ...links.filter((to) => !existsSync(join(top, dirname(path), to))),
        ...named.filter((to) => !(to in scripts)),
      ].map((to) => `${path}: ${to}`);
    });
    expect(faults).toEqual([]);
  });

  it('the README has at most 200 lines', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(201);
  });

  it.each([
    ['README.md', 600],
    ['CONTRIBUTING.md', 400],
    ['SECURITY.md', 300],
  ])('%s has at most %i words besides code', (path, max) => {
    const text = read(path).replaceAll(/^```[\s\S]*?^```$/gm, '');
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(max);
  });

  it('LICENSE is the licence that the packages name', () => {
    const { license } = JSON.parse(read('package.json'));
    expect(JSON.parse(read('client/package.json')).license).toBe(license);
    expect(read('LICENSE')).toMatch(new RegExp(`^${license} License\n`));
    // The licence asks that every copy has it.
    expect(read('Dockerfile')).toMatch(/^COPY LICENSE /m);
  });

  it('state a decision in four lines at most', () => {
    const [, ...entries] = read('docs/decisions.md').split(/^## (?=\d)/m);
    const linesOf = (text: string) => text.match(/^- /gm)?.length ?? 0;
    expect(entries.length).toBeGreaterThan(25);
    expect(entries.filter((text) => linesOf(text) > 4)).toEqual([]);
  });

  it('have every decision that is cited', () => {
    const decisions = read('docs/decisions.md');
    const missing = texts.flatMap(({ path, text }) =>
      [...text.replaceAll(/\n\s*(?:\*|\/\/) /g, ' ').matchAll(/Decision: ([^.*]+?)\./g)]
        .filter(([, title]) => !new RegExp(`^## [\\d-]+ ${title}$`, 'm').test(decisions))
        .map(([, title]) => `${path}: ${title}`),
    );
    expect(missing).toEqual([]);
  });
});
