/**
 * The pictures of public records, at /pictures/{route}/{id}/{key}-{width}.webp. The key is that of
 * the record's image: no other URL can be asked for. Source: Contract 26.5.
 */
import { ApiError, noRoute } from '../errors.js';
import { allKinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import { imageUrlOf } from '../kinds/record.js';
import { PICTURE_WIDTHS } from '../lib/scale-image.js';
import { PICTURES } from '../pages/picture.js';
import type { Deps } from '../records/deps.js';
import { readRecord } from '../records/read.js';
import { KEPT_FOR_GOOD } from './assets.js';
import type { Context } from './context.js';

const PATH = /^\/pictures\/(\w+)\/(\d{1,16})\/([0-9a-f]{20})-(\d{3,4})\.webp$/;

/**
 * Answers a path below `PICTURES`. What cannot be had is 404 with a line of no height, which leaves
 * neither a hole nor a broken image on the page. Throws `rest_no_route`, and what the store throws.
 */
export async function answerPicture(deps: Deps, ctx: Context): Promise<void> {
  ctx.state.route = `${PICTURES}{picture}`;
  const [, route, id, key, width] = PATH.exec(ctx.path) ?? [];
  const kind = allKinds.find((one) => one.route === route);
  const isWidth = Object.values(PICTURE_WIDTHS).includes(Number(width));
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  if (!deps.pictures || !kind || !key || !isWidth || !isRead) throw noRoute();
  const url = await publicImageUrl(deps, kind, Number(id));
  const isMeant = url !== null && deps.pictures.keyOf(url) === key;
  const picture = isMeant ? await deps.pictures.read(url, Number(width)) : null;
  ctx.status = picture ? 200 : 404;
  ctx.set('Content-Type', 'image/webp');
  if (picture) ctx.state.cacheControl = KEPT_FOR_GOOD;
  ctx.body = picture ?? NOTHING;
}

/** → the URL of the record's image; null: there is none that anonymous readers may see. */
async function publicImageUrl(deps: Deps, kind: Kind, id: number): Promise<string | null> {
  try {
    return imageUrlOf(await readRecord(deps, kind, { key: { id }, caller: null }));
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}

/** Transparent WebP of 2,000 pixels by 1: as wide as its place, it is less than a pixel high. */
const NOTHING = Buffer.from('UklGRiAAAABXRUJQVlA4TBMAAAAvzwcAEAcQEREAEsL/82pE/1McAA==', 'base64');
