/** A text as a load reads it, up to the check of each row: nothing is stored. */
import { validateEntry } from '../../src/import/validate.js';
import { kinds } from '../../src/kinds/index.js';
import type { KindName } from '../../src/kinds/record.js';
import { withDates } from '../../src/rows/columns/dated.js';
import { formatNamed } from '../../src/rows/formats/index.js';
import { loadItems } from '../../src/rows/items.js';
import { mapperFor } from '../../src/rows/mapper.js';
import { openNotes } from '../../src/rows/notes.js';
import { readRows } from '../../src/rows/rows.js';
import type { Json } from './app.js';

interface Reading {
  kind?: KindName;
  columns?: string;
  source?: string | null;
  format?: string;
}

export interface Reads {
  /** The payload of each row that is valid. */
  payloads: Json[];
  keys: (string | null)[];
  /** `param: reason`. */
  warnings: string[];
  faults: string[];
  notes: string[];
}

export async function readText(text: string | Uint8Array, reading: Reading = {}): Promise<Reads> {
  const { kind: name = 'event', columns, source = null, format = '' } = reading;
  const kind = kinds[name];
  const notes = openNotes();
  const mapper = mapperFor(kind, { source, ...(columns === undefined ? {} : { columns }) });
  async function* bytes() {
    yield Buffer.from(text);
  }
  const options = { kind: name, notes, columns: mapper.columns };
  const named = formatNamed(format);
  const rows = readRows({ bytes: bytes() }, { ...options, ...(named ? { format: named } : {}) });
  const reads: Reads = { payloads: [], keys: [], warnings: [], faults: [], notes: [] };
  const told = ({ param, reason }: { param: string; reason: string }) => `${param}: ${reason}`;
  const caller = { id: 1, name: 'ada', role: 'administrator' } as const;
  for await (const item of withDates(loadItems(rows, mapper, notes), undefined)) {
    const read = 'issues' in item ? item : validateEntry(kind, item, { caller, languages: ['en'] });
    if ('issues' in read || 'issues' in item) {
      reads.faults.push(...('issues' in read ? read.issues : []).map(told));
      continue;
    }
    reads.payloads.push(item.payload);
    reads.keys.push(item.externalId);
    reads.warnings.push(...item.warnings.map(told));
  }
  return { ...reads, notes: notes.list().map(told) };
}
