/** Lists by price, and by all or none of several terms. Contract 3.2, 19. */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent, givenTerm } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

async function givenPrices(app: TestApp): Promise<void> {
  const music = await givenTerm(app, 'categories', 'Music');
  await givenTerm(app, 'categories', 'Jazz', { parent: music.id });
  for (const [title, extra] of [
    ['gratis', { cost: 'Eintritt frei', categories: ['Jazz'], tags: ['kids'] }],
    ['ten', { cost: '$10', categories: ['Jazz', 'Film'], tags: ['kids', 'late'] }],
    ['range', { cost: '8–20 $', categories: ['Music'], tags: ['late'] }],
    ['bare', { cost: '15' }],
    ['euro', { cost: '12,50 €', categories: ['Film'] }],
    ['both', { cost: ['Free', '$30'] }],
    ['age', { cost: 'ab 5 Jahren' }],
    ['none', {}],
    ['days', { cost: 'Day 1 $50, Day 2 $80' }],
    ['exact', { cost: '$19.99' }],
    ['dinars', { cost: '12.525 JOD' }],
  ] as const) {
    await givenEvent(app, { title, ...extra });
  }
}

const lists: Scenario[] = [
  ['cost_max=10', 'gratis ten range both'],
  ['cost_max=9.99', 'gratis range both'],
  ['cost_max=0', 'gratis both'],
  ['cost_min=10', 'ten bare days exact'],
  ['cost_min=0.01', 'ten range bare days exact'],
  ['cost_min=19.99&cost_max=50', 'days exact'],
  ['cost_min=8&cost_max=19.99', 'ten range bare exact'],
  ['cost_max=12.525&cost_currency=JOD', 'gratis both dinars'],
  ['cost_max=12.524&cost_currency=JOD', 'gratis both'],
  ['cost_min=8&cost_max=12', 'ten range'],
  ['cost_max=20&cost_currency=EUR', 'gratis euro both'],
  ['cost_max=20&cost_currency=SEK', 'gratis both'],
  ['is_free=true', 'gratis both'],
  ['categories_all=jazz,film', 'ten'],
  ['categories_all=music,film', 'ten'],
  ['categories_none=music', 'bare euro both age none days exact dinars'],
  ['categories=film&categories_none=jazz', 'euro'],
  ['tags_all=kids,late', 'ten'],
  ['tags_none=kids', 'range bare euro both age none days exact dinars'],
  ['tags=kids,late&tags_none=late', 'gratis'],
  ['tags_none=kids&search=r', 'range'],
  ['tags_none=kids,nothing', 'range bare euro both age none days exact dinars'],
  ['tags_none=nothing&categories_none=music,4711', 'bare euro both age none days exact dinars'],
].map(
  ([query = '', titles = '']): Scenario => ({
    name: `19 GET /events?${query}`,
    readsOnly: true,
    given: givenPrices,
    call: { request: `GET /events?${query}` },
    status: 200,
    check: ({ body }) => {
      const found = body.events.map(({ title }: Json) => title);
      expect([found.join(' '), body.total]).toEqual([titles, found.length]);
    },
  }),
);

const refused: Scenario[] = [
  ['cost_max=-1', 'cost_max'],
  ['cost_max=cheap&cost_min=', 'cost_min cost_max'],
  ['cost_min=5&cost_max=4', 'cost_min'],
  ['cost_currency=EUR', 'cost_currency'],
  ['cost_max=1&cost_currency=euro', 'cost_currency'],
  ['tags_all=nowhere&categories_none=nothing', 'tags_all'],
].map(
  ([query = '', params = '']): Scenario => ({
    name: `19 GET /events?${query} is refused`,
    call: { request: `GET /events?${query}` },
    status: 400,
    code: 'rest_invalid_param',
    params: params.split(' '),
  }),
);

runScenarios('prices and terms', [...lists, ...refused]);
