/** Finds a Java that Elasticsearch runs on among those installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** The oldest Java that Elasticsearch 9 supports. */
const OLDEST_JAVA = 21;

type Environment = Readonly<Record<string, string | undefined>>;

/** Folders whose entries are Java homes, on Linux, macOS and with the usual version managers. */
const foldersOfHomes = (env: Environment): string[] => [
  '/usr/lib/jvm',
  '/usr/java',
  '/opt/java',
  '/opt/homebrew/opt',
  '/Library/Java/JavaVirtualMachines',
  ...(env.HOME ? [join(env.HOME, '.sdkman/candidates/java'), join(env.HOME, '.jdks')] : []),
];

/**
 * → the home of a Java of at least OLDEST_JAVA: what ES_JAVA_HOME or JAVA_HOME names, the one on
 * PATH, else the first installed one. Throws an Error of one line that says what was found instead.
 */
export function findJava(env: Environment, folders = foldersOfHomes(env)): string {
  const named = [env.ES_JAVA_HOME, env.JAVA_HOME].filter((home) => home !== undefined);
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'java'))
    .filter((path) => existsSync(path))
    .map((path) => dirname(dirname(realpathSync(path))));
  const installed = folders.flatMap((parent) =>
    entries(parent).flatMap((name) => [join(parent, name), join(parent, name, 'Contents/Home')]),
  );
  const versions = new Map<string, number>();
  for (const home of [...named, ...onPath, ...installed]) {
    if (versions.has(home) || !existsSync(join(home, 'bin', 'java'))) continue;
    const version = versionOf(home);
    if (version >= OLDEST_JAVA) return home;
    versions.set(home, version);
  }
  const others = [...versions].map(([home, version]) => `${version || 'unknown'} in ${home}`);
  throw new Error(
    `Elasticsearch needs Java ${OLDEST_JAVA} or newer, and there is ` +
      `${others.length > 0 ? `only ${others.join(', ')}` : 'none'}. ` +
      'Install one, or name its folder in ES_JAVA_HOME.',
  );
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** → 21 for 21.0.4; 0 when unknown. */
function versionOf(home: string): number {
  const release = join(home, 'release');
  const text = existsSync(release)
    ? readFileSync(release, 'utf8')
    : spawnSync(join(home, 'bin', 'java'), ['-version'], { encoding: 'utf8' }).stderr;
  const [, version = '0'] = /(?:JAVA_VERSION=|version )"?(\d+)/.exec(text ?? '') ?? [];
  return Number(version);
}
