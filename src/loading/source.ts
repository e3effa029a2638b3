/** Where rows come from: the bytes of a file or of a request body. */
import { createReadStream } from 'node:fs';

/** Bytes that are read from a file at a time. */
const chunkBytes = 64 * 1024;

/** The bytes of a file as they are stored or sent, and its name where it has one. */
export interface Source {
  bytes: AsyncIterable<Uint8Array>;
  name?: string;
}

/** → the source at a path. Reading throws what the file throws (`ENOENT`…). */
export function fileSource(path: string): Source {
  return { name: path, bytes: createReadStream(path, { highWaterMark: chunkBytes }) };
}
