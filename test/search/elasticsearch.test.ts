/** The Elasticsearch search index passes the contract of the port. */

import { describe } from 'vitest';
import { openElasticsearchIndex } from '../../src/search/elasticsearch/adapter.js';
import { NOW } from '../contracts/builders.js';
import { describeSearchIndex } from '../contracts/search-index.js';
import { elasticsearchUrl, takeElasticsearch } from '../support/elasticsearch.js';

const reason = elasticsearchUrl() ? '' : ' (skipped: ELASTICSEARCH_URL is not set)';
const now = () => NOW * 1000;

async function open() {
  const taken = await takeElasticsearch({ isFresh: true });
  const port = await openElasticsearchIndex({ settings: taken.settings, now });
  return {
    port,
    close: async () => {
      await port.close();
      await taken.release();
    },
  };
}

describe.skipIf(reason !== '')(`over Elasticsearch${reason}`, () => {
  describeSearchIndex('elasticsearch', open);
});
