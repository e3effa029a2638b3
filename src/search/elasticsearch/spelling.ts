/**
 * Words of the index that are one letter away from a search word, by Elasticsearch's term
 * suggester, in one request.
 */
import { kinds } from '../../kinds/index.js';
import { isOneLetterAway, mayBeMisspelled } from '../../lib/text/one-letter.js';
import { limits } from '../../limits.js';
import type { SearchQuery, Spelling } from '../port.js';
import { anyOf, type Clause } from './clause.js';
import { textPath, toFilter } from './dsl.js';
import { aliasOf, type Cluster } from './indices.js';
import { levelField } from './mapping.js';

interface RawSpellings {
  aggregations?: { exists: { buckets: Record<string, { doc_count: number }> } };
  suggest?: Record<string, { options: { text: string }[] }[]>;
}

/** → for each word, whether the query finds it alone, and indexed words one letter away. */
export async function spell(
  { engine, settings }: Cluster,
  query: SearchQuery,
  words: readonly string[],
): Promise<Spelling[]> {
  const alone = words.map((word) =>
    toFilter({ ...query, text: { mode: 'anyField', ...query.text, words: [word] } }),
  );
  const { body } = await engine.request({
    method: 'POST',
    path: `/${aliasOf(settings.prefix, query.kind)}/_search`,
    query: { allow_partial_search_results: false },
    body: {
      size: 0,
      track_total_hits: false,
      // Records without the words are not counted.
      query: anyOf(alone),
      aggs: { exists: { filters: { filters: byNumber(alone) } } },
      suggest: suggestersOf(query, words),
    },
  });
  const { aggregations, suggest = {} } = body as RawSpellings;
  return words.map((word, at) => ({
    exists: (aggregations?.exists.buckets[at]?.doc_count ?? 0) > 0,
    near: nearWords(word, at, suggest),
  }));
}

const byNumber = <T>(items: readonly T[]): Record<string, T> =>
  Object.fromEntries(items.map((item, at) => [at, item]));

/** → one suggester for each word and level, named `<number of the word>.<field>`. */
function suggestersOf({ kind }: SearchQuery, words: readonly string[]): Clause {
  const options = {
    suggest_mode: 'always',
    max_edits: 1,
    prefix_length: 1,
    size: limits.nearWords,
    shard_size: limits.nearWords,
    // Common words too.
    max_term_freq: 1_000_000_000,
  };
  const fields = kinds[kind].textLevels.map(levelField);
  return Object.fromEntries(
    words.flatMap((word, at) =>
      mayBeMisspelled(word)
        ? fields.map((name) => [
            `${at}.${name}`,
            { text: word, term: { field: textPath(name), ...options } },
          ])
        : [],
    ),
  );
}

// The suggester also knows words of deleted entries; the searches that follow do not find them.
function nearWords(word: string, at: number, suggest: NonNullable<RawSpellings['suggest']>) {
  const spellings = Object.entries(suggest)
    .filter(([name]) => name.startsWith(`${at}.`))
    .flatMap(([, entries]) => entries.flatMap(({ options }) => options.map(({ text }) => text)));
  return [...new Set(spellings)].filter((other) => isOneLetterAway(word, other));
}
