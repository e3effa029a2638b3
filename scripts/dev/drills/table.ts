/** The drills by name: for each the tests that try it, or none where it is a run of its own. */

/** One drill. */
export interface Drill {
  name: string;
  about: string;
  /** Files of test/ that try it. */
  tests?: readonly string[];
}

/** All drills, in the order in which an operator meets them. */
export const DRILLS: readonly Drill[] = [
  {
    name: 'start-errors',
    about: 'what prevents a start is named, with its setting and path',
    tests: ['test/process.test.ts', 'test/config.test.ts'],
  },
  {
    name: 'upgrade',
    about: 'files of every earlier layout, later ones, a full disk',
    tests: ['test/store/upgrade.test.ts', 'test/store/bring-over.test.ts'],
  },
  {
    name: 'backup',
    about: 'a backup under writes, restored',
    tests: ['test/scripts/backup.test.ts'],
  },
  {
    name: 'users',
    about: 'roles, tokens, the last administrator',
    tests: ['test/scripts/users.test.ts', 'test/access/tokens.test.ts'],
  },
  {
    name: 'lost-updates',
    about: 'nobody writes over a change unseen',
    tests: ['test/http/lost-updates.test.ts'],
  },
  {
    name: 'erase',
    about: 'posts erased for good leave nothing in files, engines and backups',
    tests: ['test/http/erase.test.ts', 'test/records/erase.test.ts', 'test/scripts/purge.test.ts'],
  },
  {
    name: 'html',
    about: 'hostile HTML of roles that are not trusted',
    tests: ['test/http/untrusted-html.test.ts', 'test/lib/html.test.ts'],
  },
  {
    name: 'limits',
    about: 'requests over a limit, and the headers that tell it',
    tests: ['test/http/rate-limit.test.ts'],
  },
  {
    name: 'overload',
    about: 'more requests than can be answered: which are refused, and which go on',
    tests: ['test/http/overload.test.ts'],
  },
  {
    name: 'metrics',
    about: 'what Prometheus reads, and the spans of requests',
    tests: ['test/http/metrics.test.ts', 'test/http/spans.test.ts'],
  },
  {
    name: 'hanging',
    about: 'engines that hang are waited for a few times, then not at all',
    tests: ['test/http/hanging.test.ts', 'test/watch.test.ts'],
  },
  {
    name: 'outage',
    about: 'the index down, slow or lost; what is owed is done afterwards',
    tests: ['test/sync/outage.test.ts', 'test/search/elasticsearch-faults.test.ts'],
  },
  {
    name: 'killed',
    about: 'processes killed at every step of a write, a load and a rebuild',
    tests: ['test/sync/kill.test.ts', 'test/sync/crash.test.ts', 'test/sync/load-killed.test.ts'],
  },
  {
    name: 'rebuild',
    about: 'the index is built anew while it is read and written',
    tests: ['test/sync/rebuild-live.test.ts', 'test/sync/rebuild.test.ts'],
  },
  {
    name: 'workers',
    about: 'a worker that dies is replaced',
    tests: ['test/workers.test.ts'],
  },
  {
    name: 'compose',
    about: 'the compose file and its proxy',
    tests: ['test/compose.test.ts'],
  },
  { name: 'rolling', about: 'restarts of two processes behind a balancer, under load' },
];
