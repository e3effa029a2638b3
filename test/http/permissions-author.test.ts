/** Who may set which author: Contract 6.3, including inline records. */
import { expect, it } from 'vitest';
import type { Json } from '../support/app.js';
import { describeApp } from '../support/shared.js';

let made = 0;

const outcome = ({ status, body }: { status: number; body: Json }): string =>
  status < 300 ? String(status) : `${status} ${body.code}`;

describeApp('6.3 author', (app) => {
  const times = { start_date: '2026-03-20 09:00:00', end_date: '2026-03-20 11:00:00' };
  const OTHERS: Record<string, string> = {
    admin: '201',
    editor: '201',
    author: '403 rest_cannot_edit_others',
    contributor: '403 rest_cannot_edit_others',
    subscriber: '403 rest_forbidden',
  };
  const bodies: [string, string, (author: number, name: string) => Json][] = [
    ['events', 'the event', (author, title) => ({ title, ...times, author })],
    ['venues', 'the venue', (author, venue) => ({ venue, author })],
    ['organizers', 'the organizer', (author, organizer) => ({ organizer, author })],
    [
      'events',
      'a venue inline',
      (author, title) => ({ title, ...times, venue: { venue: title, author } }),
    ],
    [
      'events',
      'an organizer inline',
      (author, title) => ({ title, ...times, organizer: [{ organizer: title, author }] }),
    ],
  ];
  const cells = bodies.flatMap(([route, what, body]) =>
    Object.entries(OTHERS).map(([as, expected]) => ({ route, what, body, as, expected })),
  );
  it.each(cells)("6.3 $as sets another's ID on $what: $expected", async (cell) => {
    const { route, body, as, expected } = cell;
    const other = app().userIds.author2 ?? 0;
    const name = `Author ${++made}`;
    const answer = await app().call({ request: `POST /${route}`, as, body: body(other, name) });
    expect(outcome(answer)).toBe(expected);
    if (expected !== '201') {
      const list = await app().given({
        request: `GET /${route}?search=${encodeURIComponent(name)}`,
      });
      expect(list.total).toBe(0);
    }
  });

  it.each(
    cells.filter(({ as }) => as !== 'subscriber'),
  )('6.3 $as sets their own ID on $what: 201', async ({ route, body, as }) => {
    const own = app().userIds[as] ?? 0;
    const answer = await app().call({
      request: `POST /${route}`,
      as,
      body: body(own, `Author ${++made}`),
    });
    expect(outcome(answer)).toBe('201');
  });

  it.each(['author', 'contributor'])('6.3 %s cannot give away their own draft', async (as) => {
    const draft = await app().given({
      request: 'POST /events',
      as,
      body: { title: `Draft ${++made}`, ...times, status: 'draft' },
    });
    const path = `PATCH /events/${draft.id}`;
    const given = await app().call({ request: path, as, body: { author: app().userIds.author2 } });
    expect(outcome(given)).toBe('403 rest_cannot_edit_others');
    const kept = await app().call({ request: path, as, body: { author: app().userIds[as] } });
    expect(outcome(kept)).toBe('200');
  });

  it('6.3 an unknown author is 400 for every role', async () => {
    for (const [as, author] of [
      ['admin', 9999],
      ['author', 9999],
      ['admin', 0],
      ['admin', -1],
    ]) {
      const answer = await app().call({
        request: 'POST /venues',
        as: String(as),
        body: { venue: `Author ${++made}`, author },
      });
      expect(outcome(answer)).toBe('400 rest_invalid_param');
      expect(Object.keys(answer.body.data.params)).toEqual(['author']);
    }
  });
});

describeApp('6.2 read one, through 4.7', (app) => {
  it.each([
    'private',
    'draft',
    'pending',
  ])("a create that matches another's %s record does not return that record", async (status) => {
    const name = `Hideout ${status}`;
    const hidden = await app().given({
      request: 'POST /venues',
      body: { venue: name, status, address: '7 Hidden Lane', phone: '555' },
    });
    const answer = await app().call({
      request: 'POST /venues',
      as: 'contributor',
      body: { venue: name },
    });
    expect(answer.status).toBe(201);
    expect(answer.body.id).not.toBe(hidden.id);
    expect(answer.text).not.toContain('Hidden Lane');
    const again = await app().call({
      request: 'POST /venues',
      as: 'editor',
      body: { venue: name, address: '7 Hidden Lane' },
    });
    expect(again.body.id).toBe(hidden.id);
  });
});
