/** Record → its answer: each line of its kind's field table, by the named rule. */
import { type AnsweredAs, type Field, readField } from '../kinds/field.js';
import { allKinds, kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { KindName, RecordCore } from '../kinds/record.js';
import { uidOf } from '../kinds/series.js';
import { ALL_LANGUAGES, inLanguage } from '../kinds/texts.js';
import { presentCost } from '../lib/money/cost.js';
import { dateDetails } from '../time/date-times.js';
import { utcToLocal, zoneAbbreviation } from '../time/zones.js';
import { type Presentable, type PresentContext, permalinkOf } from './context.js';
import { describeForSchemaOrg } from './json-ld.js';
import { presentRecurrence } from './recurrence.js';

/** The inputs of a rule. */
interface Source {
  record: Presentable;
  kind: Kind;
  /** The name of the line, and the value of its field. */
  name: string;
  value: unknown;
  context: PresentContext;
}

/**
 * → the JSON text of the record as it is answered, in the order of its field table. Texts are
 * joined and no object is made of them: an event has some 130 keys, venue, organizers and terms
 * included.
 * Source: Contract 1.1–1.5.
 */
export function presentRecord(record: Presentable, context: PresentContext): string {
  const text = `{${presentLines(record, context)}}`;
  if (!context.hasJsonLd) return text;
  const answer = JSON.parse(text) as Record<string, unknown>;
  // A description is in one language.
  const isPlain = context.lang !== ALL_LANGUAGES;
  const described = isPlain ? answer : JSON.parse(presentRecord(record, inDefault(context)));
  const description = describeForSchemaOrg(described, kinds[record.kind], context);
  // No text contains this mark, as its quotes would be escaped; linked records have theirs filled.
  return text.replace(NO_JSON_LD, () => `"json_ld":${JSON.stringify(description)}`);
}

const NO_JSON_LD = '"json_ld":null';

const inDefault = ({ lang: _, ...context }: PresentContext): PresentContext => ({
  ...context,
  hasJsonLd: false,
});

function presentLines(stored: Presentable, context: PresentContext): string {
  const { languages, lang = languages[0] ?? '' } = context;
  const record = inLanguage(stored, lang, languages);
  const kind = kinds[record.kind];
  let lines = '';
  for (const { name, key, from, field, rule, isText } of answeredLines[record.kind]) {
    const read = readField(from, field, record);
    const value = rule({ record, kind, name, value: read, context });
    if (value === undefined || (field.isOptional && !value)) continue;
    lines += (lines === '' ? '' : ',') + key + (isText ? value : JSON.stringify(value));
  }
  return lines;
}

const text = (value: unknown): string => String(value ?? '');

/** → whether a value holds texts by language. */
const isTexts = (value: unknown): boolean => typeof value === 'object' && value !== null;

const textIn = (record: RecordCore, field: string): string => text(record.fields[field]);

type Rule = (source: Source) => unknown;

/** The rules of embedded records. */
type EmbeddedAs = 'linked' | 'terms';

/** The rules, by the names that field tables use. `undefined`: not answered. */
const rules: Record<Exclude<AnsweredAs, EmbeddedAs>, Rule> = {
  value: ({ value }) => value ?? undefined,
  text: ({ value }) => (isTexts(value) ? value : text(value)),
  flag: ({ value }) => value === true,
  image: ({ value }) => value ?? false,
  status: ({ record, context }) => context.status(record),
  modified: ({ value, context }) => utcToLocal(text(value), context.siteTimeZone),
  permalink: ({ record, kind, context }) =>
    context.isOwnOnly && kind.isTree ? undefined : permalinkOf(kind, record, context),
  restUrl: ({ record, kind, context }) => `${context.roots.api}/${kind.route}/${record.id}`,
  globalId: ({ record, context }) => globalIdOf(record, context),
  uid: ({ record, context }) => uidOf(record, context.roots.host),
  globalIds: ({ record, context }) => [globalIdOf(record, context)],
  dateDetails: ({ value }) => dateDetails(text(value)),
  zoneAbbreviation: ({ record, value }) =>
    zoneAbbreviation(textIn(record, 'utc_start_date'), text(value)),
  cost: (source) => costOf(source).cost,
  costDetails: (source) => costOf(source).cost_details,
  website: ({ record, kind, value, context }) => text(value) || permalinkOf(kind, record, context),
  emptyList: () => [],
  // Its place among the lines: the description is made of the answer.
  jsonLd: ({ context }) => (context.hasJsonLd ? null : undefined),
  count: ({ record, context }) =>
    context.isOwnOnly ? undefined : context.term(record.kind, record.id).count,
  taxonomy: ({ kind }) => kind.taxonomy,
  parent: ({ value }) => Number(value ?? 0),
  termUrls: ({ record, kind, context }) => {
    const collection = `${context.roots.api}/${kind.route}`;
    const parent = Number(record.fields.parent ?? 0);
    return {
      self: `${collection}/${record.id}`,
      collection,
      ...(parent > 0 ? { up: `${collection}/${parent}` } : {}),
    };
  },
  recurrence: ({ record, kind, context }) =>
    presentRecurrence(record, {
      url: (id) => `${context.roots.api}/${kind.route}/${id}`,
      nowUtc: context.nowUtc,
    }),
  onlineUrl: ({ record, kind, value }) => {
    const mode = readField('attendance_mode', kind.fields.attendance_mode ?? {}, record);
    return mode === 'in_person' ? '' : text(value);
  },
};

/** The rules of embedded records, whose values are JSON texts. */
const textRules: Record<EmbeddedAs, Rule> = {
  linked: (source) => {
    const texts = readableIn(source).map(embeddedText(source, presentRecord));
    const isMany = source.kind.relations.some((line) => line.field === source.name && line.isMany);
    return isMany ? `[${texts.join(',')}]` : (texts[0] ?? '[]');
  },
  terms: (source) => `[${readableIn(source).map(embeddedText(source, termInHolder)).join(',')}]`,
};

const isEmbedded = (rule: AnsweredAs): rule is EmbeddedAs => Object.hasOwn(textRules, rule);

function answeredLine([name, field]: [string, Field]) {
  const { answered, of: from = name } = field;
  if (!answered) return [];
  const isText = isEmbedded(answered);
  const rule = isText ? textRules[answered] : rules[answered];
  return [{ name, key: `${JSON.stringify(name)}:`, from, field, rule, isText }];
}

/** The lines of each kind that are answered. */
const answeredLines = Object.fromEntries(
  allKinds.map(({ name, fields }) => [name, Object.entries(fields).flatMap(answeredLine)]),
) as Record<KindName, ReturnType<typeof answeredLine>>;

const costOf = ({ value, context }: Source) =>
  presentCost(Array.isArray(value) ? value.map(String) : [], context.currency);

const globalIdOf = (record: RecordCore, { roots }: PresentContext): string =>
  `${roots.global}?id=${record.id}`;

const readableIn = ({ record, name, context }: Source): RecordCore[] =>
  (record.relations?.[name] ?? []).filter((snapshot) => context.isReadable(snapshot));

/** → a function that gives the text of an embedded record, which is made once. */
const embeddedText =
  ({ context }: Source, present: typeof presentRecord) =>
  (record: RecordCore): string => {
    const known = context.embedded?.get(record) ?? present(record, context);
    context.embedded?.set(record, known);
    return known;
  };

/** A term inside an event: its answer, and the keys that WordPress adds. Source: Contract 1.5. */
function termInHolder(term: RecordCore, context: PresentContext): string {
  const { fields } = kinds[term.kind];
  const added = {
    ...(fields.parent ? {} : { parent: 0 }),
    term_taxonomy_id: term.id,
    term_group: 0,
    filter: 'raw',
  };
  return `{${presentLines(term, context)},${JSON.stringify(added).slice(1)}`;
}
