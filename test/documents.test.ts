/** The README and the documents agree with the code that they describe. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScript, top } from './support/process.js';
import { filesIn, longest, read } from './support/sources.js';

const texts = ['src', 'scripts', 'test']
  .flatMap(filesIn)
  .filter((path) => path !== 'test/documents.test.ts')
  .map((path) => ({ path, text: read(path) }));

const DOCUMENTS = [
  'README.md',
  ...readdirSync(join(top, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

describe('the contract', () => {
  const sections = new Set(
    [...read('docs/contract.md').matchAll(/^##+ (\d+(?:\.\d+)?)\b/gm)].map(([, number]) => number),
  );
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
  });

  it('is the only document that is cited', () => {
    const others = /\b(contract|beyond|house|next)\.md\b|\bSpec: |\bQ\d+\b/;
    expect(texts.filter(({ text }) => others.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('the documents', () => {
  it('operations holds the table of settings', async () => {
    const { stdout } = await runScript('settings', ['--table'], { PORT: '81' });
    expect(stdout).toContain('| `PORT` | `3000` |');
    expect(read('docs/operations.md')).toContain(stdout);
  });

  it('the contract names every error code', () => {
    const contract = read('docs/contract.md');
    const catalogue = read('src/errors.ts');
    const codes = [...catalogue.matchAll(/new ApiError\(\s*[^,]+,\s*['`]([^'`]+)['`]/g)];
    expect(codes.length).toBeGreaterThan(20);
    // For a code that contains a kind's name: the part that is the same for all kinds.
    const fixed = codes.map(([, code = '']) => longest(code.split(/\$\{\w+\}/)));
    expect(fixed.filter((code) => !contract.includes(code))).toEqual([]);
  });

  it('link files that are there, and scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const faults = DOCUMENTS.flatMap((path) => {
      const text = read(path);
      const links = [...text.matchAll(/\]\((?!\w+:)([^)#]+)/g)].map(([, to = '']) => to);
      const named = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, to = '']) => to);
      return [
        ...links.filter((to) => !existsSync(join(top, dirname(path), to))),
        ...named.filter((to) => !(to in scripts)),
      ].map((to) => `${path}: ${to}`);
    });
    expect(faults).toEqual([]);
  });

  it('the README has at most 200 lines', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(201);
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
