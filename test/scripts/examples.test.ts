/** Programs of docs/examples, started by the lines in their heads. The widget: test/browser. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { countsOf } from '../support/loads.js';
import { exported, tempFolder, top } from '../support/process.js';
import { read } from '../support/sources.js';

it('load-open-data: events of a city, a series among them; nothing the second time', async () => {
  const [, line = ''] =
    /^ \* {3}npm run build && (npm .*)$/m.exec(read('docs/examples/load-open-data.ts')) ?? [];
  const folder = tempFolder();
  const load = () => {
    const [command = '', ...args] = line.split(' ');
    const { PATH, HOME } = process.env;
    const run = spawnSync(command, args, {
      cwd: top,
      env: { PATH, HOME, DATA_DIR: folder },
      encoding: 'utf8',
    });
    // npm tells first what it runs.
    return { ...run, stdout: run.stdout.replace(/^[\s\S]*?(?=^events: )/m, '') };
  };
  const first = load();
  expect(first.status, first.stderr).toBe(0);
  expect(countsOf({ ...first, code: 0 })).toEqual([5, 0, 0, 0, 5]);
  const events = await exported('event', { DATA_DIR: folder });
  const byTitle = (title: string) => events.find((event) => event.title === title);
  expect(byTitle('Negotiation de Olé Khamchanla & Pichet Klunchun')).toMatchObject({
    external_id: 'paris:91447191',
    start_date: '2018-02-06 20:00:00',
    end_date: '2018-02-06 21:30:00',
    timezone: 'Europe/Paris',
    recurrence: [expect.stringMatching(/^RDATE.*20180207T.*20180216T/)],
    tags: ['festival', 'danse', 'paris'],
    venue: [{ geo_lat: 48.870678, geo_lng: 2.402944, city: 'Paris' }],
  });
  expect(byTitle('Discontrol Party de Samuel Bianchini (EnsadLab)')).toMatchObject({
    end_date: '2018-02-03 05:30:00',
  });
  expect(byTitle('Broken Song')).toMatchObject({ cost: ['0'] });
  expect(countsOf({ ...load(), code: 0 })).toEqual([0, 0, 5, 0, 5]);
});
