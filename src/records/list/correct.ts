/**
 * A search in which nothing matches is tried again with one letter wrong a word. Words only come
 * from records that the caller finds, and the choice depends on nothing but these records.
 * Contract 3.2.
 */
import { exchangeWords } from '../../lib/text/typed-search.js';
import { searchText } from '../../lib/text/words.js';
import { limits } from '../../limits.js';
import type { SearchIndex, SearchPage, SearchQuery, TextQuery } from '../../search/port.js';

/** A search as it is typed, and how it is read. */
interface TypedSearch {
  search: string;
  read: (search: string) => TextQuery;
}

/**
 * → the page of a search; if its words have no match, the page of a corrected search. `corrected`:
 * the corrected text of a walk's first page, or null.
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

/**
 * → the corrected search with the most matches, as it is typed, with words exchanged, and its page;
 * null when no correction has a match.
 */
export async function correctSearch(
  index: SearchIndex,
  query: SearchQuery,
  { search, read }: TypedSearch,
): Promise<{ search: string; page: SearchPage } | null> {
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
  const texts = combined(choices).map((chosen): Candidate => {
    const others = new Map(text.words.map((word, at) => [word, chosen[at]]));
    return {
      exchanged: chosen.filter((word, at) => word !== text.words[at]),
      search: exchangeWords(search, (run) => {
        const word = searchText(run);
        const other = others.get(word);
        return other === word ? null : (other ?? null);
      }),
    };
  });
  const countOf = async (typed: string) =>
    (await index.search(ofTotal({ ...query, text: read(typed) }))).total;
  const best = await mostFinding(texts, countOf);
  const page = best && (await index.search({ ...query, text: read(best.search) }));
  return page && page.total > 0 ? { search: best.search, page } : null;
}

/** A search with exchanged words, and the new words. */
interface Candidate {
  search: string;
  exchanged: string[];
}

/**
 * → the text with the most matches. A text has at most the matches of its rarest exchanged word, so
 * these words are counted first: a count with a common word reads its long list.
 */
async function mostFinding(
  texts: readonly Candidate[],
  countOf: (search: string) => Promise<number>,
): Promise<Candidate | undefined> {
  // A single one needs no comparison.
  if (texts.length < 2) return texts[0];
  const words = [...new Set(texts.flatMap(({ exchanged }) => exchanged))];
  const alone = new Map(
    await Promise.all(words.map(async (word) => [word, await countOf(word)] as const)),
  );
  const mostOf = ({ exchanged }: Candidate) =>
    Math.min(...exchanged.map((word) => alone.get(word) ?? 0));
  const inOrder = [...texts].sort((one, other) => mostOf(other) - mostOf(one));
  let best: { text?: Candidate; total: number } = { total: 0 };
  for (const text of inOrder) {
    if (mostOf(text) <= best.total) break;
    const total = await countOf(text.search);
    if (total > best.total) best = { text, total };
  }
  return best.text;
}

/** → a query with the same total that does little else. */
const ofTotal = (query: SearchQuery): SearchQuery => ({
  ...query,
  sort: { by: 'field', field: 'id', direction: 'asc' },
  from: { offset: 0 },
  limit: 0,
  facets: [],
});

/** → every combination of a choice for each word; at most `limits.correctedTexts`. */
function combined(choices: readonly string[][]): string[][] {
  let texts: string[][] = [[]];
  for (const choice of choices) {
    const longer = texts.flatMap((words) => choice.map((word) => [...words, word]));
    texts = longer.slice(0, limits.correctedTexts);
  }
  return texts;
}
