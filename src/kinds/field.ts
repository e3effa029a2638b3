/**
 * The field table of a kind: a line for each key of its answer, in the order of the answer, and for
 * each index field. A line states how the field is stored, answered, exported, cleared, indexed and
 * searched. The rules named here are implemented where they are applied.
 */
import type { Json, RecordCore, StoredRecord } from './record.js';

/**
 * How a sent value becomes the stored one (records/write/fields.ts). `text`: trimmed. `value`: as
 * validated. The others are derived: they read more than the field itself.
 */
export type StoredAs =
  | 'text'
  | 'value'
  | 'times'
  | 'cost'
  | 'stateprovince'
  | 'precision'
  | 'image'
  | 'parent'
  | 'statusReason'
  | 'previousDates'
  | 'attendanceMode'
  | 'recurrence';

/** How a field is answered (present/record.ts). Each rule reads the value of the line, or more. */
export type AnsweredAs =
  | 'value'
  | 'text'
  | 'flag'
  | 'image'
  | 'status'
  | 'modified'
  | 'permalink'
  | 'restUrl'
  | 'globalId'
  | 'globalIds'
  | 'uid'
  | 'dateDetails'
  | 'zoneAbbreviation'
  | 'cost'
  | 'costDetails'
  | 'website'
  | 'linked'
  | 'terms'
  | 'emptyList'
  | 'jsonLd'
  | 'count'
  | 'taxonomy'
  | 'parent'
  | 'termUrls'
  | 'onlineUrl'
  | 'recurrence';

/**
 * `folded`: compared without case and accents. `date`: seconds since the epoch, UTC. For a cost,
 * `free`: 1 where its lowest price is 0, else 0; `price`: the lowest price in thousandths;
 * `currency`: its ISO 4217 code, ANY_CURRENCY where it is 0, `""` without a price. `siteDay`: of a
 * date, the day in the site's zone, in days since the epoch. `postalCode`: without spaces, signs
 * and the country.
 */
export type IndexFieldType =
  | 'integer'
  | 'keyword'
  | 'folded'
  | 'boolean'
  | 'date'
  | 'siteDay'
  | 'free'
  | 'price'
  | 'currency'
  | 'postalCode';

/** A field that lists can be filtered or sorted by. */
export interface IndexField {
  type: IndexFieldType;
  /** True: a list of values, any of which may match. */
  isMany?: boolean;
  /** Reads the value from a record; dates as `YYYY-MM-DD HH:MM:SS` in UTC. */
  read: (record: StoredRecord) => unknown;
}

/** One line of a field table. */
export interface Field {
  /** Absent: nothing is stored under this name. */
  stored?: StoredAs;
  /** The value of a new record when not sent, and of an old record without a value. */
  initial?: Json;
  /** Reads the value from a record; absent: it is in `fields`, under the name of the line. */
  read?: (record: RecordCore) => unknown;
  /** Absent: the field is not answered. */
  answered?: AnsweredAs;
  /** The field that the rule of the answer reads, when it is not this one. */
  of?: string;
  /** True: left out of the answer when it is empty. */
  isOptional?: boolean;
  /** The field that holds the same moment in UTC. */
  utc?: string;
  /** Fields that make it count as sent, even with the value of the answer. */
  readWith?: readonly string[];
  /** True: derived from other fields, and left out of exports. */
  isDerived?: boolean;
  /** Fields of one group belong together: a merge takes them from one record. */
  group?: string;
  /** True: an empty column of a loaded file clears it. */
  isEmptied?: boolean;
  /** True: it has a text in each of several languages (texts.ts). */
  isLocalized?: boolean;
  /** True: its text may be HTML; tags in any other text are no part of it. Contract 24.1. */
  isHtml?: boolean;
  /** Its index field, named like the line or as `as` says; `read` where it holds another value. */
  index?: Omit<IndexField, 'read'> & { as?: string; read?: IndexField['read'] };
  /** `search` looks in its text. */
  searched?: {
    /** Its weight in the order by relevance, at least 1. */
    weight: number;
    /** Reads the texts where they are not the value of the line. */
    read?: (record: StoredRecord) => FieldText[];
  };
}

/** A text of a record as it is read in a language. */
interface FieldText {
  text: string;
  /** The text's language, if the record lacks it in the requested language. */
  language?: string;
}

/** The texts that `search` looks in. */
export interface TextField {
  weight: number;
  read: (record: StoredRecord) => FieldText[];
}

/** → a text of a record in the language it is read in (texts.ts, `inLanguage`). */
export function textIn({ fields }: RecordCore, name: string, text: unknown): FieldText {
  const elsewhere = fields.text_languages as Readonly<Record<string, string>> | undefined;
  const language = elsewhere?.[name];
  return { text: String(text ?? ''), ...(language === undefined ? {} : { language }) };
}

/** The lines of a table by field name. */
export type FieldTable = Readonly<Record<string, Field>>;

/** → the value of a line for a record, or its initial value. */
export function readField(name: string, { read, initial }: Field, record: RecordCore): unknown {
  return (read ? read(record) : record.fields[name]) ?? initial;
}

/** → the index fields of a table, by name. */
export function indexFieldsOf(fields: FieldTable): Record<string, IndexField> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (!field.index) return [];
      const { as = name, read, ...rest } = field.index;
      const index = { ...rest, read: read ?? ((record) => readField(name, field, record)) };
      return [[as, index satisfies IndexField] as const];
    }),
  );
}

/** → the texts that `search` looks in, by field name, the heaviest first. */
export function textFieldsOf(fields: FieldTable): Record<string, TextField> {
  return Object.fromEntries(
    Object.entries(fields)
      .flatMap(([name, field]) => {
        if (!field.searched) return [];
        const { weight, read } = field.searched;
        const readText = (record: RecordCore) => [
          textIn(record, name, readField(name, field, record)),
        ];
        return [[name, { weight, read: read ?? readText } satisfies TextField] as const];
      })
      .sort(([, a], [, b]) => b.weight - a.weight),
  );
}
