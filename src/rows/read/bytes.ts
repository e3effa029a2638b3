/**
 * Where rows come from: the bytes of a file, of standard input or of a request body. Gzip is
 * recognised by its first bytes and inflated within a bound; other archives are refused by name.
 */
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { limits } from '../../limits.js';

/** Bytes that are read from a file at a time. */
const chunkBytes = 64 * 1024;

/** The bytes of a file as they are stored or sent, and its name where it has one. */
export interface Input {
  bytes: AsyncIterable<Uint8Array>;
  name?: string;
}

/** First bytes of files without text, and their types. */
const refused: [number[], string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive or a spreadsheet: unpack it, or save it as CSV'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old spreadsheet: save it as CSV'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'packed by zstd: unpack it first'],
  [[0xfd, 0x37, 0x7a, 0x58], 'packed by xz: unpack it first'],
  [[0x42, 0x5a, 0x68], 'packed by bzip2: unpack it first'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
];

/** → the source at a path; `-` is standard input. Reading throws the file's errors. */
export function fileSource(path: string): Input {
  if (path === '-') return { bytes: process.stdin };
  return { name: path, bytes: createReadStream(path, { highWaterMark: chunkBytes }) };
}

/** → an error for a fault of the file itself; readRows turns it into an item. */
export function fileFault(reason: string): Error {
  return Object.assign(new Error(reason), { isFileFault: true });
}

/** → whether it is such an error. */
export const isFileFault = (error: unknown): error is Error =>
  error instanceof Error && 'isFileFault' in error;

/**
 * → the bytes, inflated if they are gzip. Throws a file fault for an archive of another kind, a
 * damaged or cut gzip file, and a file that inflates to over `limits.inflateRatio` times its size.
 */
export async function* plainBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { first, all } = await peek(bytes, (chunks) => Buffer.concat(chunks).length >= 4);
  const head = Buffer.concat(first);
  const [, what] = refused.find(([magic]) => magic.every((byte, at) => head[at] === byte)) ?? [];
  if (what !== undefined) {
    // A generator that has not begun would not close the source.
    await all.next();
    await all.return(undefined);
    throw fileFault(`the file is ${what}`);
  }
  yield* head[0] === 0x1f && head[1] === 0x8b ? inflate(all) : all;
}

/** → the first items, until they are enough or all, and everything from the beginning. */
export async function peek<T>(items: AsyncIterable<T>, isEnough: (first: T[]) => boolean) {
  const rest = items[Symbol.asyncIterator]();
  const first: T[] = [];
  while (!isEnough(first)) {
    const next = await rest.next();
    if (next.done) break;
    first.push(next.value);
  }
  async function* all(): AsyncGenerator<T> {
    try {
      yield* first;
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  }
  return { first, all: all() };
}

async function* inflate(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let packed = 0;
  let plain = 0;
  async function* counted() {
    for await (const chunk of bytes) {
      packed += chunk.length;
      yield chunk;
    }
  }
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  // The stream is destroyed with the error, so that the loop below throws it.
  pipeline(Readable.from(counted()), gunzip, () => undefined);
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      plain += chunk.length;
      if (plain > limits.inflateBytes && plain > packed * limits.inflateRatio) {
        throw fileFault(`the gzip file inflates to over ${limits.inflateRatio} times its size`);
      }
      yield chunk;
    }
  } catch (error) {
    const isZlib = error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
    throw isZlib ? fileFault(`the gzip file is damaged or cut off (${error.message})`) : error;
  }
}
