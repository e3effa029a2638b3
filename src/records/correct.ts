/**
 * A search in which nothing matches is tried again with one letter wrong a word. Words only come
 * from records that the caller finds, and the choice depends on nothing but these records.
 * Contract 3.2.
 */
import { limits } from '../limits.js';
import type { SearchIndex, SearchPage, SearchQuery } from '../search/port.js';

/** A search with other words. */
export interface Corrected {
  words: string[];
  page: SearchPage;
}

/** → the corrected search that finds most; null when there is none that finds anything. */
export async function correctSearch(
  index: SearchIndex,
  query: SearchQuery,
): Promise<Corrected | null> {
  const { text } = query;
  if (!text || text.mode === 'substring' || text.words.length === 0) return null;
  // A word that the caller finds anywhere is spelled right, whatever the other filters.
  const spellings = await index.spell({ ...query, where: [], geo: null }, text.words);
  const wrong = spellings.filter(({ exists }) => !exists);
  if (wrong.length === 0 || wrong.length > limits.correctedWords) return null;
  const choices = text.words.map((word, at) => {
    const { exists, near } = spellings[at] ?? { exists: false, near: [] };
    // Of two spellings of one word, such as `muller` and `mueller`, the shorter one is as written.
    near.sort((one, other) => one.length - other.length || (one < other ? -1 : 1));
    return exists ? [word] : near.slice(0, limits.nearWords);
  });
  const queries = combined(choices).map(
    (words): SearchQuery => ({
      ...query,
      text: { ...text, words },
    }),
  );
  const best = await mostFinding(index, queries);
  const page = best && (await index.search(best));
  return page && page.total > 0 ? { words: best.text?.words ?? [], page } : null;
}

/** → the query that finds most, the first of several. */
async function mostFinding(
  index: SearchIndex,
  queries: readonly SearchQuery[],
): Promise<SearchQuery | undefined> {
  // A single one needs no comparison.
  if (queries.length < 2) return queries[0];
  const pages = await Promise.all(queries.map((query) => index.search(ofTotal(query))));
  const totals = pages.map(({ total }) => total);
  return queries[totals.indexOf(Math.max(...totals))];
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
    const longer = texts.flatMap((words) => choice.map((word) => [...new Set([...words, word])]));
    texts = longer.slice(0, limits.correctedTexts);
  }
  return texts;
}
