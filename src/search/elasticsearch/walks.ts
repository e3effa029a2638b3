/**
 * What the cursor of a walk says: the point in time it reads, the records of its first page, and
 * where it stands if the order alone does not tell. It comes back from outside and may be anything,
 * so it is bounded and read with care; it can only choose what the reader may see anyway.
 */
import { limits } from '../../limits.js';
import type { Position } from './sort.js';

/** A walk under way. */
export interface Walk {
  /** The process that answered the first page, and its points in time opened by then. */
  process: string;
  opened: number;
  /** IDs of the first page, which was answered before there was a point in time. */
  met: number[];
  /** True: the walk began at the beginning of the list. */
  isWhole: boolean;
  /** Null before the second page. */
  pit: string | null;
  /** Where in Elasticsearch's order the next page is looked for; null: by the cursor. */
  place: Place | null;
}

/** After this position (null: from the beginning) come `skip` records that were met already. */
export interface Place {
  after: Position | null;
  skip: number;
}

/** → the text of a walk. */
export function writeWalk({ process, opened, met, isWhole, pit, place }: Walk): string {
  const where = place ? toText(JSON.stringify([place.after, place.skip])) : '';
  const ids = writeIds(met).toString('base64url');
  return [process, opened, isWhole ? 'w' : 'p', ids, where, pit ?? ''].join('.');
}

/** → the walk, or null when the text is none of ours. */
export function readWalk(text: string): Walk | null {
  if (text.length > limits.walkChars || !/^[\w.=-]+$/.test(text)) return null;
  const [process = '', opened = '', whole = '', ids = '', where = '', pit = ''] = text.split('.');
  const met = readIds(Buffer.from(ids, 'base64url'));
  const place = where === '' ? null : readPlace(where);
  if (met === null || place === undefined || !/^\d{1,15}$/.test(opened)) return null;
  return {
    process,
    opened: Number(opened),
    met,
    isWhole: whole === 'w',
    pit: pit === '' ? null : pit,
    place,
  };
}

const toText = (json: string): string => Buffer.from(json).toString('base64url');

function readPlace(text: string): Place | undefined {
  try {
    const [after, skip] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (!Number.isSafeInteger(skip) || Number(skip) < 0) return undefined;
    if (Number(skip) > limits.distanceRun) return undefined;
    if (after === null) return { after, skip: Number(skip) };
    const isPosition =
      Array.isArray(after) && after.length === 2 && after.every((part) => isReadable(part));
    return isPosition && Number.isSafeInteger(after[1])
      ? { after: after as Position, skip: Number(skip) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** A distance or ID that Elasticsearch reads back, which it does not with more digits. */
const isReadable = (part: unknown): boolean =>
  Number.isFinite(part) && Math.abs(Number(part)) <= Number.MAX_SAFE_INTEGER;

/** Ascending, as differences, seven bits a byte. */
function writeIds(ids: readonly number[]): Buffer {
  const bytes: number[] = [];
  let before = 0;
  for (const id of [...ids].sort((a, b) => a - b)) {
    let rest = id - before;
    before = id;
    while (rest >= 128) {
      bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}

function readIds(bytes: Buffer): number[] | null {
  const ids: number[] = [];
  let id = 0;
  let part = 0;
  let weight = 1;
  for (const byte of bytes) {
    part += (byte % 128) * weight;
    weight *= 128;
    if (byte >= 128) continue;
    id += part;
    if (!Number.isSafeInteger(id)) return null;
    ids.push(id);
    part = 0;
    weight = 1;
  }
  return ids;
}
