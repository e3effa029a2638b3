/**
 * Maps one row by a mapping: its key, and the payload of one record without empty fields. Whether
 * the payload is valid is checked later.
 */
import { kinds } from '../kinds/index.js';
import type { Json, JsonObject } from '../kinds/record.js';
import { isBlank } from '../lib/text/text.js';
import { withLanguages } from './columns/languages.js';
import { openUnknown } from './columns/own-columns.js';
import { type Findings, makeKey, openTools } from './columns/tools.js';
import type { MappedRow, Mapping, Row, RowMapper } from './mapping.js';

/**
 * → the row mapper of a mapping. A row on which the mapping throws is rejected. `source`: whose IDs
 * the rows have; it is the source of their keys.
 */
export function mappedBy(mapping: Mapping, source: string | null = null): RowMapper {
  const unknown = openUnknown(kinds[mapping.kind]);
  return {
    kind: mapping.kind,
    merge: mapping.merge ?? [],
    map: (row) => {
      const mapped = mapRow(mapping, row, source);
      if (!('payload' in mapped)) return mapped;
      const names = [...Object.keys(mapped.payload), ...(mapped.emptied ?? [])];
      return { ...mapped, warnings: [...mapped.warnings, ...unknown(names)] };
    },
  };
}

function mapRow(mapping: Mapping, row: Row, source: string | null): MappedRow {
  const other = mapping.passBy?.(row) ?? null;
  if (other !== null) return { passedBy: other };
  const findings: Findings = { issues: [], warnings: [], notes: [] };
  const name = source ?? mapping.name;
  const tools = openTools(name, findings, source);
  try {
    const externalId = makeKey(name, mapping.key(row, tools), findings);
    const earlier = mapping.former?.(row, tools) ?? [];
    const former = earlier.flatMap((values) => makeKey(name, values, findings) ?? []);
    const shared = mapping.sharedKey?.(row) ?? null;
    const keyOf = (...values: (Json | undefined)[]) => makeKey(name, values, findings) ?? '';
    const starts = shared &&
      externalId !== null && {
        ...{ at: externalId, key: keyOf(...shared), mark: keyOf(...shared, '*') },
        ...{ isSeveral: false, isFinal: true },
      };
    const { payload: sent, emptied } = withoutEmpty(mapping.payload(row, tools));
    const payload = withLanguages(kinds[mapping.kind], sent);
    const { issues, warnings, notes } = findings;
    if (issues.length > 0) return { issues, externalId };
    return {
      ...{ externalId, payload, warnings, notes },
      ...(former.length > 0 ? { former } : {}),
      ...(starts ? { starts } : {}),
      ...(emptied.length > 0 && !mapping.isPartial?.(row) ? { emptied } : {}),
    };
  } catch (error) {
    const reason = `the mapping ${mapping.name} failed: ${String(error)}`;
    return { issues: [...findings.issues, { param: 'line', reason }] };
  }
}

function withoutEmpty(fields: Readonly<Record<string, Json | undefined>>) {
  const payload: JsonObject = {};
  const emptied: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (isBlank(value)) emptied.push(name);
    else payload[name] = value;
  }
  return { payload, emptied };
}
