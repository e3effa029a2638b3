/**
 * The order of test files: those that take minutes begin first, so that none of them is left
 * running alone at the end. A checkout that never ran them does not know by itself.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const SLOW = [
  'search/elasticsearch.test.ts',
  'http/permissions.test.ts',
  'http/walks.test.ts',
  'http/spread-later.test.ts',
  'http/terms-list.test.ts',
  'http/venues-list.test.ts',
  'http/hostile-fuzz.test.ts',
  'sync/kill.test.ts',
  'sync/rebuild-live.test.ts',
  'sync/outage.test.ts',
  'sync/stopped.test.ts',
  'scripts/load.test.ts',
  'search/geo-oracle.test.ts',
];

/** Slow files first, the others as ever. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOW.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? SLOW.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
