/**
 * `npm run docs`: makes the tables of the documents anew from the code that they describe, between
 * `<!-- table: NAME -->` and `<!-- end -->`. `-- --check` writes nothing and exits 1 when a
 * document is not as it would be made.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { packageRoot } from '../../src/lib/files/package.js';
import { runScript } from '../support.js';
import { makeTable } from './docs/tables.js';

const MARKED = /(<!-- table: ([a-z -]+) -->\n)[\s\S]*?(\n<!-- end -->)/g;

new Command('docs')
  .description('Makes the tables of the documents anew from the code that they describe.')
  .option('--check', 'write nothing; exit 1 when a document is not up to date', false)
  .action(({ check }: { check: boolean }) =>
    runScript(async () => {
      const stale = documents().filter((path) => renew(path, check));
      const verb = check ? 'is not up to date: npm run docs' : 'made anew';
      process.stdout.write(stale.map((path) => `${path} ${verb}\n`).join(''));
      return check && stale.length > 0 ? 1 : 0;
    }),
  )
  .parse();

/** → the paths of the Markdown files that may hold tables, below the checkout. */
function documents(): string[] {
  const paths = readdirSync(join(packageRoot(), 'docs'), { recursive: true, encoding: 'utf8' });
  const pages = paths.filter((path) => path.endsWith('.md')).map((path) => join('docs', path));
  return ['README.md', ...pages.sort()];
}

/** Makes the tables of a file anew, unless `isCheck`. → whether they differ from the old tables. */
function renew(path: string, isCheck: boolean): boolean {
  const file = join(packageRoot(), path);
  const text = readFileSync(file, 'utf8');
  const made = text.replaceAll(MARKED, (_, start: string, name: string, end: string) => {
    return `${start}\n${makeTable(name)}\n${end}`;
  });
  if (made !== text && !isCheck) writeFileSync(file, made);
  return made !== text;
}
