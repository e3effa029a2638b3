/**
 * A search in which nothing matches is tried again with one letter wrong a word. Words only come
 * from records that the caller finds, and the choice depends on nothing but these records.
 * Contract 3.2.
 */
import { exchangeWords } from '../lib/typed-search.js';
import { searchText } from '../lib/words.js';
import { limits } from '../limits.js';
import type { SearchIndex, SearchPage, SearchQuery, TextQuery } from '../search/port.js';

/** A search with other words. */
interface Corrected {
  /** As it is typed, with words exchanged. */
  search: string;
  page: SearchPage;
}

/** A search as it is typed, and how it is read. */
export interface TypedSearch {
  search: string;
  read: (search: string) => TextQuery;
}

/**
 * → the page of a search; if nothing matches its words, that of a corrected one. `corrected` of the
 * typed search: the text that a walk has gone on with from its first page; null: none.
 */
export async function searchOrCorrect(
  index: SearchIndex,
  query: SearchQuery,
  typed: TypedSearch & { corrected: string | null },
): Promise<{ result: SearchPage; corrected: string | null }> {
  const { corrected } = typed;
  if (query.text && corrected !== null) {
    return { result: await index.search({ ...query, text: typed.read(corrected) }), corrected };
  }
  const result = await index.search(query);
  const other = result.total === 0 ? await correctSearch(index, query, typed) : null;
  return other ? { result: other.page, corrected: other.search } : { result, corrected: null };
}

/** → the corrected search that finds most; null when there is none that finds anything. */
export async function correctSearch(
  index: SearchIndex,
  query: SearchQuery,
  { search, read }: TypedSearch,
): Promise<Corrected | null> {
  const { text } = query;
  if (!text || text.mode === 'substring' || text.words.length === 0) return null;
  // A word that the caller finds anywhere is spelled right, whatever the other filters.
  const anywhere = { ...query, text: { ...text, without: [] }, where: [], geo: null };
  const spellings = await index.spell(anywhere, text.words);
  const wrong = spellings.filter(({ exists }) => !exists);
  if (wrong.length === 0 || wrong.length > limits.correctedWords) return null;
  const choices = text.words.map((word, at) => {
    const { exists, near } = spellings[at] ?? { exists: false, near: [] };
    near.sort((one, other) => one.length - other.length || (one < other ? -1 : 1));
    return exists ? [word] : near.slice(0, limits.nearWords);
  });
  const texts = combined(choices).map((chosen) => {
    const others = new Map(text.words.map((word, at) => [word, chosen[at]]));
    return exchangeWords(search, (run) => {
      const word = searchText(run);
      const other = others.get(word);
      return other === word ? null : (other ?? null);
    });
  });
  const best = await mostFinding(
    index,
    texts.map((corrected) => ({ ...query, text: read(corrected) })),
  );
  const page = best < 0 ? null : await index.search({ ...query, text: read(texts[best] ?? '') });
  return page && page.total > 0 ? { search: texts[best] ?? '', page } : null;
}

/** → the number of the query that finds most, the first of several; -1 without any. */
async function mostFinding(index: SearchIndex, queries: readonly SearchQuery[]): Promise<number> {
  // A single one needs no comparison.
  if (queries.length < 2) return queries.length - 1;
  const pages = await Promise.all(queries.map((query) => index.search(ofTotal(query))));
  const totals = pages.map(({ total }) => total);
  return totals.indexOf(Math.max(...totals));
}

/** → a query with the same total that does little else. */
const ofTotal = (query: SearchQuery): SearchQuery => ({
  ...query,
  sort: { by: 'field', field: 'id', direction: 'asc' },
  from: { offset: 0 },
  limit: 0,
  facets: [],
});

/** → one of the choices for each word, in every way; at most `limits.correctedTexts`. */
function combined(choices: readonly string[][]): string[][] {
  let texts: string[][] = [[]];
  for (const choice of choices) {
    const longer = texts.flatMap((words) => choice.map((word) => [...words, word]));
    texts = longer.slice(0, limits.correctedTexts);
  }
  return texts;
}
