/** Handlers of single records: POST on a collection; GET, POST/PUT/PATCH, DELETE on an item. */
import etag from 'etag';
import { invalidParams, noRoute } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { dateOf } from '../kinds/series.js';
import { ALL_LANGUAGES } from '../kinds/texts.js';
import { previewUrl } from '../pages/record/preview.js';
import type { Answered } from '../present/answered.js';
import { pickFromText } from '../present/fields.js';
import { formats } from '../present/formats/registry.js';
import type { FactsOf } from '../present/markers.js';
import type { Deps } from '../records/deps.js';
import { mergeRecords } from '../records/merge/merge.js';
import { presentOne, seriesParts } from '../records/present-one.js';
import { makePreview } from '../records/preview.js';
import { findRecord, type Key, readIdentity, readRecord } from '../records/read.js';
import { removeRecord } from '../records/remove.js';
import { createRecord, putRecord, type Saved, updateRecord } from '../records/save.js';
import { factsFor } from '../records/term-facts.js';
import { entityTagOf, type Precondition } from '../records/write/commit.js';
import { validate } from '../validation/compile.js';
import { fieldsIssues, isField } from '../validation/fields.js';
import { ONE_LANGUAGE, readLang } from '../validation/texts.js';
import { answer, answerText, type Context } from './context.js';
import { answerInFormat, formatOf } from './feed.js';

/** POST /{kind}: 201 with the record. */
export async function createItem(deps: Deps, kind: Kind, ctx: Context): Promise<void> {
  const { parameters, caller } = ctx.state;
  const record = await createRecord(deps, kind, { payload: parameters, caller });
  setLocation(deps, kind, ctx, record);
  await answerRecord(deps, ctx, record, { status: 201 });
}

/** GET /{kind}/{id} and by-slug: the record, with json_ld for posts. */
export async function readItem(deps: Deps, kind: Kind, ctx: Context): Promise<void> {
  const { format, issues: conflicts } = formatOf(kind, ctx);
  const schema = kind.itemSchema ?? 'queries/item.json';
  const { values, issues } = validate(schema, ctx.state.parameters, 'query');
  const { lang, issues: ofLang } = readLang(values.lang, deps.site.languages);
  if (lang === ALL_LANGUAGES && format !== 'json') ofLang.push(ONE_LANGUAGE);
  issues.push(...conflicts, ...ofLang);
  issues.push(...fieldsIssues(`answers/${kind.name}.json`, values.fields));
  if (issues.length > 0) throw invalidParams(issues);
  const fields = values.fields as string[] | undefined;
  // Other formats than JSON show public data only.
  const caller = format === 'json' ? ctx.state.caller : null;
  const record = await readRecord(deps, kind, { key: keyOf(ctx), caller });
  if (format !== 'json') {
    const present = async (shown: StoredRecord) =>
      JSON.parse(await presentOne(deps, shown, { caller, lang })) as Answered;
    const whole = await present(record);
    const parts = format === 'ics' ? await seriesParts(deps, { record, whole }, present) : null;
    const shown = { format: formats[format], whole, answers: parts ?? [whole], lang, fields };
    return answerInFormat(deps, kind, ctx, shown);
  }
  await answerRecord(deps, ctx, record, { hasJsonLd: kind.family.hasStatus, fields });
}

/** POST, PUT, PATCH on an item: 200 with the record after the update. */
export async function updateItem(deps: Deps, kind: Kind, ctx: Context): Promise<void> {
  refuseUnread(kind, ctx);
  const { parameters, caller } = ctx.state;
  const request = { payload: parameters, caller, precondition: preconditionOf(ctx) };
  await answerSaved(
    deps,
    kind,
    ctx,
    await updateRecord(deps, kind, { key: keyOf(ctx), ...request }),
  );
}

/** PUT on a foreign identity: 201 with `Location` when the record is new, else 200. */
export async function putItem(deps: Deps, kind: Kind, ctx: Context): Promise<void> {
  const { parameters, caller } = ctx.state;
  const { source = '', key = '' } = ctx.params;
  refuseUnread(kind, ctx);
  const precondition = preconditionOf(ctx);
  const put = { identity: { source, key }, payload: parameters, caller, precondition };
  await answerSaved(deps, kind, ctx, await putRecord(deps, kind, put));
}

/** Throws `rest_invalid_param` for a body without a field of the kind: it would have no effect. */
function refuseUnread(kind: Kind, { state: { bodyNames: names } }: Context): void {
  if (!names || names.some((name) => isField(kind, name))) return;
  const reason = 'There is no such field, and no other one is sent.';
  // The body of `curl -d` without a header is a form.
  const ofForm = `${reason} JSON needs the header Content-Type: application/json.`;
  const issues = names.slice(0, NAMED_FIELDS).map((name) => ({
    param: name.slice(0, NAMED_CHARS),
    reason: name.startsWith('{') ? ofForm : reason,
  }));
  throw invalidParams(
    issues.length > 0 ? issues : [{ param: 'body', reason: 'Must be an object.' }],
  );
}

/** Unknown fields that an error names, and the characters of each. */
const [NAMED_FIELDS, NAMED_CHARS] = [10, 100];

/** DELETE on an item: 200 with the record in the trash or erased, or the term as it was. */
export async function removeItem(deps: Deps, kind: Kind, ctx: Context): Promise<void> {
  const key = keyOf(ctx);
  const { values, issues } = validate('queries/remove.json', ctx.state.parameters, 'query');
  // The answer shows the count and URL of a term, which nobody knows once it is gone.
  const isGone = kind.family.removal === 'permanent';
  const before = isGone ? await findRecord(deps, kind, key) : null;
  const term = before ? await factsFor(deps, before) : undefined;
  const { caller } = ctx.state;
  const precondition = preconditionOf(ctx);
  const request = { key, caller, isForced: values.force === true, issues, precondition };
  const record = await removeRecord(deps, kind, request);
  await answerRecord(deps, ctx, record, { term });
}

/** POST /{kind}/{id}/merge: 200 with the kept record. Contract 18.1. */
export async function mergeItem(deps: Deps, kind: Kind, ctx: Context): Promise<void> {
  const { parameters, caller } = ctx.state;
  const precondition = preconditionOf(ctx);
  const request = { id: Number(ctx.params.id), parameters, caller, precondition };
  await answerRecord(deps, ctx, await mergeRecords(deps, kind, request), {});
}

/** POST /{kind}/{id}/preview: 200 with the address of its page before it is public. */
export async function previewItem(deps: Deps, kind: Kind, ctx: Context): Promise<void> {
  // Without pages there is nothing to be seen.
  if (!deps.config.hasPages) throw noRoute();
  const { caller } = ctx.state;
  const request = { id: Number(ctx.params.id), caller, precondition: preconditionOf(ctx) };
  const preview = await makePreview(deps, kind, request);
  const { untilUtc: expires_utc } = preview;
  answer(ctx, { url: previewUrl(deps.roots, kind, preview), expires_utc });
}

const preconditionOf = ({ req: { headers } }: Context): Precondition => ({
  ifMatch: headers['if-match'],
  ifNoneMatch: headers['if-none-match'],
});

function setLocation(deps: Deps, kind: Kind, ctx: Context, { id }: StoredRecord): void {
  ctx.set('Location', `${deps.roots.api}/${kind.route}/${id}`);
}

function keyOf(ctx: Context): Key {
  const { id, slug, source, key = '' } = ctx.params;
  if (source !== undefined) {
    const { externalId, issues } = readIdentity({ source, key });
    if (issues.length > 0) throw invalidParams(issues);
    return { externalId };
  }
  return id !== undefined ? { id: Number(id), sent: id } : { slug: slug ?? '' };
}

interface Answering {
  status?: number;
  hasJsonLd?: boolean;
  fields?: string[] | undefined;
  term?: FactsOf | undefined;
  losses?: Pick<Saved, 'dropped' | 'warnings'>;
}

function answerSaved(
  deps: Deps,
  kind: Kind,
  ctx: Context,
  { record, isNew, ...losses }: Saved,
): Promise<void> {
  if (isNew) setLocation(deps, kind, ctx, record);
  return answerRecord(deps, ctx, record, { status: isNew ? 201 : 200, losses });
}

async function answerRecord(
  deps: Deps,
  ctx: Context,
  record: StoredRecord,
  { status = 200, hasJsonLd = false, fields, term, losses = {} }: Answering,
): Promise<void> {
  const { caller } = ctx.state;
  const { lang } = readLang(ctx.state.parameters.lang, deps.site.languages);
  const text = await presentOne(deps, record, { caller, lang, term, hasJsonLd });
  const { dropped = [], warnings } = losses;
  const lost = { ...(dropped.length > 0 ? { dropped: dropped.map(toDropped) } : {}), warnings };
  const [, more = '}'] = JSON.stringify(lost).split(/^{/);
  const presented = more === '}' ? text : `${text.slice(0, -1)},${more}`;
  answerText(ctx, fields ? pickFromText(presented, fields) : presented, status);
  ctx.set('ETag', entityTagOf(record, etag(ctx.body as Buffer)));
}

/** → a date that an update of a series put into the trash although it had own fields. */
const toDropped = ({ id, slug, fields }: StoredRecord) => ({
  id,
  slug,
  start_date: fields.start_date,
  original_start_date: dateOf({ fields }),
});
