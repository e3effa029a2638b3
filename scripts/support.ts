/** Shared by all scripts: the deps for the current settings, a caller, exit codes. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { readConfig } from '../src/config.js';
import { ApiError } from '../src/errors.js';
import { type Log, silentLog } from '../src/lib/log.js';
import { limits } from '../src/limits.js';
import { dataFile, type OpenDeps, openDeps } from '../src/open.js';
import { isStampStale } from '../src/sync/push.js';
import { rebuild } from '../src/sync/rebuild.js';

/** A load refreshes the index at its end, and not after each batch. */
export const LOADING = { INDEX_REFRESH: 'false' };

/** Nothing else waits for the event loop of a script. */
const ALONE = { turnRecords: limits.batchRecords };

/**
 * Opens the stores of the settings, also while a service runs. Throws, with exit code 2, when the
 * embedded file does not exist: only the service and loads create it.
 */
export async function openForScript(
  log: Log = silentLog,
  options: { isCopied?: boolean } = {},
): Promise<OpenDeps> {
  const config = readConfig(process.env);
  const file = dataFile(config);
  if (file !== null) requireFile(file);
  return openDeps(config, { log }, { ...ALONE, ...options });
}

/** Runs a script's work with what `openForScript` opens, and closes it and the log. */
export function runWithDeps(work: (deps: OpenDeps) => Promise<number>, log: Log = silentLog): void {
  runScript(async () => {
    const deps = await openForScript(log);
    try {
      return await work(deps);
    } finally {
      await deps.close();
      await log.close();
    }
  });
}

/** Throws, with exit code 2, when the embedded file does not exist. */
export function requireFile(file: string): void {
  if (!existsSync(file)) {
    throw Object.assign(new Error(`There is no file ${file}.`), { exitCode: 2 });
  }
}

/**
 * Opens the stores of the settings, and creates missing stores. Throws when the index was made with
 * other settings: its entries would be a mixture of both.
 */
export async function openOrCreate(settings: Record<string, string> = {}): Promise<OpenDeps> {
  const config = readConfig({ ...process.env, ...settings });
  const deps = await openDeps(config, { log: silentLog }, ALONE);
  if ((await deps.index.stamp()) === null) await rebuild(deps);
  try {
    await refuseOtherSettings(deps);
  } catch (error) {
    await deps.close();
    throw error;
  }
  return deps;
}

/** Throws when the index was made with other settings: a load would make a mixture of both. */
export async function refuseOtherSettings(deps: OpenDeps): Promise<void> {
  if (!(await isStampStale(deps))) return;
  throw new Error(
    'The index was made with other settings (SITE_TIMEZONE, CURRENCY_*). ' +
      'Use the same here, or run npm run rebuild-index with the new ones.',
  );
}

/**
 * Opens the stores of the settings for work that writes nothing. A missing embedded file is not
 * created: the work then has an empty file in a temporary folder.
 */
export async function openUnwritten(settings: Record<string, string>): Promise<OpenDeps> {
  const file = dataFile(readConfig({ ...process.env, ...settings }));
  if (file === null || existsSync(file)) return openOrCreate(settings);
  const folder = mkdtempSync(join(tmpdir(), 'marquee-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const deps = await openOrCreate({ ...settings, DATA_DIR: folder });
    return { ...deps, close: () => deps.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * → the error, with exit code 3, that names the command of MongoDB's own tool. It copies the whole
 * replica set as of a moment: its `--oplog` refuses a URI with a database. `then`: the next step.
 */
export const toolNeeded = (
  { mongoUrl, file }: { mongoUrl: string; file: string },
  tool: string,
  then = '',
): Error => {
  const [, scheme = 'mongodb://', user, hosts = '', query = ''] =
    /^(\w+(?:\+srv)?:\/\/)([^/?]*@)?([^/?]*)[^?]*\??(.*)$/.exec(mongoUrl) ?? [];
  const options = query.split('&').filter((option) => TOOL_OPTIONS.test(option));
  const command = [
    tool,
    `--uri=${shellQuoted(`${scheme}${hosts}/?${options.join('&')}`.replace(/\?$/, ''))}`,
    // The tool asks for the password.
    ...(user ? ['--username=ADMINISTRATOR', '--authenticationDatabase=admin'] : []),
    `--gzip --archive=${shellQuoted(file)}`,
  ].join(' ');
  return Object.assign(
    new Error(`Records are in MongoDB; use its own tool${then && `, ${then}`}:\n  ${command}`),
    { exitCode: 3 },
  );
};

/** Options of a URL that the tools need and that hold no secret. */
const TOOL_OPTIONS = /^(?:replicaSet|tls|ssl|tlsCAFile)=/;

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 };

/** → the seconds of a time such as `90s`, `30m`, `1h`, `7d`. Throws commander's error. */
export function toSeconds(text: string, { min, max }: { min: number; max: number }): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS];
  if (seconds >= min && seconds <= max) return seconds;
  throw new InvalidArgumentError(`A time is 90s, 30m, 1h or 7d, and at most ${max / SECONDS.d}d.`);
}

/** → the text as one word of a shell. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Prints rows on standard output, their cells separated by tabs. */
export function printTable(rows: readonly (readonly (string | number)[])[]): void {
  for (const row of rows) process.stdout.write(`${row.join('\t').trimEnd()}\n`);
}

/**
 * → the text of an error: the reason for each parameter, if any; for a fault of an engine, also the
 * engine's text.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const { message, cause, data } = error;
  const reasons = Object.entries(data.params ?? {}).map(([name, text]) => `${name}: ${text}`);
  if (reasons.length > 0) return reasons.join('\n');
  return cause instanceof Error ? `${message} ${cause.message}` : message;
}

/**
 * Runs a script's work. An error is printed in one line; the script then exits with the error's
 * `exitCode`, or 1.
 */
export function runScript(work: () => Promise<number>): void {
  // The reader may close the pipe early (`… | head`): this is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  work().then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      process.stderr.write(`${messageOf(error)}\n`);
      const exitCode = error instanceof Error && 'exitCode' in error ? error.exitCode : 1;
      process.exitCode = Number(exitCode);
    },
  );
}
