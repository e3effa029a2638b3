/**
 * A bounded folder of files that can be made again. Several processes may share it. The least
 * recently read files are removed first.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { join } from 'node:path';

/** Bounds of a cache, bytes. */
interface FileCacheBounds {
  bytesMax: number;
  /** Space to leave free on the disk. */
  bytesFree: number;
}

/** The share of the folder kept after a removal, and the share written between two checks. */
const [KEPT_SHARE, WRITTEN_SHARE] = [0.9, 0.02];
/** A file's time is updated by a read only after this long, ms. */
const TOUCH_AFTER_MS = 86_400_000;

/** → the cache. The folder is made with the first file. */
export function openFileCache(folder: string, { bytesMax, bytesFree }: FileCacheBounds) {
  let written = Number.POSITIVE_INFINITY;
  let cleaning: Promise<void> | null = null;
  const pathOf = (name: string) => join(folder, name);
  const makeRoom = async () => {
    written = 0;
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await removeOldest(folder, bytesMax * KEPT_SHARE);
  };
  return {
    /** → the file; null: it is not there. */
    async read(name: string): Promise<Buffer | null> {
      try {
        const [{ mtimeMs }, bytes] = await Promise.all([
          fs.stat(pathOf(name)),
          fs.readFile(pathOf(name)),
        ]);
        const now = new Date();
        if (now.getTime() - mtimeMs > TOUCH_AFTER_MS) await fs.utimes(pathOf(name), now, now);
        return bytes;
      } catch {
        return null;
      }
    },
    /** Stores a file. Throws when the disk has no room for it. */
    async write(name: string, bytes: Buffer): Promise<void> {
      if (written + bytes.length > bytesMax * WRITTEN_SHARE) {
        cleaning ??= makeRoom().finally(() => {
          cleaning = null;
        });
      }
      await cleaning;
      written += bytes.length;
      const { bavail, bsize } = await fs.statfs(folder);
      if (bavail * bsize - bytes.length < bytesFree) throw new Error('the disk is full');
      const partial = pathOf(`${name}.${randomUUID()}`);
      try {
        await fs.writeFile(partial, bytes, { mode: 0o600 });
        await fs.rename(partial, pathOf(name));
      } catch (error) {
        await fs.rm(partial, { force: true });
        throw error;
      }
    },
    /** Removes a file if it is there. */
    remove: (name: string): Promise<void> => fs.rm(pathOf(name), { force: true }),
  };
}

/** Removes the least recently read files, until the rest has at most so many bytes. */
async function removeOldest(folder: string, bytesMax: number): Promise<void> {
  const found = await Promise.all(
    (await fs.readdir(folder)).map(async (name) => {
      const path = join(folder, name);
      // Another process may have removed it.
      const info = await fs.stat(path).catch(() => null);
      return info?.isFile() ? [{ path, bytes: info.size, mtimeMs: info.mtimeMs }] : [];
    }),
  );
  const files = found.flat().sort((a, b) => b.mtimeMs - a.mtimeMs);
  let total = 0;
  for (const { path, bytes } of files) {
    total += bytes;
    if (total > bytesMax) await fs.rm(path, { force: true });
  }
}
