/**
 * Reads the rows of a CSV or NDJSON file one by one; the format is detected from the content. A row
 * that cannot be read becomes an item of the stream, with its line, and never stops the reading.
 */

import { pipeline, Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import type { JsonObject } from '../kinds/record.js';
import { type Cut, type CutBatch, cutBytes } from './cut-lines.js';
import type { Source } from './source.js';

/** One row by column name, or why the line holds none. */
export type RowItem = { line: number; row: JsonObject } | { line: number; error: string };

/**
 * → the rows of a source, in order; `line` is the line (from 1) where the record starts. CSV:
 * separated by commas, the first record is the header; every value is text. NDJSON: one object per
 * line. Empty lines, and CSV rows with only empty fields, are skipped. An error item stands for a
 * malformed or overlong (1 MiB) record, a wrong number of columns, or an unusable header (the last
 * item then). Memory is bounded by one record and one chunk. Throws what reading throws.
 */
export async function* readRows(source: Source): AsyncGenerator<RowItem> {
  const batches = cutBytes(source.bytes);
  const first = await batches.next();
  if (first.done) return;
  const all = withFirst(first.value, batches);
  yield* first.value.format === 'ndjson' ? readObjects(all) : readRecords(all);
}

async function* withFirst(
  first: CutBatch,
  others: AsyncGenerator<CutBatch>,
): AsyncGenerator<CutBatch> {
  try {
    yield first;
    yield* others;
  } finally {
    await others.return(undefined);
  }
}

async function* readObjects(batches: AsyncIterable<CutBatch>): AsyncGenerator<RowItem> {
  for await (const batch of batches) {
    for (const cut of batch.cuts) yield 'error' in cut ? cut : parseObject(cut);
  }
}

function parseObject(cut: { line: number; text: string }): RowItem {
  let value: unknown;
  try {
    value = JSON.parse(cut.text);
  } catch {
    return { line: cut.line, error: 'not valid JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line: cut.line, error: 'not a JSON object' };
  }
  return { line: cut.line, row: value as JsonObject };
}

async function* readRecords(batches: AsyncIterable<CutBatch>): AsyncGenerator<RowItem> {
  let header: string[] | null = null;
  for await (const [line, fault, ...fields] of parseCsv(batches)) {
    if (fault) {
      yield { line: Number(line), error: fault };
      if (header === null) return;
    } else if (header === null) {
      header = fields.map((name) => name.trim());
      const error = faultOfHeader(header);
      if (error === null) continue;
      yield { line: Number(line), error };
      return;
    } else if (fields.length !== header.length) {
      const error = `${fields.length} columns where the header has ${header.length}`;
      yield { line: Number(line), error };
    } else if (fields.some((field) => field.trim() !== '')) {
      const entries = header.map((name, index): [string, string] => [name, fields[index] ?? '']);
      yield { line: Number(line), row: Object.fromEntries(entries) };
    }
  }
}

function faultOfHeader(header: string[]): string | null {
  const twice = header.find((name, index) => name !== '' && header.indexOf(name) !== index);
  return twice === undefined ? null : `the header names the column "${twice}" twice`;
}

/**
 * Splits the records into fields with csv-parse. Each record goes in after two columns of ours, its
 * line and its error (empty when it has none), because the parser counts lines by its own rules and
 * would miscount after a record that was left out.
 */
async function* parseCsv(batches: AsyncIterable<CutBatch>): AsyncGenerator<string[]> {
  const parser = parse({ record_delimiter: '\n', relax_column_count: true });
  pipeline(Readable.from(csvTexts(batches)), parser, (error: Error | CsvError | null) => {
    // The parser is destroyed with the error, so that the loop below throws it.
    void error;
  });
  for await (const record of parser) yield record as string[];
}

async function* csvTexts(batches: AsyncIterable<CutBatch>): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.cuts.map(csvText).join('');
}

function csvText(cut: Cut): string {
  return 'error' in cut ? `${cut.line},${cut.error}\n` : `${cut.line},,${cut.text}\n`;
}
