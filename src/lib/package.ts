/** The folder of package.json, and the release that it names. */
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

/** → a release as a number, by which stores keep it: 1.2.3 is 1,002,003. */
export function toNumber(release: string): number {
  const [major = 0, minor = 0, patch = 0] = release.split(/[.+-]/).map(Number);
  return (major * 1000 + minor) * 1000 + patch;
}

/** The first release whose data this one reads, as a number. */
export const FIRST_RELEASE = toNumber('1.0.0');

/** → the reason why data of a release before the first one is refused. */
export const earlierRelease = (what: string): Error =>
  new Error(
    `${what} is of a release before 1.0.0, which this one cannot read. Export each kind with ` +
      'that release (npm run export), and load the files into an empty store. ' +
      'Nothing was changed.',
  );

/** → the release of a number. */
const fromNumber = (number: number): string =>
  [number / 1_000_000, (number / 1000) % 1000, number % 1000].map(Math.floor).join('.');

/**
 * → the reason why data of a later layout is refused. `by`: the number of the release that brought
 * it to that layout; 0: not known.
 */
export function laterLayout(what: string, layout: number, known: number, by: number): Error {
  const reader = by > 0 ? `Marquee ${fromNumber(by)}` : 'a later release';
  return new Error(
    `${what} has layout ${layout}, which ${reader} can read. ` +
      `This is Marquee ${RELEASE}, which knows layouts up to ${known}. Nothing was changed.`,
  );
}
