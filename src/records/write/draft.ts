/** Payload → draft: checks the schema, then rules of the store. Reports all issues at once. */
import { type Caller, canEditOthers, canSendAnyHtml, canUploadImages } from '../../access/roles.js';
import { ApiError, cannotEditOthers, type Issue, invalidParams } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { ImageRecord, Json, JsonObject, StoredRecord } from '../../kinds/record.js';
import { findImage } from '../../service/images.js';
import { isUser } from '../../service/users.js';
import { type Payload, readPayload } from '../../validation/payload.js';
import { readLang } from '../../validation/texts.js';
import type { Deps } from '../deps.js';
import { titleIssues } from './own-language.js';
import type { Draft } from './plan.js';
import { recurrenceIssues } from './recurrence.js';
import { type Items, planLinks, readItems } from './relations.js';
import { restoreIssues } from './restore.js';
import { toSlug } from './slug.js';
import { parentIssues } from './tree.js';

/** How a payload is read: who sends it, and which record it changes. */
interface Reading {
  mode: 'create' | 'update';
  caller: Caller;
  stored: StoredRecord | null;
  /** Whether the caller may make this write; texts that go nowhere are not cleaned. */
  isAllowed: boolean;
  /** The language of plain texts; absent: the payload's `lang`. */
  lang?: string | undefined;
  /** Issues found earlier, reported together with the issues of the payload. */
  issues?: Issue[];
}

/** A payload that passed its schema, with the items of its relations. */
interface Input<Inline> {
  payload: Payload;
  items: Items<Inline>;
  /** → the draft of a record described inside the payload, or null when it is not valid. */
  readInline: (target: Kind, item: Inline) => Promise<Draft | null>;
}

/** → the draft. Throws `rest_missing_callback_param`, or `rest_invalid_param` with every issue. */
export async function readDraft(
  deps: Deps,
  kind: Kind,
  raw: JsonObject,
  reading: Reading,
): Promise<Draft> {
  const { mode, caller, isAllowed } = reading;
  const isClean = !isAllowed || canSendAnyHtml(caller);
  const { languages } = deps.site;
  const asked = readLang(reading.lang ?? raw.lang, languages);
  const { lang } = asked;
  const { payload, issues, foreign } = readPayload(kind, raw, { mode, isClean, languages, lang });
  issues.push(...foreign, ...asked.issues);
  const ofItems: Issue[] = [];
  const items = readItems(kind, payload.values, ofItems);
  const readInline = (target: Kind, item: JsonObject) =>
    readDescribed(deps, target, item, { ...reading, lang });
  const input = { payload, items, readInline };
  issues.unshift(...(reading.issues ?? []));
  return draftFrom(deps, kind, input, { ...reading, issues, late: ofItems });
}

/**
 * → the draft of a payload that passed its schema, checked against the store and the record to be
 * changed. Throws `rest_invalid_param` with every issue.
 */
export async function draftFrom<Inline extends object>(
  deps: Deps,
  kind: Kind,
  { payload, items, readInline }: Input<Inline>,
  { caller, stored, issues: early = [], late = [] }: Omit<Reading, 'mode' | 'isAllowed'> & Late,
): Promise<Draft> {
  const issues = [...early];
  const { author, slug, values } = payload;
  if (author !== undefined && !(await isUser(deps, author))) {
    issues.push({ param: 'author', reason: 'There is no such user.' });
  }
  if (slug !== undefined && toSlug(slug) === '') {
    issues.push({ param: 'slug', reason: 'Must hold a letter or a digit.' });
  }
  issues.push(...titleIssues(deps, kind, { payload, stored }));
  issues.push(...coordinateIssues(payload, stored));
  issues.push(...recurrenceIssues(deps, kind, { payload, stored }));
  issues.push(...(await restoreIssues(deps, kind, { payload, stored })));
  issues.push(...(await parentIssues(deps, kind, { payload, stored })));
  const image = await readImage(deps, values.image, caller, issues);
  issues.push(...late);
  const links = await planLinks(deps, kind, items, { caller, issues, readInline });
  if (issues.length > 0) throw invalidParams(issues);
  return { payload, links, ...(image === undefined ? {} : { image }), caller, stored };
}

/** Issues reported after the issues of the fields. */
interface Late {
  late?: readonly Issue[];
}

/** Throws `rest_cannot_edit_others` when the draft or a linked one names another author. */
export function refuseForeignAuthor({ caller, stored, payload, links }: Draft): void {
  if (canEditOthers(caller)) return;
  const { author = caller?.id } = payload;
  if (author !== caller?.id && author !== stored?.author) throw cannotEditOthers();
  for (const link of Object.values(links).flat()) {
    if ('draft' in link) refuseForeignAuthor(link.draft);
  }
}

/** → the draft of an inline record, or null: the contract reports only the relation. */
async function readDescribed(
  deps: Deps,
  target: Kind,
  raw: JsonObject,
  { caller, isAllowed, lang }: Reading,
): Promise<Draft | null> {
  const reading = { mode: 'create', caller, stored: null, isAllowed, lang } as const;
  try {
    return await readDraft(deps, target, raw, reading);
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return null;
    throw error;
  }
}

/** Coordinates are sent as a pair or not at all, on updates as well. */
function coordinateIssues({ values }: Payload, stored: StoredRecord | null): Issue[] {
  const [lat, lng] = [values.geo_lat, values.geo_lng];
  if (lat === undefined && lng === undefined) return [];
  const missing = lat === undefined ? 'geo_lat' : lng === undefined ? 'geo_lng' : null;
  if (missing !== null) {
    const isClearing = (lat ?? lng) === null && !stored;
    return isClearing ? [] : [{ param: missing, reason: 'Must be given together with the other.' }];
  }
  if ((lat === null) === (lng === null)) return [];
  const param = lat === null ? 'geo_lat' : 'geo_lng';
  return [{ param, reason: 'Must be given together with the other.' }];
}

/** Source: Contract 4.5. → the image; undefined when not sent, or refused; null removes it. */
async function readImage(
  deps: Deps,
  value: Json | undefined,
  caller: Caller,
  issues: Issue[],
): Promise<ImageRecord | null | undefined> {
  if (value === undefined) return undefined;
  if (value === '' || value === false) return null;
  const refuse = (reason: string) => {
    issues.push({ param: 'image', reason });
    return undefined;
  };
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return refuse('Must be the ID or the URL of an image.');
  if (/^\d+$/.test(text.trim())) {
    const id = Number(text);
    const image = Number.isSafeInteger(id) ? await findImage(deps, id) : null;
    return image ?? refuse('There is no such image.');
  }
  if (!canUploadImages(caller)) return refuse('You are not allowed to name images by URL.');
  const stored = await findImage(deps, text);
  if (stored) return stored;
  const checked = await deps.checkImage(text);
  if (!checked) return refuse('No image was found at this URL.');
  if ('reason' in checked) return refuse(`No image was found at this URL: ${checked.reason}.`);
  return { id: 0, url: text, extension: checked.extension };
}
