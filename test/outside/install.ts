/**
 * Installs the judges once (vitest globalSetup), into a folder that Git ignores. What cannot be
 * had is skipped by name, unless REQUIRE_OUTSIDE names it.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const top = fileURLToPath(new URL('../..', import.meta.url));
const sources = join(top, 'test/outside/judges');
/** Where the judges are. */
export const home = join(top, '.engines/outside');

const run = promisify(execFile);
const inside = (folder: string) => join(home, folder);
const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement'];

async function installPython(): Promise<void> {
  if (!existsSync(inside('python'))) await run('python3', ['-m', 'venv', inside('python')]);
  await run(inside('python/bin/python'), [...pip, inside('requirements.txt')]);
}

const SOURCES = ['Judge.java', 'Expand.java'];

async function installMaven(): Promise<void> {
  const folder = inside('ical4j');
  const goal = 'dependency:copy-dependencies';
  await run('mvn', ['-q', '-B', goal, '-DoutputDirectory=lib'], { cwd: folder });
  await run('javac', ['-cp', 'lib/*', '-d', 'classes', ...SOURCES], { cwd: folder });
}

async function installNpm(): Promise<void> {
  const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock'];
  await run('npm', ['install', ...quietly], { cwd: home });
}

async function installVnu(): Promise<void> {
  await installNpm();
  await run('java', ['-version']);
}

async function installCargo(): Promise<void> {
  await run('cargo', ['build', '--quiet'], { cwd: inside('schemaorg') });
}

/** For judges that the system has or has not. */
const hasCommand = (name: string) => async (): Promise<void> =>
  void (await run(name, ['--version']));

/** How each judge is had. */
const installs: Readonly<Record<string, () => Promise<void>>> = {
  ical4j: installMaven,
  icalendar: installPython,
  feedparser: installPython,
  dateutil: installPython,
  recurring: installPython,
  standardwebhooks: installPython,
  'openapi-python-client': installPython,
  rpde: installNpm,
  deno: installNpm,
  geojsonhint: installNpm,
  'schema-dts': installNpm,
  vnu: installVnu,
  schemaorg: installCargo,
  xmllint: hasCommand('xmllint'),
  ogrinfo: hasCommand('ogrinfo'),
  promtool: hasCommand('promtool'),
};

/** The environment variable with the reason why a judge is skipped. */
export const reasonVariable = (name: string): string =>
  `OUTSIDE_SKIPPED_${name.toUpperCase().replaceAll('-', '_')}`;

/** Installs all of them. Throws when one that is required cannot be had. */
export async function setup(): Promise<void> {
  mkdirSync(home, { recursive: true });
  cpSync(sources, home, { recursive: true });
  const required = (process.env.REQUIRE_OUTSIDE ?? '').split(',').filter((name) => name !== '');
  const unknown = required.filter((name) => !installs[name]);
  if (unknown.length > 0) throw new Error(`REQUIRE_OUTSIDE: no judge is named ${unknown.join()}.`);
  const begun = new Map<() => Promise<void>, Promise<void>>();
  for (const [name, install] of Object.entries(installs)) {
    const one = begun.get(install) ?? install();
    begun.set(install, one);
    const reason = await one.then(
      () => null,
      (error: Error) => error.message.split('\n').slice(0, 3).join(' ').slice(0, 300),
    );
    if (reason === null) continue;
    console.log(`${name}: skipped: ${reason}`);
    process.env[reasonVariable(name)] = reason;
    if (required.includes(name)) throw new Error(`REQUIRE_OUTSIDE: ${name}: ${reason}`);
  }
}
