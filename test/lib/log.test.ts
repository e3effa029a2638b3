/** The log on a terminal and in a pipe: the same lines, for a person and for programs. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { top } from '../support/process.js';

const run = promisify(execFile);
const program = `
  import { openLog } from '${join(top, 'dist/src/lib/log.js')}';
  const log = openLog('info');
  log.debug({}, 'left out');
  log.warn({ source: 7 }, 'a source failed');
  await log.close();
  process.exit(3);`;
const args = ['--input-type=module', '-e', program];
const SCRIPT = '/usr/bin/script';

it('is lines of JSON in a pipe', async () => {
  const { code, stdout } = await run(process.execPath, args).catch((error) => error);
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ level: 40, source: 7, msg: 'a source failed' });
});

it.skipIf(!existsSync(SCRIPT))('is short text on a terminal, whole at the end', async () => {
  const quoted = [process.execPath, ...args].map((text) => `'${text.replaceAll("'", `'\\''`)}'`);
  const options = { env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined } };
  const { code, stdout } = await run(
    SCRIPT,
    ['-qec', quoted.join(' '), '/dev/null'],
    options,
  ).catch((error) => error);
  expect(code).toBe(3);
  expect(stdout.trim()).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: a source failed \{"source":7\}$/);
});
