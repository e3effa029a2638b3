/**
 * The language of a record's plain texts: a payload is converted to it before the write. A record
 * that loses its title in this language changes to another language. Contract 33.
 */
import { type Issue, invalidParams } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import { occurrenceOf } from '../../kinds/series.js';
import {
  languageOf,
  renamedText,
  renamedTexts,
  type SiteLanguages,
  TEXT_LANGUAGE,
  textsIn,
  toldIn,
} from '../../kinds/texts.js';
import { toPayload } from '../../validation/payload.js';
import type { Deps } from '../deps.js';
import type { Draft } from './plan.js';

type Written = Pick<Draft, 'payload' | 'stored' | 'part'>;

/** → an issue where no title would be left, or none in the language of the series of a date. */
export function titleIssues(deps: Pick<Deps, 'site'>, kind: Kind, written: Written): Issue[] {
  const { stored, part } = written;
  const title = titleAfter(deps.site.languages, kind, written);
  if (title.isThere) return [];
  const param = kind.titleField;
  if (title.others.length === 0) return [{ param, reason: 'Needs a text in one language.' }];
  if (!part && !(stored && occurrenceOf(stored))) return [];
  return [{ param, reason: 'Needs a text in the language of the series.' }];
}

/** → whether there is a title in the record's own language, and in which others there is one. */
function titleAfter(languages: SiteLanguages, kind: Kind, { payload, stored }: Written) {
  const plainTag = stored
    ? languageOf(stored, languages)
    : (payload.language ?? languages[0] ?? '');
  const from = payload.language ?? plainTag;
  const sent = renamedTexts(kind.name, payload.values, { from, to: plainTag });
  const isKept = stored !== null && sent[kind.titleField] === undefined;
  const isThere = isKept || sent[kind.titleField] !== '';
  if (isThere || !stored) return { isThere, others: [] };
  const fields = { ...stored.fields, ...sent, [TEXT_LANGUAGE]: plainTag };
  const texts = textsIn({ ...stored, title: '', fields }, kind.titleField, languages);
  return { isThere, others: [...texts.keys()] };
}

/**
 * → the draft, its payload and the replaced record converted to the language of the record's plain
 * texts after the write. Throws `rest_invalid_param` if no title would be left.
 */
export function toldInOwn(deps: Pick<Deps, 'site'>, kind: Kind, draft: Draft): Draft {
  const { payload, stored } = draft;
  const { languages } = deps.site;
  const title = titleAfter(languages, kind, draft);
  const issues = title.isThere ? [] : titleIssues(deps, kind, draft);
  if (issues.length > 0) throw invalidParams(issues);
  const before = stored ? languageOf(stored, languages) : payload.language;
  const tag = title.isThere ? before : title.others[0];
  const language = tag ?? languages[0] ?? '';
  const from = payload.language ?? before ?? language;
  const labels = { from, to: language };
  const values = renamedTexts(kind.name, payload.values, labels);
  const renamed = (names?: readonly string[]) =>
    names?.map((name) => renamedText(kind.name, name, labels));
  return {
    ...draft,
    follows: renamed(draft.follows),
    keeps: renamed(draft.keeps),
    payload: from === language ? { ...payload, language } : toPayload(kind, values, language),
    stored: stored && toldIn(stored, language, languages),
  };
}
