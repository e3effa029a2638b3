/** What older calendars write: dates as periods, rules, and texts in encodings of mail. */
import { expect, test } from 'vitest';
import { readText } from '../support/read-text.js';

const read = (...lines: string[]) => {
  const event = ['BEGIN:VEVENT', 'UID:a@example.org', ...lines, 'END:VEVENT'];
  return readText(['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR'].join('\r\n'));
};

test('of periods the starts are dates', async () => {
  const { payloads, warnings, faults } = await read(
    'DTSTART;TZID=Europe/Brussels:20270122T190000',
    'DTEND;TZID=Europe/Brussels:20270122T200000',
    'RDATE;VALUE=PERIOD;TZID=Europe/Brussels:20270222T160000/20270222T170000',
    'RDATE;TZID=Europe/Brussels;VALUE=PERIOD:20270322T160000/PT2H',
    'SUMMARY:Podcast',
  );
  expect(faults).toEqual([]);
  expect(payloads[0].recurrence.slice(0, 2)).toEqual([
    'RDATE;TZID=Europe/Brussels:20270222T160000',
    'RDATE;TZID=Europe/Brussels:20270322T160000',
  ]);
  expect(warnings).toContain(
    'rdate: periods: their starts are taken, each as long as the first date',
  );
});

test('quoted-printable and base64 are decoded where the property says so, names as they are', async () => {
  const start = 'DTSTART:20270301T190000Z';
  const { payloads } = await read(
    start,
    'SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Caf=C3=A9 concert =\r\n in M=C3=BCnster',
    'DESCRIPTION;ENCODING=QUOTED-PRINTABLE:Line one=0D=0ALine=\r\n=20two, =\r\nthree',
    'LOCATION;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Alte M=C3=BChle',
  );
  expect(payloads[0]).toMatchObject({
    ...{ title: 'Café concert in Münster', description: 'Line one\nLine two, three' },
    venue: { venue: 'Alte Mühle' },
  });
  const others = await read(
    ...[start, 'SUMMARY;ENCODING=QUOTED-PRINTABLE:B=FCchermarkt'],
    'DESCRIPTION;ENCODING=BASE64:TGluZSBvbmU=',
  );
  expect(others.payloads[0]).toMatchObject({ title: 'Büchermarkt', description: 'Line one' });
  const named = await read(start, 'SUMMARY:Fair', 'ORGANIZER:Les amis\\, Rennes');
  expect(named.payloads[0].organizer).toEqual({ organizer: 'Les amis, Rennes' });
  const plain = await read(start, 'SUMMARY:Plain 100=20 sure=');
  expect(plain.payloads[0].title).toBe('Plain 100=20 sure=');
  const cut = await read(start, 'SUMMARY;ENCODING=QUOTED-PRINTABLE:Cut=');
  expect(cut.payloads[0].title).toBe('Cut');
});

test.each([
  'D1 20270401T000000Z',
  'W2 MO TH #10',
  'MP1 1+ TU #0',
  'MD1 15 LD',
  'YM1 6 7',
  'YD1 100',
])('the rule %s costs itself, not its event', async (rule) => {
  const { payloads, warnings } = await read(
    ...['DTSTART:20270301T190000Z', `RRULE:${rule}`, 'EXRULE:W1 FR', 'SUMMARY:Choir'],
  );
  expect(payloads).toMatchObject([{ title: 'Choir' }]);
  expect(payloads[0].recurrence).toBeUndefined();
  expect(warnings).toContain(`rrule: left out: a rule of vCalendar 1.0: "${rule}"`);
});

test('another rule that nobody can read costs its event', async () => {
  const rules = ['RRULE:WEEKLY', 'EXRULE:W1 FR'];
  const { payloads, faults } = await read('DTSTART:20270301T190000Z', ...rules, 'SUMMARY:Choir');
  expect(payloads).toEqual([]);
  expect(faults).toEqual(['line: rrule: RRULE has no part "WEEKLY".']);
});

test('a day with another time than midnight, or such an end, is a moment', async () => {
  const start = ['SUMMARY:A', 'DTSTART;VALUE=DATE:20270316T000000Z'];
  const ends = ['20270316T013000Z', '20270317T000000Z'];
  const both = ends.map((end) => read(...start, `DTEND;VALUE=DATE:${end}`));
  const days = (await Promise.all(both)).map(({ payloads }) => payloads[0]);
  expect(days).toMatchObject([
    { end_date: '2027-03-16 01:30:00', all_day: false },
    { start_date: '2027-03-16 00:00:00', all_day: true },
  ]);
});
