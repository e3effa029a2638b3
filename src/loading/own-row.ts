/**
 * Maps rows whose columns are our own field names: a plain CSV of venues, or an export.
 * Called by map-row.ts. Rule carried: names are not judged here (the schemas do), values only
 * cleaned, and columns with a dot (`venue.city`) or a venue's bare name make the inline object.
 */
import { kinds } from '../kinds/index.js';
import { limits } from '../limits.js';
import { cleanNumber, cleanUrl, foldKey } from './clean.js';
import type { MappedRow, OwnMapping, RowIssue } from './mapping.js';

const listFields = new Set(['categories', 'tags']);
const numberFields = new Set(['geo_lat', 'geo_lng']);
const keyFields = new Set(['external_id', 'id']);

/**
 * → the payload and key of the row. The key is column `external_id` as it stands (trimmed), else
 * `id` as `kind:id`. Empty texts and nulls are left out and their columns named in `emptied`; comma
 * texts of `categories` and `tags` become lists, numeric texts of coordinates numbers; what is no
 * number stays, to be refused with its field's name. `{issues}` only for a key over
 * `limits.lineChars`.
 */
export function mapOwnRow(mapping: OwnMapping, row: Record<string, unknown>): MappedRow {
  const externalId = ownKey(mapping, row);
  if (externalId !== null && externalId.length > limits.lineChars) {
    const reason = `longer than ${limits.lineChars} characters`;
    return { issues: [{ param: 'external_id', reason }] };
  }
  const warnings: RowIssue[] = [];
  const fields = new Map<string, unknown>();
  const emptied: string[] = [];
  for (const [column, value] of Object.entries(row)) {
    if (column === '' || keyFields.has(column)) continue;
    const cleaned = cleanValue(column, value, warnings);
    if (cleaned === undefined) emptied.push(column);
    else setField(mapping, fields, column, cleaned);
  }
  const mapped = { externalId, payload: Object.fromEntries(fields), warnings };
  return emptied.length > 0 ? { ...mapped, emptied } : mapped;
}

function ownKey(mapping: OwnMapping, row: Record<string, unknown>): string | null {
  const given = scalarText(row.external_id);
  if (given !== '') return given;
  const id = foldKey(scalarText(row.id));
  return id === '' ? null : `${mapping.name}:${id}`;
}

function scalarText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function cleanValue(column: string, value: unknown, warnings: RowIssue[]): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string') return value;
  const text = value.normalize('NFC').trim();
  if (text === '') return undefined;
  const field = column.slice(column.lastIndexOf('.') + 1);
  if (listFields.has(field)) return splitList(text);
  if (numberFields.has(field)) return cleanNumber(text) ?? text;
  if (field !== 'website') return text;
  const url = cleanUrl(text);
  if (url === null) warnings.push({ param: column, reason: 'left out: not usable as url' });
  return url ?? undefined;
}

function splitList(text: string): string[] | undefined {
  const items = text.split(',').map((item) => item.trim());
  const filled = items.filter((item) => item !== '');
  return filled.length === 0 ? undefined : filled;
}

/** In an event, `venue` may be an id, a name, or spread over columns `venue.…`. */
function setField(
  mapping: OwnMapping,
  fields: Map<string, unknown>,
  column: string,
  value: unknown,
): void {
  const [relation = '', field] = column.split(/\.(.*)/s);
  const isRelation = kinds[mapping.kind].relations.some(
    (one) => one.field === relation && one.inline === 'object',
  );
  const isName = field === undefined && typeof value === 'string' && !/^[\d\s,]+$/.test(value);
  if (!isRelation || (field === undefined && !isName)) {
    fields.set(column, value);
    return;
  }
  const before = fields.get(relation);
  const others = typeof before === 'object' && before !== null ? before : {};
  fields.set(relation, { ...others, [field ?? relation]: value });
}
