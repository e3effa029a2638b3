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
  'sync/rebuild-live.test.ts',
  'sync/outage.test.ts',
  'scripts/load.test.ts',
  'search/geo-oracle.test.ts',
];

/**
 * Files with modules of their own first, and slow ones first of each sort, the others in their
 * usual order. A worker shares its modules with the next file only.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const at = SLOW.findIndex((name) => moduleId.endsWith(name));
      const rest = at < 0 ? SLOW.length : at;
      return project.name === 'apart' ? rest : rest + SLOW.length + 1;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
