/** The title of a feed, as on the page of the same list. Contract 20.2. */
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject } from '../../kinds/record.js';
import { capital } from '../../lib/text/text.js';
import type { Deps } from '../../records/deps.js';
import { clockOf } from '../event/days.js';
import { readState } from '../event/state.js';
import { DATES } from '../event/when.js';
import { listedKind } from '../site/paths.js';
import { placeOf } from '../town/place.js';
import { chooseLanguage, languagesOf } from '../words/language.js';
import { filterTitles } from './filter-titles.js';
import { besideHeading } from './filters.js';
import { headingFor } from './heading.js';

/** Longest title, characters. */
const TITLE_CHARS = 200;

/** → `Jazz in Berlin this weekend – SITE`, of the parameters of a feed. */
export async function feedTitle(deps: Deps, kind: Kind, sent: JsonObject): Promise<string> {
  const { language } = chooseLanguage(languagesOf(deps.config.siteLanguages), { lang: sent.lang });
  const site = deps.config.siteIn(language.tag).name || deps.roots.host;
  if (kind !== listedKind) return `${capital(kind.route)} – ${site}`;
  const state = readState(sent, '/', { siteUnit: deps.config.siteUnit });
  const [titles, place] = await Promise.all([
    filterTitles({ ...deps, lang: language.tag }, state, language),
    placeOf(deps, state),
  ]);
  const filters = Object.keys(state.filters).filter((name) => !DATES.includes(name));
  const [name = ''] = filters;
  // The feed of a record's page has the title of the record.
  const isOfRecord = filters.length === 1 && state.when.is === 'any' && titles[name];
  const clock = clockOf(deps, state);
  const heading =
    isOfRecord || headingFor({ language, state, clock, titles, place, config: deps.config });
  const beside = isOfRecord ? [] : besideHeading(state, titles, language);
  const title = [heading, ...beside].join(language.comma);
  const cut = title.length > TITLE_CHARS ? `${title.slice(0, TITLE_CHARS).toWellFormed()}…` : title;
  return `${cut} – ${site}`;
}
