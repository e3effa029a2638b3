/**
 * Every write parameter of every kind in schemas/, with missing, empty, wrong-typed,
 * out-of-range and unknown values: never a 500, never a stack trace, nothing half written.
 */
import { beforeAll, expect, it } from 'vitest';
import { allKinds } from '../../src/kinds/index.js';
import type { Kind } from '../../src/kinds/kind.js';
import { loadSchema } from '../../src/validation/schemas.js';
import type { Answer, Json, TestApp } from '../support/app.js';
import { eventPayload } from '../support/factories.js';
import { fc } from '../support/seed.js';
import { describeApp } from '../support/shared.js';

/** Values that no parameter expects, and borderline values of some. */
const ODD: unknown[] = [
  '',
  ' ',
  '0',
  '1',
  '-1',
  'null',
  'undefined',
  'NaN',
  '1,2,3',
  ',',
  '\u0000',
  '\ud800',
  '\u202e',
  'a'.repeat(201),
  'a'.repeat(1001),
  '💥',
  '.',
  '---',
  '日本',
  0,
  -0,
  1,
  -1,
  0.5,
  999,
  2 ** 31,
  2 ** 53,
  1e21,
  1e300,
  -1e300,
  Number.MAX_SAFE_INTEGER,
  true,
  false,
  null,
  [],
  [[]],
  [null],
  [''],
  [0],
  [1, 1],
  [999],
  ['x', 1],
  Array.from({ length: 101 }, (_, at) => `n${at}`),
  {},
  { id: 1 },
  { id: 999 },
  { id: '1' },
  { id: {} },
  { 0: 'a', length: 1 },
  { toString: 1, valueOf: 1 },
  [{ toString: 1 }],
  { venue: 'A' },
  { venue: '' },
  [{ organizer: 'B' }, 1],
  { organizer: 'B', author: 999 },
  { name: 'C' },
  '2026-03-20 09:00:00',
  '9999-12-31 23:59:59',
  '0001-01-01 00:00:00',
  '2026-02-30',
  'tomorrow 25pm',
  '+999999999 years',
  '-1 month',
  '99999999999999999',
  'UTC+99',
  'Etc/../UTC',
  'publish',
  'PUBLISH',
  'future',
  'trash',
  'auto-draft',
  'https://example.com/a.png',
  'https://example.com:99999/',
  'http://[::1',
  'javascript:alert(1)',
  '90.0000001',
  '-180.1',
  '1e400',
];

const required: Record<string, (name: string) => Json> = {
  event: (title) => eventPayload({ title }),
  venue: (venue) => ({ venue }),
  organizer: (organizer) => ({ organizer }),
  category: (name) => ({ name }),
  tag: (name) => ({ name }),
};

let made = 0;
const freshName = () => `Fuzz ${++made}`;

/** Counts writes to the store. → a function that returns the number so far. */
function countWrites(app: TestApp): () => number {
  const { store } = app.deps;
  const { write, documents } = store;
  const { swap } = documents;
  let writes = 0;
  store.write = async (...args) => {
    const outcome = await write(...args);
    if (outcome.conflicts.length === 0) writes++;
    return outcome;
  };
  documents.swap = async (document) => {
    writes++;
    return swap(document);
  };
  return () => writes;
}

function expectSound(answer: Answer, payload: unknown): void {
  const label = `${JSON.stringify(payload).slice(0, 400)} → ${answer.text.slice(0, 300)}`;
  expect([200, 201, 400, 403], label).toContain(answer.status);
  expect(answer.text).not.toMatch(/node_modules|\.ts:\d|\.js:\d|SQLITE/);
  if (answer.status >= 400) expect(answer.body.data.status, label).toBe(answer.status);
}

const paramsOf = (kind: Kind): string[] => Object.keys(loadSchema(kind.schema).properties);

describeApp('fuzz of writes', (app) => {
  let writes = () => 0;
  beforeAll(() => {
    writes = countWrites(app());
  });
  const send = async (request: string, body: Json, as = 'admin') => {
    const before = writes();
    const answer = await app().call({ request, as, body });
    expectSound(answer, body);
    if (answer.status >= 400) expect(writes(), JSON.stringify(body)).toBe(before);
    return answer;
  };

  const cells = allKinds.flatMap((kind) => paramsOf(kind).map((param) => ({ kind, param })));
  it.each(cells)('$kind.name: every odd value of $param', async ({ kind, param }) => {
    const base = (name: string) => required[kind.name]?.(name) ?? {};
    const record = await app().given({ request: `POST /${kind.route}`, body: base(freshName()) });
    const taken: number[] = [];
    for (const value of ODD) {
      const created = await send(`POST /${kind.route}`, { ...base(freshName()), [param]: value });
      const updated = await send(`PATCH /${kind.route}/${record.id}`, { [param]: value });
      for (const { status, body } of [created, updated]) {
        if (status !== 400 || body.code !== 'rest_invalid_param') continue;
        // For a pair of parameters, the error may name the missing one.
        const pair = ['geo_lat', 'geo_lng'];
        const names = pair.includes(param) ? pair : [param];
        const named = Object.keys(body.data.params);
        expect(
          named.some((name) => names.includes(name)),
          `${JSON.stringify(value)}: ${named}`,
        ).toBe(true);
      }
      if (created.status === 201) taken.push(created.body.id);
    }
    // What was accepted can be read again, alone and in its list.
    for (const id of new Set(taken)) {
      const answer = await app().call({ request: `GET /${kind.route}/${id}` });
      expectSound(answer, id);
    }
    const listed = await app().call({ request: `GET /${kind.route}?per_page=50`, as: 'admin' });
    expectSound(listed, param);
  });

  const arbitraryValue = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ODD) },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }) },
    { weight: 1, arbitrary: fc.double() },
    { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  );
  it.each(allKinds.map((kind) => ({ kind })))('$kind.name: any mixture of values', async ({
    kind,
  }) => {
    const record = await app().given({
      request: `POST /${kind.route}`,
      body: required[kind.name]?.(freshName()),
    });
    const payload = fc.dictionary(fc.constantFrom(...paramsOf(kind), 'nobody'), arbitraryValue, {
      maxKeys: 6,
    });
    await fc.assert(
      fc.asyncProperty(
        payload,
        fc.constantFrom('admin', 'contributor', 'subscriber'),
        fc.boolean(),
        async (values, as, isCreate) => {
          const body = { ...values };
          if (isCreate) {
            const whole = { ...required[kind.name]?.(freshName()), ...body };
            await send(`POST /${kind.route}`, whole, as);
          } else await send(`PATCH /${kind.route}/${record.id}`, body, as);
        },
      ),
      { numRuns: 60, seed: 20_260_310 },
    );
  });
});
