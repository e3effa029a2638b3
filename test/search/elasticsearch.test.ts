/** The Elasticsearch search index passes the port's contract, on one shard and on three. */

import { describe } from 'vitest';
import { openElasticsearchIndex } from '../../src/search/elasticsearch/adapter.js';
import { describeSearchIndex } from '../contracts/search-index.js';
import { elasticsearchUrl, takeElasticsearch } from '../support/elasticsearch.js';

const reason = elasticsearchUrl() ? '' : ' (skipped: ELASTICSEARCH_URL is not set)';

const opening = (shards: number) => async () => {
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
  describeSearchIndex('elasticsearch', opening(1));
  describeSearchIndex('elasticsearch, 3 shards', opening(3));
});
