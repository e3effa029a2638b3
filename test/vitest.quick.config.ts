/**
 * The tests of `npm test`: all but those that start processes and browsers, and five that take as
 * long as many others together. Of random lives it has one.
 * Test files of one worker share their modules, whose loading took a third of the time.
 */
import { configDefaults, mergeConfig } from 'vitest/config';
import every from './vitest.config.js';

export default mergeConfig(every, {
  test: {
    isolate: false,
    env: { QUICK: 'true' },
    exclude: [
      ...configDefaults.exclude,
      'test/browser/**',
      'test/faults/**',
      'test/scripts/**',
      'test/{process,stop-loads,workers}.test.ts',
      'test/http/write-lock.test.ts',
      'test/sync/{disk-full,kill,load-killed,stopped}.test.ts',
      'test/http/{doubling,hostile-fuzz}.test.ts',
      'test/regular-expressions.test.ts',
      'test/sync/rebuild-live.test.ts',
      'test/sources/faults.test.ts',
      'test/service/pictures.test.ts',
    ],
  },
});
