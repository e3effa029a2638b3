/** Releases as stores keep them, and the refusal of data that this release cannot read. */
import { RELEASE } from '../lib/files/package.js';

/** → a release as a number, by which stores keep it: 1.2.3 is 1,002,003. */
function toNumber(release: string): number {
  const [major = 0, minor = 0, patch = 0] = release.split(/[.+-]/).map(Number);
  return (major * 1000 + minor) * 1000 + patch;
}

/** This release as a number. */
export const THIS_RELEASE = toNumber(RELEASE);

/** The first release whose data this one reads, as a number. */
export const FIRST_RELEASE = toNumber('2.0.0');

/** → the reason for refusing data of an earlier release. */
export const earlierRelease = (what: string): Error =>
  new Error(
    `${what} is of a release before 2.0.0, which this one cannot read: export each kind with ` +
      'that release (npm run export), and load the files with this one into an empty store. ' +
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
