/** Builds dist/ once before the tests that run the built code (vitest globalSetup). */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Compiles src/ and scripts/; does not write anything if nothing changed. `npm run types` checks
 * the types: code with type errors is built all the same.
 */
export function setup(): void {
  const compiler = `${top}node_modules/typescript/bin/tsc`;
  const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: top });
  const built = [run(compiler, '-p', 'src/tsconfig.json'), run('dist/scripts/dev/assets.js')];
  if (existsSync(`${top}dist/src/main.js`) && existsSync(`${top}dist/assets`)) return;
  const told = built.map(({ stdout, stderr }) => `${stdout}${stderr}`);
  throw new Error(`The build failed: ${told.join('')}`);
}
