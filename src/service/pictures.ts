/**
 * Pictures of pages: the images of records, fetched and scaled at the first view, and stored in a
 * folder with the data. Source: Contract 26.5.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { openFileCache } from '../lib/files/file-cache.js';
import { PICTURE_WIDTHS, scaleImage, toJpeg } from '../lib/files/scale-image.js';
import type { Log } from '../lib/log.js';
import { TOO_SLOW } from '../lib/net/outbound.js';
import { parseUrl } from '../lib/net/urls.js';
import { limits } from '../limits.js';

/** The pictures, by the URL of the image that they are made from. */
export type Pictures = ReturnType<typeof openPictures>;

interface Options {
  config: { dataDir: string; imageCacheBytes: number };
  log: Log;
  /** → the bytes at a URL. Throws an Error with the reason of a failure. */
  fetchImage: (url: string) => Promise<Buffer>;
}

/** → the pictures. Nothing is fetched or read before it is asked for. */
export function openPictures({ config, log, fetchImage }: Options) {
  const files = openFileCache(join(config.dataDir, 'pictures'), {
    bytesMax: config.imageCacheBytes,
    bytesFree: limits.pictureDiskFreeBytes,
  });
  /** How often images failed lately, by their keys, and hosts were too slow. */
  const failures = new LRUCache<string, number>({ max: limits.pictureFailures });
  const fail = (what: string, ttl: number) =>
    failures.set(what, (failures.get(what) ?? 0) + 1, { ttl });
  const pending = new Map<string, Promise<ReadonlyMap<number, Buffer>>>();
  const [fetching, scaling] = [pLimit(limits.pictureFetches), pLimit(limits.pictureScalings)];
  const scale = async (url: string, host: string) => {
    if ((failures.get(host) ?? 0) >= limits.pictureSlowTries) throw new Error(SLOW_HOST);
    try {
      const bytes = await fetchImage(url);
      return await scaling(() => scaleImage(bytes));
    } catch (error) {
      if ((error as Error).message === TOO_SLOW) fail(host, limits.pictureShortMs);
      throw error;
    }
  };
  const make = async (url: string, key: string) => {
    let isScaled = false;
    try {
      const pictures = await fetching(() => scale(url, parseUrl(url)?.host ?? ''));
      isScaled = true;
      for (const [width, bytes] of pictures) await files.write(nameOf(key, width), bytes);
      return pictures;
    } catch (error) {
      const { message: reason } = error as Error;
      const isShort = isScaled || reason === SLOW_HOST;
      fail(key, isShort ? limits.pictureShortMs : limits.pictureFailedMs);
      log.info({ url, reason }, 'no picture');
      return new Map<number, Buffer>();
    }
  };
  const read = async (url: string, width: number): Promise<Buffer | null> => {
    const key = hashOf(url);
    const stored = await files.read(nameOf(key, width));
    if (stored) return stored;
    const isBusy = fetching.pendingCount >= limits.waitingPictures;
    if (failures.has(key) || (isBusy && !pending.has(key))) return null;
    const pictures = pending.get(key) ?? make(url, key).finally(() => pending.delete(key));
    pending.set(key, pictures);
    return (await pictures).get(width) ?? null;
  };
  return {
    /** → the name of a picture in its address; null after a recent failure. */
    keyOf(url: string): string | null {
      const key = hashOf(url);
      return failures.has(key) ? null : key;
    },
    /** → the picture in one of its widths, WebP; null after a failure. Never throws. */
    read,
    /** → the wide picture as JPEG, for pages shown elsewhere; null: as above. */
    readJpeg: (url: string) => jpegOf(url, { files, scaling, read }),
    /** Removes the pictures of an image that no record has any more. */
    async remove(url: string): Promise<void> {
      const key = hashOf(url);
      await pending.get(key);
      for (const width of Object.values(PICTURE_WIDTHS)) await files.remove(nameOf(key, width));
      await files.remove(jpegName(key));
    },
  };
}

interface Made {
  files: ReturnType<typeof openFileCache>;
  scaling: ReturnType<typeof pLimit>;
  read: (url: string, width: number) => Promise<Buffer | null>;
}

/** → the wide picture as JPEG, made when it is asked for first; null: it cannot be had. */
async function jpegOf(url: string, { files, scaling, read }: Made): Promise<Buffer | null> {
  const name = jpegName(hashOf(url));
  const stored = await files.read(name);
  if (stored) return stored;
  const wide = await read(url, PICTURE_WIDTHS.page);
  if (!wide || scaling.pendingCount >= limits.waitingPictures) return null;
  const jpeg = await scaling(() => toJpeg(wide)).catch(() => null);
  // Where the disk is full it is made anew.
  if (jpeg) await files.write(name, jpeg).catch(() => undefined);
  // The image may have been erased meanwhile.
  const isThere = await files.read(nameOf(hashOf(url), PICTURE_WIDTHS.page));
  if (!isThere) await files.remove(name);
  return jpeg;
}

const SLOW_HOST = 'other images of its server were too slow';

const KEY_CHARS = 20;

/** Other pictures of the same images have other names: browsers have the former ones for good. */
const LOOK = '2';

const hashOf = (url: string): string =>
  createHash('sha256').update(`${LOOK} ${url}`).digest('hex').slice(0, KEY_CHARS);

const nameOf = (key: string, width: number): string => `${key}-${width}.webp`;

const jpegName = (key: string): string => `${key}-${PICTURE_WIDTHS.page}.jpg`;
