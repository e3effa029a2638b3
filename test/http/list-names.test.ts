/** Names and words of list parameters: unknown names are told, closed words take capitals. */
import { expect } from 'vitest';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const capitals = [
  'order=DESC&orderby=Title&status=Publish&facets=City&view=EVENTS&clock=Site',
  'day=Today',
  'day=WEEKEND',
  'overlaps=Weekend,WEEKEND',
  'overlaps=Today,Tomorrow',
  'running=Hide&part=Morning',
];

const named: [path: string, status: number, type?: string][] = [
  ['events?', 200],
  ['events.ics?', 200, 'text/calendar'],
  ['events?format=rss&', 200, 'application/rss+xml'],
  ['events?cursor=x&', 400],
  ['categories?', 200],
];

const long = Array.from({ length: 12 }, (_, at) => `${'\u{1f3bb}'.repeat(30)}${at}=1`);

const scenarios: Scenario[] = [
  ...capitals.map(
    (query): Scenario => ({
      name: `14 closed words may have capitals: ${query}`,
      call: { request: `GET /events?${query}` },
      status: 200,
    }),
  ),
  {
    name: '14 format=ATOM is that format',
    call: { request: 'GET /events?format=ATOM' },
    status: 200,
    type: 'application/atom+xml; charset=utf-8',
  },
  ...named.map(
    ([path, status, type]): Scenario => ({
      name: `9 unknown parameters are named in a header: ${path}`,
      call: { request: `GET /${path}categry=jazz&x[]=1&caf%C3%A9%0D=1` },
      status,
      ...(type ? { type: `${type}; charset=utf-8` } : {}),
      check: ({ headers }) => {
        expect(headers.get('x-unknown-parameters')).toBe('categry, x, caf%C3%A9%0D');
        expect(headers.get('access-control-expose-headers')).toContain('X-Unknown-Parameters');
      },
    }),
  ),
  {
    name: '9 the first ten unknown parameters are named, each shortened',
    call: { request: `GET /venues?${long.join('&')}` },
    status: 200,
    check: ({ headers }) => {
      const names = headers.get('x-unknown-parameters')?.split(', ') ?? [];
      expect([names.length, decodeURIComponent(names[0] ?? '').length]).toEqual([10, 40]);
    },
  },
  {
    name: '9 known parameters are not named',
    call: { request: 'GET /tags?page=1&hide_empty=false&lang=en' },
    status: 200,
    check: ({ headers }) => expect(headers.has('x-unknown-parameters')).toBe(false),
  },
];

runScenarios('names and words of list parameters', scenarios);
