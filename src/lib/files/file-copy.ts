/** A checked copy of the embedded file, which gets its name when it is whole and on the disk. */
import fs from 'node:fs';
import { dirname } from 'node:path';
import { isWhole, type Sqlite } from '../sqlite.js';

/**
 * Copies an open database to a new file of mode 0600. `tables`: some that the copy must hold.
 * Throws, and leaves no file, when the file exists, the disk is full or the copy is damaged.
 */
export function copyDatabase(db: Sqlite, path: string, tables: readonly string[]): void {
  if (fs.existsSync(path)) throw new Error(`There is a file ${path} already.`);
  if (!fs.existsSync(dirname(path))) throw new Error(`There is no folder ${dirname(path)}.`);
  const partial = `${path}.${process.pid}.partial`;
  try {
    refuseFullDisk(db, dirname(path));
    fs.closeSync(fs.openSync(partial, 'wx', 0o600));
    db.copyTo(partial);
    if (!isWhole(partial, tables)) throw new Error(`The copy ${partial} is damaged.`);
    syncFile(partial);
    fs.renameSync(partial, path);
    syncFile(path);
  } finally {
    for (const end of ['', '-journal']) fs.rmSync(`${partial}${end}`, { force: true });
  }
}

/** Throws before any work when the disk cannot hold the copy. */
function refuseFullDisk(db: Sqlite, folder: string): void {
  const read = (pragma: string) => Number(Object.values(db.get(`PRAGMA ${pragma}`) ?? {})[0]);
  const needed = (read('page_count') - read('freelist_count')) * read('page_size');
  const { bavail, bsize } = fs.statfsSync(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  const inMiB = (bytes: number) => Math.ceil(bytes / 2 ** 20);
  throw new Error(`The disk is full: ${inMiB(needed)} MiB are needed, ${inMiB(free)} are free.`);
}

/** Waits until a file and its entry in its folder are on the disk. */
export function syncFile(path: string): void {
  for (const target of [path, dirname(path)]) {
    const handle = fs.openSync(target, 'r');
    fs.fsyncSync(handle);
    fs.closeSync(handle);
  }
}
