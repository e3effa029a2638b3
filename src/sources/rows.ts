/** The rows of a source → items to load, each once, under identities of this source. */
import { keyOf, uidIn } from '../kinds/identity.js';
import { kinds } from '../kinds/index.js';
import { turn } from '../lib/turn.js';
import { withDates } from '../rows/columns/dated.js';
import type { FormatOptions, RowItem } from '../rows/formats/format.js';
import { type LoadItem, loadItems } from '../rows/items.js';
import { mapperFor } from '../rows/mapper.js';
import { readRows } from '../rows/rows.js';
import type { FormatPage } from './pages.js';
import type { Source } from './source.js';
import type { SourceFormat } from './source-format.js';

const kind = kinds.event;

/** Rows that are read before others have a turn of the event loop. */
const TURN_ROWS = 50;

/** How the rows of a source are read. */
interface RowReading {
  source: Pick<Source, 'zone' | 'mapping' | 'columns' | 'found_mapping'>;
  /** The system of its keys. */
  name: string;
  reading: FormatOptions;
}

/** → the items of the pages, and the mapping that their rows had; '': it was not asked for. */
export async function readItems(
  pages: AsyncIterable<FormatPage>,
  format: SourceFormat,
  { source, name, reading }: RowReading,
): Promise<{ items: LoadItem[]; mapping: string }> {
  const items: LoadItem[] = [];
  let found = '';
  const mapper = mapperFor(kind, {
    ...(source.columns
      ? { columns: source.columns }
      : { mapping: source.mapping || (format.mapping ?? source.found_mapping) || undefined }),
    // Without a UID, the values of a calendar identify nothing.
    source: format.reads.holds === kind.name ? null : name,
    shows: (mapping) => {
      found = mapping;
    },
  });
  const { columns } = mapper;
  const rows = rowsOf(pages, format, { ...reading, columns, zone: source.zone || undefined });
  const read = loadItems(withTurns(rows), mapper, reading.notes);
  for await (const item of withDates(read, undefined)) items.push(item);
  return { items, mapping: found };
}

/** → the same rows, with turns for others: rows without an item take time, too. */
async function* withTurns(rows: AsyncIterable<RowItem>): AsyncGenerator<RowItem> {
  let count = 0;
  for await (const row of rows) {
    yield row;
    count += 1;
    if (count % TURN_ROWS === 0) await turn();
  }
}

/** → the rows of the pages as from a single file: a calendar may continue on the next page. */
async function* rowsOf(
  pages: AsyncIterable<FormatPage>,
  { reads }: SourceFormat,
  reading: FormatOptions,
): AsyncGenerator<RowItem> {
  const all = pages[Symbol.asyncIterator]();
  const first = await all.next();
  if (first.done) return;
  const { charset } = first.value;
  async function* bytes() {
    yield (first.value as FormatPage).bytes;
    for (let page = await all.next(); !page.done; page = await all.next()) {
      yield LINE_END;
      yield page.value.bytes;
    }
  }
  yield* readRows({ bytes: bytes() }, { ...reading, kind: kind.name, format: reads, charset });
}

const LINE_END = Buffer.from('\n');

/** → the name of an item in a source: its UID, or its key without the source; '' without a name. */
export function nameIn({ externalId }: { externalId?: string | null }, source: string): string {
  const key = keyOf(externalId ?? '');
  if (key.startsWith(`${source}:`)) return key.slice(source.length + 1);
  return uidIn(key) || key;
}
