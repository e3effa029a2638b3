/**
 * Mirrors under faults: two readers of the change feed that are killed at random while the service
 * is, and in the end hold exactly the public records. One is the example of the documents, the
 * other one is Python, written from the contract alone. Contract 30.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSqlite } from '../../src/lib/sqlite.js';
import { within } from '../support/until.js';
import { chooseFrom } from './random.js';
import { isSeriesItem } from './series.js';
import type { Services } from './services.js';
import { type Body, type Final, type Finding, findingOf, isBody, type Json } from './types.js';

const EXAMPLE = fileURLToPath(new URL('../../docs/examples/mirror.js', import.meta.url));
const PYTHON = fileURLToPath(new URL('../../../test/faults/mirror.py', import.meta.url));

/** How long the feed may take to have the last write, ms. */
const LAST_MS = 60_000;

/** → mirrors that read from the processes by turns. */
export function openMirrors({ ports, folder }: Services, seed: number) {
  const choose = chooseFrom(seed, 'mirror');
  const hasPython = spawnSync('python3', ['--version']).status === 0;
  const commands = [[process.execPath, EXAMPLE], ...(hasPython ? [['python3', PYTHON]] : [])];
  const fileOf = (at: number) => join(folder, `mirror-${at}.sqlite`);
  const start = (at: number, more: string[] = []): ChildProcess => {
    const [command = '', file = ''] = commands[at] ?? [];
    const root = `http://127.0.0.1:${choose.of(ports)}`;
    return spawn(command, [file, root, fileOf(at), ...more], { stdio: 'ignore' });
  };
  const ended = (child: ChildProcess) =>
    new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    /** Reads on, and is killed now and then, until the run is over. */
    run: async (isOver: () => boolean): Promise<void> => {
      const one = async (at: number) => {
        while (!isOver()) {
          const child = start(at);
          const end = ended(child);
          await within(isOver, choose.between(500, 4000));
          child.kill('SIGKILL');
          await end;
        }
      };
      await Promise.all(commands.map((_, at) => one(at)));
    },
    /** → what the mirrors have and the service has not, or the other way round. */
    check: async (final: Final): Promise<Finding[]> => {
      const findings: Finding[] = [];
      const areEqual = async () => {
        findings.length = 0;
        for (const at of commands.keys()) {
          const code = await ended(start(at, ['--once']));
          if (code === 0) findings.push(...differences(fileOf(at), final, at));
          else findings.push(finding(`mirror ${at} ended with ${code}`));
        }
        return findings.length === 0;
      };
      await within(areEqual, LAST_MS, 500);
      return findings;
    },
  };
}

const finding = (text: string) => findingOf('a mirror differs', text);

/** Compares a mirror with what lists show, and with series, which no list shows. */
function differences(file: string, final: Final, at: number): Finding[] {
  const wanted = new Map<string, Body>();
  for (const { kind, status, entries } of final.lists) {
    const open = status === 'publish' ? entries.filter(isPublic) : [];
    for (const entry of open) wanted.set(`${kind} ${entry.id}`, entry);
  }
  for (const item of final.items) {
    const { kind, id, body } = item;
    // Also one whose making was not answered.
    if (body && isPublic(body) && isSeriesItem(item, final)) wanted.set(`${kind} ${id}`, body);
  }
  const db = openSqlite(file, { busyTimeoutMs: 10_000 });
  const rows = db.all('SELECT kind, id, data FROM record');
  db.close();
  const held = new Map(
    rows.map(({ kind, id, data }) => [`${kind} ${id}`, JSON.parse(String(data)) as Body]),
  );
  if (wanted.size === 0) return [finding('there is nothing to compare a mirror with')];
  const extra = [...held.keys()].filter((key) => !wanted.has(key));
  const missing = [...wanted.keys()].filter((key) => !held.has(key));
  const stale = [...held].flatMap(([key, data]) => {
    const whole = wanted.get(key) ?? data;
    return Object.keys(data).flatMap((name) =>
      isPartOf(data[name], whole[name])
        ? []
        : `${key} ${name}: ${JSON.stringify(data[name])} instead of ${JSON.stringify(whole[name])}`,
    );
  });
  return [
    ...extra.map((key) => finding(`mirror ${at} holds ${key}, which is not public`)),
    ...missing.map((key) => finding(`mirror ${at} lacks ${key}`)),
    ...stale.map((key) => finding(`mirror ${at} holds another ${key}`)),
  ];
}

const isPublic = ({ status = 'publish' }: Body): boolean => status === 'publish';

/** → whether a value is that of the answer, which may have more fields. */
function isPartOf(part: Json | undefined, whole: Json | undefined): boolean {
  const areLists = Array.isArray(part) && Array.isArray(whole);
  if (areLists && part.length !== whole.length) return false;
  if (!areLists && !(isBody(part) && isBody(whole))) return part === whole;
  const others = new Map(Object.entries(whole as Body));
  return Object.entries(part as Body).every(([key, one]) => isPartOf(one, others.get(key)));
}
