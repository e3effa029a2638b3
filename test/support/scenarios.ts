/**
 * HTTP tests as tables of scenarios, each with a name that gives the rule of the contract it
 * checks. They run over the embedded pair on a fresh store, and those that an engine could answer
 * differently over both servers, too.
 */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { type EnginePair, embeddedPair, overPairs, overTwoPairs } from './adapters.js';
import { type Answer, type Call, type Json, openTestApp, type TestApp } from './app.js';
import { sendBack } from './send-back.js';

export interface Scenario {
  /** Contract section and rule, e.g. `3.1 per_page: 51 is clamped to 50`. */
  name: string;
  settings?: Record<string, string>;
  /** Prepares what the request needs. Its result is passed to the rest. */
  given?: (app: TestApp) => Promise<Json>;
  /** The request, or a function that makes it from the result of `given`. */
  call: Call | ((given: Json, app: TestApp) => Call);
  status: number;
  /** The content type, when it is not that of JSON. */
  type?: string;
  /** The expected error code. */
  code?: string;
  /** The exact names in `data.params` (rest_invalid_param, rest_missing_callback_param). */
  params?: string[];
  /** Parts the body must contain (toMatchObject). */
  body?: Json | ((given: Json) => Json);
  /** Any other checks, with further requests if needed. */
  check?: (answer: Answer, given: Json, app: TestApp) => void | Promise<void>;
  /**
   * The row changes nothing. Such rows with the same `given` share an app. It is so by itself where
   * the request is a GET or is refused, and `check` takes no app.
   */
  readsOnly?: boolean;
}

/**
 * Runs the scenarios over the embedded pair, and those whose names match `everywhere` over every
 * pair. Throws where none matches.
 */
export function runScenarios(title: string, scenarios: Scenario[], everywhere?: RegExp): void {
  const chosen = everywhere ? scenarios.filter(({ name }) => everywhere.test(name)) : [];
  if (everywhere && chosen.length === 0) throw new Error(`${title}: no row matches ${everywhere}`);
  const suite = (pair: EnginePair) => {
    const rows = pair.engines.length === 0 ? scenarios : chosen;
    const shared = openShared(pair);
    afterAll(() => shared.close());
    for (const { name, ...scenario } of rows) {
      const alone = async () => {
        const app = await openTestApp(pair, { settings: scenario.settings ?? {} });
        try {
          await runOne(app, scenario, await scenario.given?.(app));
          if (!scenario.settings) await sendBack(app);
        } finally {
          await app.close();
        }
      };
      const beside = async () => {
        const { app, given } = await shared.take(scenario);
        await runOne(app, scenario, given);
      };
      it(name, changesNothing(scenario) ? beside : alone);
    }
  };
  if (chosen.length === 0) overPairs(title, suite, [embeddedPair]);
  else overTwoPairs(title, suite);
}

function changesNothing({ readsOnly, call, status, check }: Row): boolean {
  const isGet = typeof call === 'object' && /^(GET|HEAD) /.test(call.request);
  return readsOnly ?? ((isGet || status >= 400) && (check?.length ?? 0) < 3);
}

/** → `make`, called once for each argument, so that its rows have the same `given` and share. */
export function oncePer<A, T>(make: (argument: A) => T): (argument: A) => T {
  const made = new Map<A, T>();
  return (argument) => {
    const value = made.get(argument) ?? make(argument);
    made.set(argument, value);
    return value;
  };
}

type Row = Omit<Scenario, 'name'>;

/** The app of rows that only read, kept until a row has another `given`. */
function openShared(pair: EnginePair) {
  let last: { app: TestApp; given: Json; by: Row } | null = null;
  const close = async () => {
    const { app } = last ?? {};
    last = null;
    await app?.close();
  };
  const take = async (row: Row): Promise<{ app: TestApp; given: Json }> => {
    const { settings = {} } = row;
    const isSame = last?.by.given === row.given;
    if (last && isSame && isDeepStrictEqual(last.by.settings ?? {}, settings)) return last;
    await close();
    const app = await openTestApp(pair, { settings });
    try {
      last = { app, given: await row.given?.(app), by: row };
      return last;
    } finally {
      if (!last) await app.close();
    }
  };
  return { take, close };
}

async function runOne(app: TestApp, scenario: Row, given: Json): Promise<void> {
  const call = typeof scenario.call === 'function' ? scenario.call(given, app) : scenario.call;
  const answer = await app.call(call);
  expect(answer.status, answer.text).toBe(scenario.status);
  const { type = 'application/json; charset=UTF-8' } = scenario;
  expect(answer.headers.get('content-type')).toBe(type);
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
