/**
 * The stylesheets and scripts of pages, at /assets/{name}. A name holds a hash of the content, so
 * that browsers may keep the file for good. Source: Contract 26.
 */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { noRoute } from '../errors.js';
import { packageRoot } from '../lib/package.js';
import type { Context } from './context.js';

/** First segment of their paths. */
export const ASSETS = '/assets/';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** Encodings that files are there in, the smaller first, and the ending of their names. */
const ENCODINGS = { br: '.br', gzip: '.gz' };

/** `Cache-Control` of what never changes under its name. */
export const KEPT_FOR_GOOD = 'public, max-age=31536000, immutable';

/** The files as built. */
export interface Assets {
  /** → the path of a file by its name without the hash, `pages.css`. Throws if there is none. */
  pathOf: (name: string) => string;
  /** Answers a path below `ASSETS`. Throws `rest_no_route`. */
  answer: (ctx: Context) => Promise<void>;
}

/** → the files that `npm run build` makes, read as they are asked for. Throws without them. */
export function openAssets(): Assets {
  const folder = join(packageRoot(), 'dist', 'assets');
  const files = new Set(readdirSync(folder));
  const names = [...files].filter((name) => TYPES[extname(name)] !== undefined);
  const hashed = new Map(names.map((name) => [name.replace(/-[A-Z0-9]{8}(?=\.\w+$)/, ''), name]));
  return {
    pathOf(name) {
      const found = hashed.get(name);
      if (found === undefined) throw new Error(`${name} is not in ${folder}: npm run build.`);
      return `${ASSETS}${found}`;
    },
    async answer(ctx) {
      ctx.state.route = `${ASSETS}{name}`;
      const name = ctx.path.slice(ASSETS.length);
      const type = TYPES[extname(name)];
      const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
      if (!files.has(name) || !type || !isRead) throw noRoute();
      const found = Object.entries(ENCODINGS).find(
        ([encoding, ending]) => files.has(name + ending) && ctx.acceptsEncodings(encoding),
      );
      ctx.status = 200;
      ctx.set('Content-Type', type);
      ctx.set('ETag', `"${name}${found?.[1] ?? ''}"`);
      ctx.vary('Accept-Encoding');
      if (found) ctx.set('Content-Encoding', found[0]);
      ctx.state.cacheControl = KEPT_FOR_GOOD;
      ctx.body = await readFile(join(folder, name + (found?.[1] ?? '')));
    },
  };
}
