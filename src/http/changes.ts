/** Handler of the change feed: OpenActive RPDE 1.0. Source: Contract 30. */
import { invalidParams } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import { limits } from '../limits.js';
import { withQuery } from '../present/links.js';
import type { Deps } from '../records/deps.js';
import { readChanges } from '../records/tell/changes.js';
import { validate } from '../validation/compile.js';
import { readLang } from '../validation/texts.js';
import { answerText, type Context } from './context.js';

const LAST = `public, max-age=${limits.lastChangesSeconds}`;

/** GET /{kind}/changes: a page of records in the order of their last changes. */
export async function listChanges(deps: Deps, kind: Kind, ctx: Context): Promise<void> {
  const { values, issues } = validate('queries/changes.json', ctx.state.parameters, 'query');
  const { lang, issues: ofLang } = readLang(values.lang, deps.site.languages);
  issues.push(...ofLang);
  if (issues.length > 0) throw invalidParams(issues);
  const sent = values as {
    afterChangeNumber: number;
    limit: number;
    space?: string;
    rows: boolean;
  };
  const { limit } = sent;
  const page = await readChanges(deps, kind, {
    after: sent.afterChangeNumber,
    limit,
    space: sent.space,
    isOfRows: sent.rows,
    ...(values.lang === undefined ? {} : { lang }),
  });
  const isLast = page.items.length === 0;
  // The last page names itself.
  const space = isLast ? sent.space : page.space;
  const next = withQuery(`${deps.roots.api}/${kind.route}/changes`, {
    afterChangeNumber: String(page.last),
    ...(space === undefined ? {} : { space }),
    ...(ctx.state.parameters.limit === undefined ? {} : { limit: String(limit) }),
    ...(sent.rows ? { rows: 'true' } : {}),
    ...(values.lang === undefined ? {} : { lang }),
  });
  const { changesLicense: license, changesCacheControl } = deps.config;
  const tail = { ...(license === null ? {} : { license }), version: '1.0' };
  const text =
    `{"next":${JSON.stringify(next)},"items":[${page.items.join(',')}],` +
    JSON.stringify(tail).slice(1);
  // Changes after a cached copy of a page are on a later page, except for the last page.
  ctx.state.cacheControl = isLast ? LAST : changesCacheControl;
  answerText(ctx, text);
}
