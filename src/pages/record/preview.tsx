/**
 * The page of a record before publication, at a signed address: not stored, and without anything
 * that reveals the address to others. Contract 26.10.
 */
import { allKinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { StoredRecord } from '../../kinds/record.js';
import { withQuery } from '../../present/links.js';
import type { UrlRoots } from '../../present/markers.js';
import type { Deps } from '../../records/deps.js';
import { type Preview, readPreview } from '../../records/preview.js';
import { utcToLocal } from '../../time/zones.js';
import { presentForPage } from '../event/holding.js';
import { readState } from '../event/state.js';
import type { Page, Site, Visit } from '../site/document.js';
import { basePath, langOf, pageRoot } from '../site/paths.js';
import { useLanguage } from '../words/language.js';
import { pageOf } from './record.js';

const PATH = /^\/preview\/(\w+)\/(\d{1,16})$/;

/** The parameter of the token, of pages and of their pictures. */
export const PREVIEW = 'preview';

/** → the record whose preview a path is; null: it is no path of one. */
export function readPreviewPath(path: string): { kind: Kind; id: number } | null {
  const [, route, id] = PATH.exec(path) ?? [];
  const kind = allKinds.find((one) => one.route === route);
  return kind ? { kind, id: Number(id) } : null;
}

const pathOf = ({ route }: Kind, { id }: StoredRecord): string => `/preview/${route}/${id}`;

/** → the address of a preview. */
export const previewUrl = (roots: UrlRoots, kind: Kind, { record, token }: Preview): string =>
  withQuery(pageRoot(roots) + pathOf(kind, record), { [PREVIEW]: token });

/** → the page of a preview. Throws `rest_no_route` for an invalid token. */
export async function showPreview(
  deps: Deps,
  { parameters }: Visit,
  { kind, id }: { kind: Kind; id: number },
  site: Site,
): Promise<Page> {
  const preview = await readPreview(deps, kind, { id, token: parameters[PREVIEW] });
  const { record, token, untilUtc } = preview;
  const path = basePath(deps.roots) + pathOf(kind, record);
  const state = readState(parameters, path, {
    kept: { ...langOf(site.roots), [PREVIEW]: token },
    siteUnit: deps.config.siteUnit,
  });
  const presented = await presentForPage(deps, record);
  const page = await pageOf(deps, { kind, record, presented, state, preview: token }, site);
  return {
    ...page,
    canonical: null,
    image: '',
    jsonLd: '',
    around: 'private',
    cacheControl: 'no-store',
    main: (
      <>
        <PreviewNote until={utcToLocal(untilUtc, deps.config.siteTimeZone)} />
        {page.main}
      </>
    ),
  };
}

function PreviewNote({ until }: { until: string }) {
  const { text, dates } = useLanguage();
  return <p class="note">{text('preview.note', { until: dates.moment(until) })}</p>;
}
