/**
 * Builds what browsers load into dist/assets: stylesheets and scripts, minified, each under a name
 * that holds a hash of its content.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '../../src/lib/package.js';

/** The files that pages name, below src/browser. */
const ENTRIES = ['pages.css', 'docs.ts'];

const root = packageRoot();
const outdir = join(root, 'dist', 'assets');
rmSync(outdir, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: ENTRIES.map((name) => join('src', 'browser', name)),
  outdir,
  entryNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  splitting: true,
  format: 'esm',
  target: ['es2022'],
  logLevel: 'warning',
});
