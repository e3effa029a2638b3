/**
 * HTTP tests as tables of scenarios, each with a name that says which row of the contract it
 * checks, run over every engine pair on a fresh store.
 */
import { expect, it } from 'vitest';
import { overPairs, rowsFor } from './adapters.js';
import { type Answer, type Call, type Json, openTestApp, type TestApp } from './app.js';

export interface Scenario {
  /** Contract section and rule, e.g. `3.1 per_page: 51 is clamped to 50`. */
  name: string;
  settings?: Record<string, string>;
  /** What is there before; its result is handed to the rest. */
  given?: (app: TestApp) => Promise<Json>;
  /** The request, or how to make it from what was given. */
  call: Call | ((given: Json, app: TestApp) => Call);
  status: number;
  /** Error code expected. */
  code?: string;
  /** Names in `data.params`, exactly (rest_invalid_param, rest_missing_callback_param). */
  params?: string[];
  /** Parts the body must hold (toMatchObject). */
  body?: Json | ((given: Json) => Json);
  /** Anything else, with further requests if need be. */
  check?: (answer: Answer, given: Json, app: TestApp) => void | Promise<void>;
}

/** Runs the scenarios over every engine pair. */
export function runScenarios(title: string, scenarios: Scenario[]): void {
  overPairs(title, (pair) => {
    const rows = rowsFor(pair, scenarios);
    // A short table may have none for this pair.
    if (rows.length === 0) it('has no row in this sample', () => expect(rows).toEqual([]));
    it.each(rows)('$name', async (scenario) => {
      const app = await openTestApp(pair, { settings: scenario.settings ?? {} });
      try {
        await runOne(app, scenario);
      } finally {
        await app.close();
      }
    });
  });
}

async function runOne(app: TestApp, scenario: Scenario): Promise<void> {
  const given = await scenario.given?.(app);
  const call = typeof scenario.call === 'function' ? scenario.call(given, app) : scenario.call;
  const answer = await app.call(call);
  expect(answer.status, answer.text).toBe(scenario.status);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=UTF-8');
  if (scenario.status >= 400) {
    expect(answer.body.data.status).toBe(scenario.status);
    expect(answer.text).not.toMatch(/node_modules|\.ts:|\.js:/);
  }
  if (scenario.code) expect(answer.body.code).toBe(scenario.code);
  if (scenario.params) {
    const { params } = answer.body.data;
    const names = Array.isArray(params) ? params : Object.keys(params);
    expect([...names].sort()).toEqual([...scenario.params].sort());
  }
  const wanted = typeof scenario.body === 'function' ? scenario.body(given) : scenario.body;
  if (wanted) expect(answer.body).toMatchObject(wanted);
  await scenario.check?.(answer, given, app);
}
