/**
 * Builds the files for browsers into dist/assets: stylesheets and scripts, minified, each under a
 * name with a hash of its content, and compressed once.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { packageRoot } from '../../src/lib/files/package.js';
import { makeGround } from './ground.js';

/** The files that pages name, below src/pages/browser. */
const ENTRIES = ['pages.css', 'docs.ts', 'embed.ts', 'explorer.ts', 'map.css', 'record.ts'];

/** The files that compress well. */
const COMPRESSED = ['.css', '.js'];

const root = packageRoot();
const outdir = join(root, 'dist', 'assets');
rmSync(outdir, { recursive: true, force: true });
const { folder, ...ground } = makeGround(join(root, 'dist'));
await build({
  absWorkingDir: root,
  entryPoints: ENTRIES.map((name) => join('src', 'pages', 'browser', name)),
  outdir,
  entryNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  splitting: true,
  format: 'esm',
  target: ['es2022'],
  define: { GROUND: JSON.stringify(ground) },
  loader: { '.png': 'file', '.svg': 'copy' },
  logLevel: 'warning',
});
for (const name of readdirSync(outdir)) {
  if (!COMPRESSED.includes(extname(name))) continue;
  const path = join(outdir, name);
  const file = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(file, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(file));
}
cpSync(folder, outdir, { recursive: true });
