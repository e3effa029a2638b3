/** How the programs of others are asked: each gets files, and says what it has against them. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { it } from 'vitest';
import type { Json } from '../support/app.js';
import { top } from '../support/process.js';
import { home, reasonVariable } from './install.js';

/** Runs a program to its end. */
export const run = promisify(execFile);

/** A test that is skipped, with its reason, when its judge is not there. */
export function judgedBy(judge: string, name: string, test: () => Promise<void>): void {
  const reason = process.env[reasonVariable(judge)];
  it.skipIf(reason !== undefined)(
    `${judge}: ${name}${reason ? ` (skipped: ${reason})` : ''}`,
    test,
  );
}

/** Runs a judge. → what it says, by the first word of a line. */
export async function hear(command: string, args: string[]): Promise<Record<string, string[][]>> {
  const { stdout } = await run(command, args, { maxBuffer: 1 << 28 });
  const said: Record<string, string[][]> = {};
  for (const line of stdout.split('\n')) {
    const parts = line.replace(/\r$/, '').split('\t');
    const [first = ''] = parts;
    said[first] ??= [];
    said[first].push(parts);
  }
  return said;
}

/** → what the vocabulary of schema.org and Google's profiles have against files of JSON-LD. */
export const judgeJsonLd = (paths: string[]) =>
  hear(join(home, 'schemaorg/target/debug/schemaorg-judge'), paths);

/** Compiles nodes against the types of schema-dts. → what the compiler says. */
export async function compileGraph(name: string, nodes: Json[]): Promise<string> {
  const source = join(home, `${name}.ts`);
  const literal = JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes });
  const imported = `import type { Graph } from 'schema-dts';\n`;
  writeFileSync(source, `${imported}export const graph: Graph = ${literal};\n`);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
  const compiler = join(top, 'node_modules/typescript/bin/tsc');
  const said = await run(process.execPath, [compiler, ...options, '--ignoreConfig', source]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  return said.slice(0, 2000);
}
