/**
 * The pictures of public records, at /pictures/{route}/{id}/{key}-{width}.webp, the wide picture as
 * JPEG, too. The key belongs to the record's image: no other URL can be requested. With the token
 * of a preview, also before publication. Source: Contract 26.5, 26.10.
 */
import { ApiError, noRoute } from '../errors.js';
import { allKinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import { imageUrlOf } from '../kinds/record.js';
import { PICTURE_WIDTHS } from '../lib/files/scale-image.js';
import { PICTURES } from '../pages/event/picture.js';
import { PREVIEW } from '../pages/record/preview.js';
import type { Deps } from '../records/deps.js';
import { readPreview } from '../records/preview.js';
import { readRecord } from '../records/read.js';
import type { Pictures } from '../service/pictures.js';
import { KEPT_FOR_GOOD } from './assets.js';
import { type Context, isRead } from './context.js';
import { readQuery } from './middleware/body.js';

const PATH = /^\/pictures\/(\w+)\/(\d{1,16})\/([0-9a-f]{20})-(\d{3,4})\.(webp|jpg)$/;

/**
 * Answers a path below `PICTURES`. A missing picture is 404 with a line of no height, so the page
 * has neither a hole nor a broken image. Throws `rest_no_route`, and the store's errors.
 */
export async function answerPicture(deps: Deps, ctx: Context): Promise<void> {
  ctx.state.route = `${PICTURES}{picture}`;
  const [, route, id, key, width, format] = PATH.exec(ctx.path) ?? [];
  const kind = allKinds.find(({ route: path }) => path === route);
  const isJpeg = format === 'jpg';
  const widths = isJpeg ? [PICTURE_WIDTHS.page] : Object.values(PICTURE_WIDTHS);
  const isWidth = widths.includes(Number(width));
  if (!deps.pictures || !kind || !key || !isWidth || !isRead(ctx)) throw noRoute();
  const { [PREVIEW]: token } = readQuery(ctx.querystring);
  const url = await imageUrlFor(deps, kind, { id: Number(id), token });
  const isMeant = url !== null && deps.pictures.keyOf(url) === key;
  const picture = isMeant ? await readAs(deps.pictures, url, { isJpeg, width }) : null;
  ctx.status = picture ? 200 : 404;
  ctx.set('Content-Type', picture && isJpeg ? 'image/jpeg' : 'image/webp');
  if (picture) ctx.state.cacheControl = token === undefined ? KEPT_FOR_GOOD : 'no-store';
  ctx.body = picture ?? NOTHING;
}

const readAs = (
  pictures: Pictures,
  url: string,
  { isJpeg, width }: { isJpeg: boolean; width: string | undefined },
): Promise<Buffer | null> => (isJpeg ? pictures.readJpeg(url) : pictures.read(url, Number(width)));

/** → the URL of the record's image; null when this reader may see none. */
async function imageUrlFor(
  deps: Deps,
  kind: Kind,
  { id, token }: { id: number; token: unknown },
): Promise<string | null> {
  try {
    if (token !== undefined)
      return imageUrlOf((await readPreview(deps, kind, { id, token })).record);
    return imageUrlOf(await readRecord(deps, kind, { key: { id }, caller: null }));
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}

/** Transparent WebP of 2,000 pixels by 1: as wide as its place, it is less than a pixel high. */
const NOTHING = Buffer.from('UklGRiAAAABXRUJQVlA4TBMAAAAvzwcAEAcQEREAEsL/82pE/1McAA==', 'base64');
