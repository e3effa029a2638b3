/**
 * A real Elasticsearch without a container: the distribution that its makers publish for tests (few
 * modules, no bundled Java), unpacked and configured in our own folder.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bounds, type Launch } from './processes.js';

/** The major version of docker-compose.yml. Not every release is published in this form. */
const VERSION = '9.2.0';
const ARTIFACT = `org.elasticsearch.distribution.integ-test-zip:elasticsearch:${VERSION}:zip`;

/** Where an engine is to run. */
export interface Place {
  /** Folder of all engines. */
  folder: string;
  port: number;
  tell: (line: string) => void;
}

/** → whether Elasticsearch answers on the port. */
export async function elasticsearchAnswers(port: number): Promise<boolean> {
  try {
    const url = `http://127.0.0.1:${port}/_cluster/health?wait_for_status=yellow&timeout=1s`;
    return (await fetch(url, { signal: AbortSignal.timeout(bounds.askMs) })).ok;
  } catch {
    return false;
  }
}

/** Installs Elasticsearch and writes its configuration. → how it is started. */
export function prepareElasticsearch({ folder, port, tell }: Place): Launch & { mark: string } {
  const owner = process.getuid?.() === 0 ? unprivileged() : undefined;
  const own = ownFolder(folder, owner);
  const home = process.env.ELASTICSEARCH_HOME ?? unpacked(own, tell);
  if (!existsSync(join(home, 'bin', 'elasticsearch'))) {
    throw new Error(`There is no bin/elasticsearch in ${home} (ELASTICSEARCH_HOME).`);
  }
  const hasJava = existsSync(join(home, 'jdk', 'bin', 'java'));
  const java = hasJava ? {} : { ES_JAVA_HOME: findJava(process.env) };
  const config = join(own, 'config');
  writeConfig(home, own, port);
  if (owner) run('chown', ['-R', `${owner.uid}:${owner.gid}`, own]);
  return {
    command: join(home, 'bin', 'elasticsearch'),
    // On the command line, so that the process can be identified.
    args: [`-Epath.data=${join(own, 'data')}`],
    env: {
      PATH: process.env.PATH,
      LANG: process.env.LANG,
      HOME: own,
      ES_PATH_CONF: config,
      ES_TMPDIR: join(own, 'tmp'),
      ...java,
    },
    owner,
    mark: own,
  };
}

/** Removes the data it has stored; all of its files when they are outside our own folder. */
export function wipeElasticsearch(folder: string): void {
  const link = join(folder, 'elasticsearch');
  if (!existsSync(link)) return;
  const isElsewhere = lstatSync(link).isSymbolicLink();
  const stored = isElsewhere ? realpathSync(link) : join(link, 'data');
  rmSync(stored, { recursive: true, force: true });
  if (isElsewhere) rmSync(link);
}

/** → the user nobody, because Elasticsearch refuses to run as root. */
function unprivileged(): { uid: number; gid: number } {
  const id = (flag: string) => Number(run('id', [flag, 'nobody']));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * → the folder of its files, as a path without links. When the user it runs as cannot reach our
 * folder, the files are in a folder for temporary files, with a link to it in ours.
 */
function ownFolder(folder: string, owner: { uid: number } | undefined): string {
  const link = join(folder, 'elasticsearch');
  if (!existsSync(link)) {
    rmSync(link, { force: true });
    mkdirSync(folder, { recursive: true });
    if (owner === undefined || isPassable(folder)) mkdirSync(link);
    else symlinkSync(mkdtempSync(join(tmpdir(), 'marquee-elasticsearch-')), link);
  }
  return realpathSync(link);
}

/** → whether every user can pass through the folder. */
function isPassable(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  return isOpen && (dirname(folder) === folder || isPassable(dirname(folder)));
}

/** → the folder of the unpacked distribution; Maven fetches it if missing. */
function unpacked(own: string, tell: Place['tell']): string {
  const name = `elasticsearch-${VERSION}`;
  const home = join(own, name);
  if (existsSync(home)) return home;
  const part = join(own, 'unpacking');
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  tell(`Elasticsearch: getting ${ARTIFACT} by Maven (95 MB)`);
  maven(['dependency:copy', `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${part}`], tell);
  const zip = join(part, `${name}.zip`);
  const ways: [string, string[]][] = [
    ['unzip', ['-q', zip, '-d', part]],
    ['jar', ['xf', zip]],
    ['python3', ['-m', 'zipfile', '-e', zip, part]],
  ];
  const isDone = ways.some(([command, args]) => {
    return spawnSync(command, args, { cwd: part, stdio: 'ignore' }).status === 0;
  });
  if (!isDone) throw new Error(`${zip} cannot be unpacked: is there an unzip or a jar?`);
  const bin = join(part, name, 'bin');
  // Only unzip keeps the permission to execute.
  for (const file of readdirSync(bin)) chmodSync(join(bin, file), 0o755);
  renameSync(join(part, name), home);
  rmSync(part, { recursive: true, force: true });
  return home;
}

function maven(args: string[], tell: Place['tell']): void {
  const { error, status, stdout } = spawnSync('mvn', ['-B', '-q', ...args], { encoding: 'utf8' });
  if (error) {
    throw new Error(
      'Elasticsearch is fetched by Maven, and there is no mvn. Install Maven, or name an ' +
        'installed Elasticsearch in ELASTICSEARCH_HOME, or use docker compose.',
    );
  }
  if (status === 0) return;
  tell(stdout.trim().split('\n').slice(0, bounds.logLines).join('\n'));
  throw new Error(`${ARTIFACT} could not be fetched by Maven.`);
}

/** The oldest Java that Elasticsearch 9 supports, and where Linux and macOS have theirs. */
const OLDEST_JAVA = 21;
const JAVAS = ['/usr/lib/jvm', '/Library/Java/JavaVirtualMachines'];

/** → the home of the Java that ES_JAVA_HOME or JAVA_HOME names, else of an installed one. */
function findJava({ ES_JAVA_HOME, JAVA_HOME }: NodeJS.ProcessEnv): string {
  const installed = JAVAS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder).flatMap((name) => [
      join(folder, name),
      join(folder, name, 'Contents/Home'),
    ]),
  );
  const homes = [ES_JAVA_HOME, JAVA_HOME, ...installed].filter((home) => home !== undefined);
  const home = homes.find((one) => javaVersion(one) >= OLDEST_JAVA);
  if (home) return home;
  throw new Error(
    `Elasticsearch needs Java ${OLDEST_JAVA} or newer, and there is none. ` +
      'Install one, or name its folder in ES_JAVA_HOME.',
  );
}

/** → 21 for 21.0.4; 0 when unknown. */
function javaVersion(home: string): number {
  const release = join(home, 'release');
  if (!existsSync(release)) return 0;
  return Number(/JAVA_VERSION="?(\d+)/.exec(readFileSync(release, 'utf8'))?.[1] ?? 0);
}

/**
 * Writes the configuration at every start. A setting of a missing module would stop Elasticsearch.
 */
function writeConfig(home: string, own: string, port: number): void {
  const config = join(own, 'config');
  for (const name of ['config/jvm.options.d', 'data', 'logs', 'tmp']) {
    mkdirSync(join(own, name), { recursive: true });
  }
  for (const name of ['jvm.options', 'log4j2.properties']) {
    const from = join(home, 'config', name);
    if (existsSync(from)) copyFileSync(from, join(config, name));
  }
  writeFileSync(join(config, 'jvm.options.d', 'heap.options'), '-Xms1g\n-Xmx1g\n');
  const settings = {
    'cluster.name': `marquee-${createHash('sha256').update(own).digest('hex').slice(0, 8)}`,
    'path.logs': join(own, 'logs'),
    'discovery.type': 'single-node',
    'network.host': '127.0.0.1',
    'http.port': port,
    // No other node connects here: the first free port of a range.
    'transport.port': '19300-19399',
    'xpack.security.enabled': false,
    // Disks of developers' machines are often full.
    'cluster.routing.allocation.disk.threshold_enabled': false,
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}`,
  );
  writeFileSync(join(config, 'elasticsearch.yml'), `${lines.join('\n')}\n`);
}

function run(command: string, args: string[]): string {
  const { error, status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status === 0) return stdout.trim();
  throw new Error(`${command} ${args.join(' ')}: ${(error?.message ?? stderr).trim()}`);
}
