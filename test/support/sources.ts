/** The files of the project, for the tests that read them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url));

/** → the text of a file below the top. */
export const read = (path: string): string => readFileSync(join(top, path), 'utf8');

/** → the TypeScript files (`.ts`, `.tsx`) in a folder, below the top, sorted. */
export const filesIn = (folder: string): string[] =>
  readdirSync(join(top, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(top, join(entry.parentPath, entry.name)))
    .sort();

/** → the longest of the texts, the first of equals; `""` for none. */
export const longest = (texts: string[]): string =>
  texts.reduce((best, text) => (text.length > best.length ? text : best), '');
