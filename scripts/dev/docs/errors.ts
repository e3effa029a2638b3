/** The error codes, read from the catalogue: `src/errors.ts`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/lib/files/package.js';
import { code } from './markdown.js';

/** A docstring, with its status, and the first code of its error. */
const DESCRIBED = String.raw`\/\*\* (\d{3}[^:]*): ((?:(?!\*\/)[\s\S])*?)\s*\*\/`;
const CODED = String.raw`export [\s\S]*?(?:ApiError\(\s*[^,]+,|moved\()\s*['${'`'}]([^'${'`'}]+)`;
const ENTRY = new RegExp(`${DESCRIBED}\n${CODED}`, 'g');

/** → code, status, and when it is answered, by status. */
export function listErrors(): string[][] {
  const text = readFileSync(join(packageRoot(), 'src', 'errors.ts'), 'utf8');
  const rows = [...text.matchAll(ENTRY)].map(([, status = '', when = '', name = '']) => [
    code(name.replaceAll(/\$\{(\w+)\}/g, (_, word) => `{${word === 'kindName' ? 'kind' : word}}`)),
    status,
    sentence(when),
  ]);
  return rows.sort(([, a = ''], [, b = '']) => a.localeCompare(b));
}

/** → the text of a docstring without its sources. */
function sentence(text: string): string {
  const plain = text
    .replaceAll(/\s*\n \* ?/g, ' ')
    .replaceAll(/ (Source: )?Contract [\d., ]+[^.]*\./g, '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
