/** The folder of package.json, and its release. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** → the folder of package.json, from src/ as well as from dist/. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error('package.json not found above the source');
    folder = above;
  }
  return folder;
}

/** This release, such as `1.2.3`. */
export const RELEASE: string = JSON.parse(
  readFileSync(join(packageRoot(), 'package.json'), 'utf8'),
).version;
