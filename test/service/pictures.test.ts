/**
 * Pictures where images are hostile, the disk is full, many ask at once, and the service starts
 * over a folder that is there. Contract 26.5.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statfsSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/lib/log.js';
import { fetchRemoteImage } from '../../src/lib/net/remote-image.js';
import { limits } from '../../src/limits.js';
import { openPictures } from '../../src/service/pictures.js';
import { HOSTILE, type ImageServer, openImageServer } from '../support/images.js';
import { mount, mountReason } from '../support/mount.js';
import { tempFolder } from '../support/process.js';

const MIB = 1024 * 1024;

let images: ImageServer;
beforeAll(async () => {
  images = await openImageServer();
});
afterAll(() => images.close());

/** → pictures over a folder, and the reasons that their log gave. */
function open(
  dataDir = tempFolder(),
  { cacheBytes = 100 * MIB, fetchImage = images.fetchImage } = {},
) {
  const reasons: string[] = [];
  const log = {
    ...silentLog,
    info: (fields: object) => void reasons.push((fields as { reason: string }).reason),
  };
  const config = { dataDir, imageCacheBytes: cacheBytes };
  const folder = join(dataDir, 'pictures');
  return { ...openPictures({ config, log, fetchImage }), reasons, folder, dataDir };
}

const bytesIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

describe('hostile images', () => {
  it('1,000 of them: no picture, a line in the log each, no file, and good ones meanwhile', async () => {
    const pictures = open();
    const before = process.memoryUsage.rss();
    const urls = Array.from({ length: 1000 }, (_, at) => {
      const name = HOSTILE[at % HOSTILE.length];
      return `${images.url}/${name}/${at}.jpg`;
    });
    const other = await openImageServer();
    const good = Array.from({ length: 20 }, (_, at) => `${other.url}/photo/good-${at}.jpg`);
    const mixed = urls.flatMap((url, at) => (at % 50 === 0 ? [good[at / 50] ?? '', url] : [url]));
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 20);
    // As a browser would, a few at a time.
    const answered = new Map<string, boolean>();
    const next = async (): Promise<void> => {
      const url = mixed.shift();
      if (!url) return;
      answered.set(url, (await pictures.read(url, 400)) !== null);
      await next();
    };
    await Promise.all(Array.from({ length: 24 }, next));
    clearInterval(watch);
    expect(urls.filter((url) => answered.get(url))).toEqual([]);
    expect(good.filter((url) => !answered.get(url))).toEqual([]);
    expect(pictures.reasons).toHaveLength(1000);
    expect(pictures.reasons.filter((reason) => /slow|in time/.test(reason))).toEqual([]);
    expect(readdirSync(pictures.folder)).toHaveLength(2 * good.length);
    expect(urls.filter((url) => pictures.keyOf(url) !== null)).toEqual([]);
    // They are not asked for again.
    const asked = images.asked.length;
    for (const url of urls) expect(await pictures.read(url, 400)).toBeNull();
    expect(images.asked).toHaveLength(asked);
    expect(most - before).toBeLessThan(300 * MIB);
    await other.close();
  }, 120_000);

  it.each(HOSTILE)('%s: no picture, and the reason in the log', async (name) => {
    const pictures = open();
    expect(await pictures.read(`${images.url}/${name}/one.jpg`, 1200)).toBeNull();
    expect(pictures.reasons).toEqual([expect.stringMatching(/\w/)]);
  });

  it('what also is a script is drawn anew', async () => {
    const picture = await open().read(`${images.url}/polyglot/a.gif`, 400);
    expect(picture?.subarray(8, 12).toString()).toBe('WEBP');
    expect(picture?.includes('script')).toBe(false);
  });

  it('the own machine and network are not asked', async () => {
    const guarded = (url: string) =>
      fetchRemoteImage(url, { timeoutMs: 1000, bytesMax: limits.pictureBytes });
    const pictures = open(tempFolder(), { fetchImage: guarded });
    const asked = images.asked.length;
    const { port } = new URL(images.url);
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '2130706433', '[::ffff:7f00:1]'];
    for (const host of hosts) {
      expect(await pictures.read(`http://${host}:${port}/photo/a.jpg`, 400)).toBeNull();
    }
    expect(images.asked).toHaveLength(asked);
    expect(pictures.reasons).toEqual(hosts.map(() => expect.stringContaining('not public')));
  });

  it('a slow server keeps nobody waiting for long', async () => {
    const impatient = await openImageServer(300);
    const pictures = open(tempFolder(), impatient);
    const slow = Array.from({ length: 100 }, (_, at) => `${impatient.url}/slow/${at}.jpg`);
    const startMs = performance.now();
    const answers = await Promise.all(slow.map((url) => pictures.read(url, 400)));
    expect(answers.filter(Boolean)).toEqual([]);
    expect(performance.now() - startMs).toBeLessThan(2000);
    const triedMax = limits.pictureFetches + limits.pictureSlowTries;
    expect(impatient.asked.length).toBeLessThanOrEqual(triedMax);
    await impatient.close();
  });
});

describe('the folder of pictures', () => {
  it('many who ask for a picture wait for one fetch', async () => {
    const pictures = open();
    const url = `${images.url}/photo/popular.jpg`;
    const widths = Array.from({ length: 200 }, (_, at) => (at % 2 ? 400 : 1200));
    const answers = await Promise.all(widths.map((width) => pictures.read(url, width)));
    expect(answers.every((answer) => answer !== null)).toBe(true);
    expect(images.asked.filter((path) => path === '/photo/popular.jpg')).toHaveLength(1);
  });

  it('a restart finds the pictures, and does not fetch them again', async () => {
    const first = open();
    const urls = Array.from({ length: 5 }, (_, at) => `${images.url}/photo/again-${at}.jpg`);
    for (const url of urls) await first.read(url, 400);
    const asked = images.asked.length;
    const second = open(first.dataDir);
    for (const url of urls) expect(await second.read(url, 1200)).not.toBeNull();
    expect(images.asked).toHaveLength(asked);
  });

  it('it stays below its bound, and what was looked at last stays', async () => {
    const one = open();
    await one.read(`${images.url}/photo/many.jpg`, 400);
    const cacheBytes = 20 * bytesIn(one.folder);
    const pictures = open(tempFolder(), { cacheBytes });
    // A process that ended while it wrote left these.
    mkdirSync(pictures.folder);
    for (let at = 0; at < 20; at++) {
      const path = join(pictures.folder, `left-${at}`);
      writeFileSync(path, Buffer.alloc(cacheBytes / 10));
      utimesSync(path, new Date(0), new Date(0));
    }
    const urls = Array.from({ length: 40 }, (_, at) => `${images.url}/photo/many-${at}.jpg`);
    for (const url of urls) {
      expect(await pictures.read(url, 400)).not.toBeNull();
      expect(bytesIn(pictures.folder)).toBeLessThan(cacheBytes);
    }
    const left = readdirSync(pictures.folder);
    expect(left.filter((name) => name.startsWith('left'))).toEqual([]);
    expect(left.length).toBeGreaterThan(30);
    const asked = images.asked.length;
    expect(await pictures.read(urls.at(-1) ?? '', 400)).not.toBeNull();
    expect(images.asked).toHaveLength(asked);
    // The first one is gone, and fetched anew.
    expect(await pictures.read(urls[0] ?? '', 400)).not.toBeNull();
    expect(images.asked).toHaveLength(asked + 1);
  }, 60_000);

  const reason = mountReason();
  const title = `a full disk${reason === null ? '' : ` (skipped: ${reason})`}`;
  it.skipIf(reason !== null)(`${title}: no picture, and its rest is left to records`, async () => {
    const disk = mount('160m');
    const filler = join(disk, 'filler');
    const pictures = open(disk);
    const url = (at: number) => `${images.url}/photo/disk-${at}.jpg`;
    expect(await pictures.read(url(0), 400)).not.toBeNull();
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - limits.pictureDiskFreeBytes - 1000));
    const files = readdirSync(pictures.folder);
    expect(await pictures.read(url(1), 400)).toBeNull();
    expect(pictures.reasons).toEqual(['the disk is full']);
    expect(readdirSync(pictures.folder)).toEqual(files);
    // What is there is still shown.
    expect(await pictures.read(url(0), 1200)).not.toBeNull();
    execFileSync('rm', [filler]);
    expect(await open(disk).read(url(1), 400)).not.toBeNull();
  });
});
