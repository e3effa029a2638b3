/**
 * The Elasticsearch search index passes the port's contract on three shards, whose answers are
 * merged. The HTTP tables run over one.
 */
import { describe, expect, it } from 'vitest';
import { allKinds } from '../../src/kinds/index.js';
import { groupBy } from '../../src/lib/batches.js';
import { openElasticsearchIndex } from '../../src/search/elasticsearch/adapter.js';
import { makeDocument, makeQuery, makeRecord, makeSnapshot } from '../contracts/builders.js';
import { describeSearchIndex } from '../contracts/search-index.js';
import { elasticsearchUrl, takeElasticsearch } from '../support/elasticsearch.js';

const reason = elasticsearchUrl() ? '' : ' (skipped: ELASTICSEARCH_URL is not set)';

const opening = (shards: 1 | 3) => async () => {
  const taken = await takeElasticsearch({ shards });
  const port = openElasticsearchIndex(taken.settings);
  return {
    port,
    empty: taken.empty,
    close: async () => {
      await port.close();
      await taken.release();
    },
  };
};

describe.skipIf(reason !== '')(`over Elasticsearch${reason}`, () => {
  describeSearchIndex('elasticsearch', opening(3));

  it('several shards that each leave out values count them all', async () => {
    const { port: index, empty, close } = await opening(3)();
    try {
      await empty();
      const cityOf = (id: number) => `City ${String(100 + ((id * id * 7) % 307))}`;
      const ids = Array.from({ length: 900 }, (_, at) => at + 1);
      await index.put(
        ids.map((id) => {
          const venue = makeRecord('venue', id, { fields: { city: cityOf(id) } });
          const relations = { venue: [makeSnapshot(venue)] };
          return makeDocument(makeRecord('event', id, { relations }));
        }),
      );
      const counted = groupBy(ids.map(cityOf), (city) => city);
      const expected = [...counted]
        .map(([value, { length: count }]) => ({ value, count }))
        .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
        .slice(0, 50);
      const { facets } = await index.search(makeQuery('event', { facets: ['city'] }));
      expect(facets.city).toEqual(expected);
    } finally {
      await close();
    }
  });

  it('a rebuild that was stopped for long does not undo the one that has ended since', async () => {
    const { port: index, close } = await opening(1)();
    try {
      const stopped = await index.rebuild('old');
      await stopped.put([makeDocument(makeRecord('event', 1))]);
      await (await index.rebuild('old')).finish();
      const newer = await index.rebuild('new');
      await newer.put([makeDocument(makeRecord('event', 1)), makeDocument(makeRecord('event', 2))]);
      await newer.finish();
      // Elasticsearch creates the deleted indices again, without their mappings.
      await stopped.put(allKinds.map(({ name }) => makeDocument(makeRecord(name, 3))));
      await expect(stopped.finish()).rejects.toThrow();
      expect(await index.stamp()).toBe('new');
      expect((await index.search(makeQuery('event'))).total).toBe(2);
    } finally {
      await close();
    }
  });
});
