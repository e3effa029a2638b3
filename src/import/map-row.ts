/**
 * Maps one row by a mapping: its key, and the payload of one record without empty fields. Whether
 * the payload is valid is checked later.
 */
import { kinds } from '../kinds/index.js';
import type { Json, JsonObject } from '../kinds/record.js';
import { isBlank } from '../lib/text.js';
import type { MappedRow, Mapping, Row, RowMapper } from './mapping.js';
import { openUnknown } from './own-columns.js';
import { type Findings, makeKey, openTools } from './tools.js';

/** → the row mapper of a mapping. A row on which the mapping throws is rejected. */
export function mappedBy(mapping: Mapping): RowMapper {
  const unknown = openUnknown(kinds[mapping.kind]);
  return {
    kind: mapping.kind,
    merge: mapping.merge ?? [],
    map: (row) => {
      const mapped = mapRow(mapping, row);
      if ('issues' in mapped) return mapped;
      const names = [...Object.keys(mapped.payload), ...(mapped.emptied ?? [])];
      return { ...mapped, warnings: [...mapped.warnings, ...unknown(names)] };
    },
  };
}

function mapRow(mapping: Mapping, row: Row): MappedRow {
  const findings: Findings = { issues: [], warnings: [] };
  const tools = openTools(mapping.name, findings);
  try {
    const externalId = makeKey(mapping.name, mapping.key(row, tools), findings);
    const { payload, emptied } = withoutEmpty(mapping.payload(row, tools));
    const { issues, warnings } = findings;
    if (issues.length > 0) return { issues };
    return { externalId, payload, warnings, ...(emptied.length > 0 ? { emptied } : {}) };
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
