/**
 * The order `best` over real data: nDCG@10 of 40 questions, whose grades a script made from classes
 * of time and distance (test/golden/near), beside that of the two orders it combines, and how it
 * agrees with the curve that its stairs stand for. The figures are printed.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { overTwoPairs } from '../support/adapters.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { loadPath } from '../support/files.js';
import { type Answers, qualityOf } from '../support/judged.js';
import { fixture } from '../support/process.js';

interface Question extends Answers {
  near: string;
  radius: number;
  at: string;
  search?: string;
}

const file = fileURLToPath(new URL('../golden/near/questions.json', import.meta.url));
const questions: Question[] = JSON.parse(readFileSync(file, 'utf8'));

/** What the order reaches, and how far it agrees with the curve. */
const FLOOR = 0.95;
const AGREEMENT = 0.9;

const DAY = 86_400;

/** → the score by the curve, without stairs; `now` in seconds since the epoch. */
function curveOf({ distance, utc_start_date: start }: Json, radius: number, now: number): number {
  const wait = Math.max(0, Date.parse(`${start}Z`) / 1000 - now);
  const curve = (x: number, pivot: number) => pivot / (pivot + x);
  return curve(distance, radius / 8) + curve(wait, 3 * DAY);
}

/** → Kendall's tau between an order, the best first, and scores. */
function agreementOf(scores: number[]): number {
  let sum = 0;
  let pairs = 0;
  for (const [at, score] of scores.entries()) {
    for (const other of scores.slice(at + 1)) {
      sum += Math.sign(score - other);
      if (score !== other) pairs++;
    }
  }
  return sum / pairs;
}

overTwoPairs('judged questions near a town', (pair) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(pair);
    const file = fixture('conferences-excerpt.ndjson');
    const { created } = await loadPath(app.deps, 'event', file, 'confs-tech');
    expect(created).toBe(220);
  });
  afterAll(() => app?.close());

  async function ask({ near, radius, at, search }: Question, orderby: string): Promise<Json[]> {
    app.clock.nowMs = Date.parse(`${at}T08:00:00Z`);
    const query = {
      ...{ near, geoloc_radius: String(radius), orderby, per_page: '50' },
      ...{ ends_after: 'now', strict_dates: 'true' },
      ...(search ? { search } : {}),
    };
    const request = `GET /events?${new URLSearchParams(query)}`;
    return (await app.given({ request })).events;
  }

  it('nDCG@10 reaches its floor, and that of the orders it combines', async () => {
    const means: Record<string, number> = {};
    const weak: string[] = [];
    for (const orderby of ['best', 'distance', 'start_date']) {
      let sum = 0;
      for (const question of questions) {
        const quality = qualityOf(question, await ask(question, orderby));
        sum += quality;
        if (orderby !== 'best' || quality >= 0.9) continue;
        weak.push(`  ${quality.toFixed(2)} ${question.near}, ${question.at}`);
      }
      means[orderby] = sum / questions.length;
    }
    const { best = 0, distance = 0, start_date: start = 0 } = means;
    console.log(
      [
        `nDCG@10 ${best.toFixed(4)} over ${questions.length} questions, ${pair.name}` +
          ` (nearest first ${distance.toFixed(4)}, soonest first ${start.toFixed(4)})`,
        ...weak,
      ].join('\n'),
    );
    expect(best).toBeGreaterThanOrEqual(Math.max(FLOOR, distance, start));
  });

  it("Kendall's tau against the curve", async () => {
    const towns = ['Berlin', 'London', 'Amsterdam', 'Munich', 'New York'];
    const days = ['2026-04-20', '2026-09-15', '2026-10-05', '2026-11-02'];
    const all = towns.flatMap((near) =>
      days.map((at): Question => ({ near, at, radius: 1000, best: [], good: [], fair: [] })),
    );
    const found: number[] = [];
    for (const question of all) {
      const events = await ask(question, 'best');
      const now = app.clock.nowMs / 1000;
      found.push(agreementOf(events.map((event) => curveOf(event, question.radius, now))));
    }
    const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
    console.log(
      `Kendall's tau ${mean.toFixed(4)}, at least ${Math.min(...found).toFixed(4)}, ${pair.name}`,
    );
    expect(mean).toBeGreaterThanOrEqual(AGREEMENT);
  });
});
