/**
 * The order of test files: files that take minutes start first, so that none of them runs alone
 * at the end. Without results of earlier runs, vitest does not know which ones are slow.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const SLOW = [
  'browser/pages.test.ts',
  'search/elasticsearch.test.ts',
  'http/permissions.test.ts',
  'http/walks.test.ts',
  'http/snapshots-later.test.ts',
  'http/kinds-list.test.ts',
  'http/hostile-fuzz.test.ts',
  'sync/kill.test.ts',
  'sync/rebuild-live.test.ts',
  'sync/outage.test.ts',
  'sync/stopped.test.ts',
  'scripts/load.test.ts',
  'search/geo-oracle.test.ts',
];

/** Slow files first, the others in their usual order. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOW.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? SLOW.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
