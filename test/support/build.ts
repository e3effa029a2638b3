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
  const built = spawnSync(process.execPath, [compiler, '-p', 'src/tsconfig.json'], { cwd: top });
  if (existsSync(`${top}dist/src/main.js`)) return;
  throw new Error(`The build failed: ${built.stdout}${built.stderr}`);
}
