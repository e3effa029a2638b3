/** An item of the feed of another installation of Marquee. Contract 30. */
import { originKey, VIA_MAX } from '../../kinds/claims.js';
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';

/** An item that can be read. */
export interface Item {
  id: number;
  isUpdated: boolean;
  /** It was made here, or came through here, or through too many. */
  isFromHere: boolean;
  origin: string;
  via: string[];
  row: JsonObject | null;
}

/** → the item, or the reason of its fault. */
export function readItem(item: JsonObject, here: string): Item | string {
  const { id, state, origin, via, row } = item;
  if (!isJsonObject(origin) || !Array.isArray(via)) return 'an item without origin and via';
  const { installation, id: there } = origin;
  const isNamed = typeof installation === 'string' && INSTALLATION.test(installation);
  if (!isNamed || !isId(there) || !isId(id)) return 'an item whose origin is none';
  const ways = via.map(String);
  if (!ways.every((way) => INSTALLATION.test(way))) return 'an item whose way is none';
  return {
    id,
    isUpdated: state === 'updated',
    isFromHere: installation === here || ways.includes(here) || ways.length >= VIA_MAX,
    origin: originKey(installation, there),
    via: ways,
    row: isJsonObject(row) ? row : null,
  };
}

/** Other names would belong to other systems' records. */
const INSTALLATION = /^marquee-[0-9a-f]{20}$/;

const isId = (value: Json | undefined): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0;
