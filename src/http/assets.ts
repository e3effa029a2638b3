/**
 * The stylesheets and scripts of pages, at /assets/{name}. A name holds a hash of the content, so
 * that browsers may keep the file for good. Source: Contract 26.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { noRoute } from '../errors.js';
import { packageRoot } from '../lib/files/package.js';
import type { Face } from '../pages/site/face.js';
import { type Context, isRead } from './context.js';

/** First segment of their paths. */
export const ASSETS = '/assets/';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  // The file's own declaration could name another encoding.
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** Files of texts, which compress well. */
const COMPRESSED = ['.css', '.svg'];

/** A drawing runs nothing, and is no document. */
const OF_DRAWINGS = "default-src 'none'; sandbox";

/** Encodings that files are there in, the smaller first, and the ending of their names. */
const ENCODINGS = { br: '.br', gzip: '.gz' };

/** `Cache-Control` of files that never change under their names. */
export const KEPT_FOR_GOOD = 'public, max-age=31536000, immutable';

/**
 * Reads the files made by `npm run build`, and adds the files of the site. Throws when they are
 * missing. The many files of the ground are read on demand.
 */
export function openAssets(face: Pick<Face, 'files' | 'css'>) {
  const folder = join(packageRoot(), 'dist', 'assets');
  const read = (name: string) => readFileSync(join(folder, name));
  const files = new Map<string, Buffer | null>(
    readdirSync(folder).map((name) => [name, name.startsWith('ground-') ? null : read(name)]),
  );
  const names = [...files.keys()].filter((name) => TYPES[extname(name)] !== undefined);
  const hashed = new Map(names.map((name) => [name.replace(/-[A-Z0-9]{8}(?=\.\w+$)/, ''), name]));
  const add = (name: string, bytes: Buffer) => {
    const file = name.replace(/(?=\.\w+$)/, `-${hashOf(bytes)}`);
    hashed.set(name, file);
    files.set(file, bytes);
    if (!COMPRESSED.includes(extname(name))) return;
    files
      .set(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      .set(`${file}.br`, brotliCompressSync(bytes));
  };
  for (const [name, bytes] of face.files) add(name, bytes);
  const style = files.get(hashed.get(STYLE) ?? '');
  if (face.css && style) add(STYLE, Buffer.concat([style, Buffer.from(face.css)]));
  return {
    /** → the path of a file, by its name without the hash, `pages.css`. Throws for others. */
    pathOf(name: string): string {
      const file = hashed.get(name);
      if (file === undefined) throw new Error(`${name} is not in ${folder}: npm run build.`);
      return `${ASSETS}${file}`;
    },
    /** Answers a path below `ASSETS`. Throws `rest_no_route`. */
    async answer(ctx: Context): Promise<void> {
      ctx.state.route = `${ASSETS}{name}`;
      const name = ctx.path.slice(ASSETS.length);
      const type = TYPES[extname(name)];
      if (!files.has(name) || !type || !isRead(ctx)) throw noRoute();
      const variant = Object.entries(ENCODINGS).find(
        ([encoding, ending]) => files.has(name + ending) && ctx.acceptsEncodings(encoding),
      );
      ctx.status = 200;
      ctx.set('Content-Type', type);
      if (extname(name) === '.svg') ctx.set('Content-Security-Policy', OF_DRAWINGS);
      ctx.set('ETag', `"${name}${variant?.[1] ?? ''}"`);
      ctx.vary('Accept-Encoding');
      if (variant) ctx.set('Content-Encoding', variant[0]);
      ctx.state.cacheControl = KEPT_FOR_GOOD;
      const file = name + (variant?.[1] ?? '');
      // A build in the meantime may have removed it.
      ctx.body = files.get(file) ?? (await readFile(join(folder, file)).catch(() => null));
      if (!ctx.body) throw noRoute();
    },
  };
}

/** The stylesheet of pages, which the colour of the site follows. */
const STYLE = 'pages.css';

const hashOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase();
