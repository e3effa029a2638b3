/** The README and the contract agree with the code that they describe. */
import { describe, expect, it } from 'vitest';
import { runScript } from './support/process.js';
import { filesIn, longest, read } from './support/sources.js';

describe('the contract', () => {
  const sections = new Set(
    [...read('docs/contract.md').matchAll(/^##+ (\d+(?:\.\d+)?)\b/gm)].map(([, number]) => number),
  );
  const texts = ['src', 'scripts', 'test']
    .flatMap(filesIn)
    .filter((path) => path !== 'test/documents.test.ts')
    .map((path) => ({ path, text: read(path) }));

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

describe('the README', () => {
  const readme = read('README.md');

  it('holds the table of settings', async () => {
    const { stdout } = await runScript('settings', ['--table'], { PORT: '81' });
    expect(stdout).toContain('| `PORT` | `3000` |');
    expect(readme).toContain(stdout);
  });

  it('names every error code', () => {
    const catalogue = read('src/errors.ts');
    const codes = [...catalogue.matchAll(/new ApiError\(\s*[^,]+,\s*['`]([^'`]+)['`]/g)];
    expect(codes.length).toBeGreaterThan(20);
    // For a code that contains a kind's name: the part that is the same for all kinds.
    const fixed = codes.map(([, code = '']) => longest(code.split(/\$\{\w+\}/)));
    expect(fixed.filter((code) => !readme.includes(code))).toEqual([]);
  });
});
