/** The titles of the records that filters name: venues by ID, terms by slug or ID. */
import { ApiError } from '../../errors.js';
import { kinds } from '../../kinds/index.js';
import type { Kind, ListFilter } from '../../kinds/kind.js';
import { inLanguage } from '../../kinds/texts.js';
import type { Deps } from '../../records/deps.js';
import { readForPage } from '../../records/read.js';
import type { PageState } from '../event/state.js';
import { listedKind } from '../site/paths.js';
import type { Language } from '../words/language.js';

/** Most titles that a filter names. */
const TITLES_MAX = 5;

/**
 * → by parameter, the titles of its records, `Jazz, Rock`. A filter is left out when it names no
 * record, too many, or an unreadable record.
 */
export async function filterTitles(
  deps: Deps,
  state: PageState,
  { comma }: Pick<Language, 'comma'>,
): Promise<Record<string, string>> {
  const titles = await Promise.all(
    Object.entries(state.filters).map(async ([name, value]) => {
      const filter = listedKind.filters[name];
      const target = targetOf(filter);
      if (!target) return [];
      const items = value.split(',').map((item) => item.trim());
      const titles =
        items.length > TITLES_MAX
          ? [null]
          : await Promise.all(items.map((item) => titleOf(deps, target, item)));
      return titles.includes(null) ? [] : [[name, titles.join(comma)] as const];
    }),
  );
  return Object.fromEntries(titles.flat());
}

/** → the kind of the records that a filter names: linked ones, or series. */
function targetOf(filter: ListFilter | undefined): Kind | null {
  if (filter?.filter === 'related') return kinds[filter.target];
  return filter?.filter === 'existing' ? listedKind : null;
}

/** → the title; null when visitors may not read it, or the store is down. */
async function titleOf(deps: Deps, kind: Kind, item: string): Promise<string | null> {
  const keys = [
    ...(kind.family.name === 'term' ? [{ slug: item }] : []),
    ...(/^\d+$/.test(item) ? [{ id: Number(item) }] : []),
  ];
  for (const key of keys) {
    try {
      const record = await readForPage(deps, kind, key);
      const { languages } = deps.site;
      return inLanguage(record, deps.lang ?? languages[0] ?? '', languages).title;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return null;
}
