/**
 * One record as a line of an export, or of the change feed for other listings: columns as a load
 * reads them. Contract 18.2, 30.
 */
import { type Field, readField } from '../../kinds/field.js';
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import {
  imageUrlOf,
  type Json,
  type JsonObject,
  type RecordCore,
  type SeriesPart,
  type StoredRecord,
} from '../../kinds/record.js';
import {
  hasDates,
  localDatesOf,
  NO_DATES,
  SENT_TIMES,
  type Stretch,
  stretchesOf,
  uidOf,
} from '../../kinds/series.js';
import { type SiteLanguages, textsBeside, toldIn } from '../../kinds/texts.js';
import { beforeRemoval, statusAt } from '../../kinds/visibility.js';
import { isBlank } from '../../lib/text/text.js';
import { viewAt } from '../../series/parts.js';
import { refKey } from '../../store/port.js';
import { toStoredLines } from '../../time/recurrence/rule.js';
import { readStored } from '../../time/recurrence/stored.js';
import { localToUtc } from '../../time/zones.js';
import { toSlug } from '../write/slug.js';

/** The inputs of a line. */
export interface ExportContext {
  /** Keys of the records and of linked posts, by `refKey`. */
  keys: ReadonlyMap<string, string>;
  nowSeconds: number;
  /** Of this system. */
  host: string;
  languages: SiteLanguages;
  /** As in the change feed: without unpublished data, and with links as keys alone. */
  isPublic?: boolean;
}

/** → the line of a record, its plain texts in the site's default language. */
export function toLine(
  stored: RecordCore & Partial<StoredRecord>,
  context: ExportContext,
): JsonObject {
  const kind = kinds[stored.kind];
  const { hasStatus } = kind.family;
  const record = toldIn(stored, context.languages[0] ?? '', context.languages);
  const parent = context.keys.get(refKey({ kind: kind.name, id: Number(record.fields.parent) }));
  return {
    external_id: context.keys.get(refKey(record)) ?? '',
    ...(record.title === '' ? {} : { [kind.titleField]: record.title }),
    ...textsBeside(record),
    ...(record.slug === '' ? {} : { slug: record.slug }),
    ...(hasStatus ? { status: statusAt(record, context.nowSeconds) } : {}),
    ...removalOf(record),
    ...(hasStatus ? { date_utc: record.date_utc } : {}),
    ...(parent === undefined ? {} : { parent }),
    ...recurrenceOf(record, context),
    ...fieldsOf(kind, record, context),
    ...loadedOf(kind, record, context),
    ...linksOf(kind, record, context),
  };
}

/** → whose removal it is, since when, and the status before it; a load takes it. */
function removalOf(record: RecordCore & Partial<StoredRecord>): JsonObject {
  if (!record.removed) return {};
  const { by, at } = record.removed;
  return { removed: { by, at, status: beforeRemoval(record) } };
}

/** → the rules and the parts of a series, in the form a payload takes. */
function recurrenceOf(
  record: RecordCore & Partial<StoredRecord>,
  context: ExportContext,
): JsonObject {
  const stretches = stretchesOf(record) ?? [];
  const rules = stretches[0] && rulesIn(stretches[0], context);
  const local = context.isPublic ? NO_DATES : localDatesOf(record);
  const parts = (record.parts ?? []).map((_, at) => {
    const line = partLine(record, at, context);
    const next = stretches[at + 1];
    return 'recurrence' in line && next ? { ...line, recurrence: rulesIn(next, context) } : line;
  });
  return {
    ...(rules ? { recurrence: rules } : hasDates(record) ? { recurrence: [] } : {}),
    ...(local === NO_DATES ? {} : { local_dates: { ...local } as unknown as JsonObject }),
    ...(parts.length > 0 ? { parts } : {}),
  };
}

/**
 * → the rules of a stretch; for other installations, with the local dates. These name all erased
 * dates: elsewhere a past date is kept unless an exception names it.
 */
function rulesIn(stretch: Stretch, { isPublic }: ExportContext): string[] {
  const stored = isPublic && stretch.local ? readStored(stretch.rules, stretch) : null;
  if (!stored) return stretch.rules;
  const { recurrence } = stored;
  const excepted = new Set([...recurrence.excepted, ...(stretch.local?.excepted ?? [])]);
  return toStoredLines({ ...recurrence, excepted: [...excepted].sort() }, stretch);
}

/** → the columns of a part; null clears a field. */
function partLine(
  record: RecordCore & Partial<StoredRecord>,
  at: number,
  context: ExportContext,
): JsonObject {
  const parts = record.parts ?? [];
  const isHidden = ({ from, start = from }: SeriesPart) =>
    context.isPublic === true &&
    statusAt(viewAt(record as StoredRecord, start), context.nowSeconds) !== 'publish';
  const part = parts[at] as SeriesPart;
  const { from, by, start = from, rules } = part;
  if (isHidden(part)) return { from, by, status: 'draft' };
  // Includes the columns of hidden parts right before it: their lines do not state them.
  const said = parts.slice(0, at).findLastIndex((part) => !isHidden(part)) + 1;
  const { moved = 0, ...unmoved } = part;
  // A part with its own rules states its dates unmoved: they may lie on days outside earlier rules.
  const isMoved = rules !== undefined && moved !== 0;
  const told = isMoved ? { ...record, parts: parts.with(at, unmoved) } : record;
  const line = toLine(viewAt(told as StoredRecord, start), context);
  const names = parts.slice(said, at + 1).flatMap(namesStated);
  return {
    from,
    by,
    ...Object.fromEntries([...new Set(names)].sort().map((name) => [name, line[name] ?? null])),
    ...(rules ? { recurrence: rules } : {}),
    ...(isMoved ? { moved } : {}),
  };
}

/** → the columns that a part states. */
function namesStated({ fields, relations, moved, length, zone, all_day }: SeriesPart): string[] {
  const isTimed = [moved, length, zone, all_day].some((value) => value !== undefined);
  const names = Object.keys({ ...fields, ...relations });
  return [
    ...names.filter((name) => !['author', 'date'].includes(name)),
    ...(isTimed ? SENT_TIMES : []),
  ];
}

/** → the record's own stored fields, in the form a payload takes. */
function fieldsOf(kind: Kind, record: RecordCore, { isPublic }: ExportContext): JsonObject {
  const line: JsonObject = {};
  for (const [name, field] of Object.entries(kind.fields)) {
    if (!field.stored || field.isDerived || field.read || field.stored.startsWith('parent')) {
      continue;
    }
    // A record of an earlier release lacks fields that a load would give it.
    const stored = momentOf(name, field, record) ?? field.initial;
    const value = field.stored === 'image' ? imageUrlOf(record) : stored;
    // The link of an in-person event is hidden.
    const isHidden = isPublic && field.answered === 'onlineUrl' && !isOnline(kind, record);
    if (!isBlank(value) && !isHidden) line[name] = value;
  }
  return line;
}

const isOnline = ({ fields }: Kind, record: RecordCore): boolean =>
  readField('attendance_mode', fields.attendance_mode ?? {}, record) !== 'in_person';

/** → the fields that a load alone can give: how calendars know the record. */
function loadedOf(
  { loadedFields = [], fields }: Kind,
  record: RecordCore,
  { host }: ExportContext,
) {
  const fieldOf = (field: string): Json => {
    if (fields[field]?.answered === 'uid') return uidOf(record, host);
    return (readField(field, fields[field] ?? {}, record) ?? '') as Json;
  };
  const values = loadedFields.map((field): [string, Json] => [field, fieldOf(field)]);
  return Object.fromEntries(values.filter(([, value]) => !isBlank(value)));
}

/** → the value; a time that the wall clock shows twice is written in UTC when it is the second. */
function momentOf(name: string, { utc }: Field, { fields }: RecordCore): Json | undefined {
  const value = fields[name];
  const stored = utc === undefined ? undefined : fields[utc];
  if (typeof value !== 'string' || typeof stored !== 'string') return value;
  const read = localToUtc(value, String(fields.timezone));
  return read.utc === stored && read.local === value ? value : `${stored.replace(' ', 'T')}Z`;
}

function linksOf(kind: Kind, { relations = {} }: Partial<StoredRecord>, context: ExportContext) {
  const linked = kind.relations.map(({ field, inline }): [string, Json[]] => {
    const snapshots = relations[field] ?? [];
    if (context.isPublic) {
      const shown = snapshots.filter(
        (linked) => statusAt(linked, context.nowSeconds) === 'publish',
      );
      return [
        field,
        shown.map((linked) => ({ external_id: context.keys.get(refKey(linked)) ?? '' })),
      ];
    }
    if (inline === 'name') return [field, snapshots.map(nameOf)];
    return [field, snapshots.map((snapshot) => toLine(snapshot, context))];
  });
  return Object.fromEntries(linked.filter(([, items]) => items.length > 0));
}

/** → the name of a term where it finds it, else its name and slug. */
function nameOf({ title, slug }: RecordCore): Json {
  const isPlain = toSlug(title) === slug && !/^\d+$/.test(title.trim());
  return isPlain ? title : { name: title, slug };
}
