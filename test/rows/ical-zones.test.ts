/**
 * Zones that a calendar describes itself, bytes and bounds: offsets are those of a zone by name or
 * the times are instants; a fold inside a character; much of everything.
 */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/kinds/record.js';
import type { FormatOptions, RowItem } from '../../src/rows/formats/format.js';
import { formatNamed } from '../../src/rows/formats/index.js';
import { openNotes } from '../../src/rows/notes.js';
import { type ReadOptions, readRows } from '../../src/rows/rows.js';
import { zoneRules } from '../../src/time/zone-data.js';

const window = { from: '2026-01-01 00:00:00', to: '2027-12-31 00:00:00' };

async function read(
  pieces: (string | Uint8Array)[],
  options: FormatOptions & ReadOptions = {},
): Promise<RowItem[]> {
  async function* bytes() {
    for (const piece of pieces) yield Buffer.from(piece as string);
  }
  const format = formatNamed('ical') ?? undefined;
  const items: RowItem[] = [];
  const all = readRows({ bytes: bytes() }, { format, kind: 'event', window, ...options });
  for await (const item of all) items.push(item);
  return items;
}

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:1@example.org', 'SUMMARY:Jazz', ...lines, 'END:VEVENT'].join('\r\n');

/** → a VTIMEZONE of some name with the present rules of a zone. */
const madeUp = (zone: string, id = 'Made up') =>
  (zoneRules(zone)?.text ?? '')
    .trim()
    .replace(/^TZID:.*$/m, `TZID:${id}`)
    .replace(/^X-LIC-LOCATION:.*\r?\n/m, '');

const part = (name: string, start: string, from: string, to: string, ...rest: string[]) => [
  ...[`BEGIN:${name}`, `DTSTART:${start}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`],
  ...[...rest, `END:${name}`],
];
/** Half an hour off every zone by name. */
const nowhere = [
  ...['BEGIN:VTIMEZONE', 'TZID:Stage time'],
  ...part(
    'STANDARD',
    '19701025T030000',
    '+0350',
    '+0250',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  ),
  ...part(
    'DAYLIGHT',
    '19700329T020000',
    '+0250',
    '+0350',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  ),
  'END:VTIMEZONE',
];

const rowOf = async (lines: string[], options: FormatOptions = {}) => {
  const [item] = await read([calendar(...lines)], options);
  if (!item || 'error' in item) throw new Error(item?.error ?? 'no row');
  const row: JsonObject = item.row;
  return { row, timezone: row.timezone, warnings: item.warnings?.map(({ param }) => param) };
};

describe('a zone of the file', () => {
  const weekly = event('DTSTART;TZID=Made up:20260303T200000', 'RRULE:FREQ=WEEKLY;COUNT=9');

  test.each([
    ['America/New_York', 'America/Detroit'],
    ['Europe/Berlin', 'Africa/Ceuta'],
    ['Australia/Sydney', 'Antarctica/Macquarie'],
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['Australia/Lord_Howe', 'Australia/LHI'],
    ['Pacific/Auckland', 'Antarctica/McMurdo'],
  ])('is the first by name that has its offsets: %s', async (zone, expected) => {
    const row = {
      start_date: '2026-03-03 20:00:00',
      timezone: expected,
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=9'],
    };
    expect(await rowOf([madeUp(zone), weekly])).toMatchObject({ row, warnings: [] });
  });

  test('may change its clocks at another hour of the same night, but on no other day', async () => {
    const notes = madeUp('Europe/Berlin').replace(/T030000/, 'T020000');
    const options = { siteZone: 'Europe/Berlin' };
    expect((await rowOf([notes, weekly], options)).timezone).toBe('Europe/Berlin');
    const later = notes.replaceAll('BYDAY=-1SU', 'BYDAY=1SU');
    expect((await rowOf([later, weekly], options)).timezone).toBe('UTC');
  });

  test.each<[string, string[], FormatOptions, string]>([
    [
      'of the calendar',
      ['X-WR-TIMEZONE:America/New_York'],
      { zone: 'America/Toronto' },
      'America/New_York',
    ],
    [
      'of the load',
      [],
      { zone: 'America/Toronto', siteZone: 'America/New_York' },
      'America/Toronto',
    ],
    ['of the site', [], { siteZone: 'America/New_York' }, 'America/New_York'],
    ['another one', ['X-WR-TIMEZONE:America/Chicago'], { siteZone: 'UTC' }, 'America/Detroit'],
  ])('is that %s, where this has them', async (_name, around, options, expected) => {
    const lines = [...around, madeUp('America/New_York'), weekly];
    expect((await rowOf(lines, options)).timezone).toBe(expected);
  });

  test('is that of a city in its name, and of dates without a zone beside a start', async () => {
    const id = '(GMT+01.00) Brussels / Copenhagen / Madrid / Paris';
    const dates = ['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20270307T163000', 'DTEND:20270306T173000'];
    const lines = [
      madeUp('Europe/Paris', id),
      event(`DTSTART;TZID="${id}":20270306T163000`, ...dates),
    ];
    const { row } = await rowOf(lines, { siteZone: 'Asia/Tokyo' });
    expect(row).toMatchObject({ timezone: 'Europe/Brussels', end_date: '2027-03-06 17:30:00' });
    expect(row.recurrence).toContain('EXDATE;TZID=Europe/Brussels:20270307T163000');
  });

  test.each([
    ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', 'Europe/Amsterdam'],
    ['(UTC+01:00) Sarajevo, Skopje, Warsaw, Zagreb', 'Europe/Sarajevo'],
    ['(GMT+01.00) Sarajevo/Warsaw/Zagreb', 'Europe/Sarajevo'],
    ['"(UTC-08:00) Pacific Time (US & Canada)"', 'America/Los_Angeles'],
    ['Eastern Time (US & Canada)', 'America/New_York'],
    // An offset with a colon, without quotes.
    ['UTC+01:00', '+01:00'],
    ['GMT-03:30', '-03:30'],
    ['"(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi"', 'Asia/Kolkata'],
    // Another offset than that of the city.
    ['"(UTC+03:00) Berlin"', undefined],
    ['"(UTC+01:00) Nowhere"', undefined],
    ['US-Eastern', 'US/Eastern'],
    ['GMT+1', '+01:00'],
    ['Coordinated Universal Time', 'UTC'],
    ['America/New York', 'America/New_York'],
    ['PDT', undefined],
  ])('called %s, as Windows shows it, is %s', async (id, expected) => {
    const [item] = await read([calendar(event(`DTSTART;TZID=${id}:20270406T100000`))]);
    const row = { timezone: expected, start_date: '2027-04-06 10:00:00' };
    const error = expect.stringContaining('is not known');
    expect(item).toMatchObject(expected === undefined ? { error } : { row });
  });

  test.each([
    ['20270327T240000', '2027-03-28 00:00:00'],
    ['2027-12-31T24:00', '2028-01-01 00:00:00'],
  ])('an end of %s is %s', async (end, expected) => {
    const zone = 'TZID=Europe/Berlin';
    const [item] = await read([
      calendar(event(`DTSTART;${zone}:20270327T200000`, `DTEND;${zone}:${end}`)),
    ]);
    expect(item).toMatchObject({ row: { end_date: expected } });
  });

  test('that lists its changes one by one is one by name where it goes on for ten years', async () => {
    const years = Array.from({ length: 14 }, (_, at) => 2025 + at);
    const sunday = (year: number, month: number) => {
      const last = new Date(Date.UTC(year, month, 0));
      last.setUTCDate(last.getUTCDate() - last.getUTCDay());
      return last.toISOString().slice(0, 10).replaceAll('-', '');
    };
    const listed = (count: number) => [
      ...['BEGIN:VTIMEZONE', 'TZID:Made up'],
      ...years
        .slice(0, count)
        .flatMap((year) => [
          ...part('DAYLIGHT', `${sunday(year, 3)}T020000`, '+0100', '+0200'),
          ...part('STANDARD', `${sunday(year, 10)}T030000`, '+0200', '+0100'),
        ]),
      'END:VTIMEZONE',
    ];
    expect((await rowOf([...listed(14), weekly])).timezone).toBe('Africa/Ceuta');
    expect((await rowOf([...listed(3), weekly])).timezone).toBe('UTC');
  });

  test('that no name has gives instants, and of a series its dates in the window', async () => {
    const lines = [
      'RRULE:FREQ=WEEKLY;UNTIL=20260405T160959Z',
      'EXDATE;TZID=Stage time:20260322T200000',
    ];
    const times = [
      'DTSTART;TZID=Stage time:20260315T200000',
      'DTEND;TZID=Stage time:20260315T220000',
    ];
    const row = {
      start_date: '2026-03-15 17:10:00',
      end_date: '2026-03-15 19:10:00',
      timezone: 'UTC',
      recurrence: ['RDATE:20260315T171000Z,20260315T171000Z,20260329T161000Z'],
    };
    const warnings = ['dtstart', 'dtend', 'rrule'];
    expect(await rowOf([...nowhere, event(...times, ...lines)])).toMatchObject({ row, warnings });
    const endless = event(...times, 'RRULE:FREQ=DAILY');
    expect(await read([calendar(...nowhere, endless)])).toMatchObject([
      { error: expect.stringContaining('more than 500 dates') },
    ]);
  });
});

describe('bytes', () => {
  const text = 'Straße 东京 🎷 café';
  const whole = Buffer.from(event('DTSTART:20260301T090000Z', `DESCRIPTION:${text}`));
  const start = whole.indexOf('DESCRIPTION');

  test.each(['\r\n ', '\r\n\t', '\n ', '\n\t'])('a fold of %j stands anywhere', async (fold) => {
    const head = Buffer.from(calendar().slice(0, -'END:VCALENDAR\r\n'.length));
    for (let at = start + 1; at < start + 30; at += 1) {
      const folded = [head, whole.subarray(0, at), Buffer.from(fold), whole.subarray(at)];
      const bytes = Buffer.concat([...folded, Buffer.from('\r\n')]);
      // The pieces end inside of folds, too.
      const cut = head.length + at + 1;
      const items = await read([bytes.subarray(0, cut), bytes.subarray(cut)]);
      expect(items, String(at)).toMatchObject([{ line: 3, row: { description: text } }]);
    }
  });

  test('lines are counted as in the file', async () => {
    const lines = ['DTSTART:20260301T090000Z', 'DESCRIPTION:a', ' b', ' c', 'GEO:1'];
    const second = event(...lines, 'LOCATION:Hall').replace('UID:1', 'UID:2');
    expect(await read([calendar(event(...lines), second)])).toMatchObject([
      { line: 3 },
      { line: 12, warnings: [{ param: 'geo' }] },
    ]);
  });

  test('a charset of the header counts where the bytes are no UTF-8', async () => {
    const titled = calendar(event('DTSTART:20260301T090000Z')).replace(
      'Jazz',
      'Führung über Dächer',
    );
    const [utf, latin] = [Buffer.from(titled), Buffer.from(titled, 'latin1')];
    const expected = [{ row: { title: 'Führung über Dächer' } }];
    for (const charset of [undefined, 'iso-8859-1']) {
      expect(await read([utf], { charset })).toMatchObject(expected);
    }
    expect(await read([latin], { charset: 'iso-8859-1' })).toMatchObject(expected);
    expect(await read([latin], { encoding: 'windows-1252' })).toMatchObject(expected);
    expect(await read([latin])).toMatchObject([{ error: expect.stringContaining('not text') }]);
  });
});

describe('much', () => {
  test('a fold of 10 MiB costs what has it, and nothing where it is not read', async () => {
    const long = `${'x'.repeat(70)}\r\n `.repeat((10 * 1024 * 1024) / 70);
    const events = ['ATTACH', 'X-FOO', 'DESCRIPTION'].map((name, at) =>
      event('DTSTART:20260301T090000Z', `${name}:${long}`).replace('UID:1', `UID:${at}`),
    );
    const items = await read([calendar(...events)]);
    expect(items.map((item) => 'error' in item && item.error)).toEqual([
      expect.stringContaining('longer than'),
      false,
      false,
    ]);
  });

  test('100,000 zones: those behind the first 500 are not known', async () => {
    const zones = Array.from({ length: 100_000 }, (_, at) =>
      ['BEGIN:VTIMEZONE', `TZID:Z${at}`, 'BEGIN:STANDARD', 'END:STANDARD', 'END:VTIMEZONE'].join(
        '\n',
      ),
    );
    const known = Array.from({ length: 600 }, (_, at) => madeUp('Europe/Berlin', `B${at}`));
    const using = [1, 599].map((at) =>
      event(`DTSTART;TZID=B${at}:20260301T090000`).replace('UID:1', `UID:${at}`),
    );
    expect(await read([calendar(...zones, ...known, ...using)])).toMatchObject([
      { error: expect.stringContaining('the zone B599 is not known') },
      { row: { timezone: 'Africa/Ceuta' } },
    ]);
  });

  test('what is not taken over is named by kind and number, within bounds', async () => {
    const notes = openNotes();
    const others = Array.from({ length: 1000 }, (_, at) => `X-P${at}:1`);
    const events = [1, 2].map((at) =>
      event('DTSTART:20260301T090000Z', 'ATTACH:a', ...others).replace('UID:1', `UID:${at}`),
    );
    await read([calendar(...events)], { notes });
    expect(notes.list()[0]).toEqual({ param: 'attach', reason: 'not taken over, in events: 2' });
    expect(notes.list()).toHaveLength(100);
  });
});
