/**
 * `npm run deliveries`: webhooks under kills. Two processes tell 20 endpoints of writes while they
 * are killed by turns, also in the middle of a delivery, and endpoints fail now and then. Exits 1
 * when one of them misses a change, gets one out of order, or a message that comes again has other
 * bytes. Contract 31.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { within } from '../support/until.js';
import { openClient, type Send } from './client.js';
import { type Common, type Run, runProgram } from './program.js';
import { chooseFrom } from './random.js';
import { openReceiver, type Receiver } from './receiver.js';
import { type Body, findingOf, isBody } from './types.js';

interface Options extends Common {
  deliveries: string;
  seconds: string;
}

runProgram<Options>(
  new Command('deliveries')
    .description(
      'Delivers to webhooks while processes are killed. Exits 1 when a change is missing.',
    )
    .option('--deliveries <count>', 'messages that endpoints take', '500')
    .option('--seconds <count>', 'how long it lasts at the most', '1200'),
  run,
  () => ({ OUTBOUND: 'any' }),
);

const ENDPOINTS = 20;
/** Clients that write at once. */
const WRITERS = 2;
/** How long a process runs until it is killed, s. */
const LIFE_SECONDS = [15, 45] as const;
/** The steps of a delivery between which a process dies. */
const STEPS = ['webhook:claimed', 'webhook:sent'];
/**
 * How long endpoints may lack a change after the last kill, ms: a try that a kill has lost and a
 * refusal of the next one cost the second pause of a message, 300 s.
 */
const PATIENCE_MS = 400_000;

async function run({ services, seed, options, log }: Run<Options>): Promise<void> {
  const receiver = await openReceiver(seed);
  const { ports, token, findings } = services;
  const send = openClient(ports, { token, patienceMs: 15_000 });
  const state = { isOver: false };
  for (let at = 0; at < ENDPOINTS; at += 1) {
    await send(0, 'POST', '/webhooks', { url: receiver.urlOf(at) });
  }
  const writing = Array.from({ length: WRITERS }, (_, at) => write(send, at, state));
  const noted = (text: string) => log(`${receiver.taken} messages: ${text}`);
  const killing = killByTurns({ services, seed, log: noted }, state);
  const isEnough = () => receiver.taken >= Number(options.deliveries);
  await within(isEnough, Number(options.seconds) * 1000);
  state.isOver = true;
  const [kills] = await Promise.all([killing, ...writing]);
  const faults = [
    ...(await untilTold(send, receiver)),
    ...receiver.faults,
    ...(kills === 0 ? ['no process was killed'] : []),
  ];
  findings.push(...faults.map((text) => findingOf('a delivery went wrong', text)));
  log(
    `${receiver.taken} messages with ${receiver.changes} changes taken; ${kills} kills, ` +
      `${receiver.refused} tries failed, ${receiver.repeats} repeats of what was taken`,
  );
}

/** Writes venues until the run is over; what is answered does not matter. */
async function write(send: Send, writer: number, state: { isOver: boolean }): Promise<void> {
  for (let n = 0; !state.isOver; n += 1) {
    const service = (n + writer) % 2;
    const { status, body } = await send(service, 'POST', '/venues', {
      venue: `Hall ${writer} ${n}`,
    });
    if (status === 201 && n % 3 === 0) await send(service, 'DELETE', `/venues/${body.id}`);
    await pause(status === 201 ? 20 : 100);
  }
}

/** Kills the processes by turns until the run is over, and starts them again. → how often. */
async function killByTurns(
  { services, seed, log }: Pick<Run<Options>, 'services' | 'seed' | 'log'>,
  state: { isOver: boolean },
): Promise<number> {
  const choose = chooseFrom(seed, 'kills');
  let kills = 0;
  for (; !state.isOver; kills += 1) {
    await within(() => state.isOver, choose.between(...LIFE_SECONDS) * 1000);
    const service = kills % 2;
    await services.kill(service);
    const step = choose.chance(0.7) ? `${choose.of(STEPS)}#${choose.between(20, 200)}` : undefined;
    log(`process ${service} is killed${step ? `, and ends at ${step}` : ''}`);
    await services.start(service, state.isOver ? undefined : step);
  }
  // Those that ended at a step.
  for (const service of [0, 1]) if (!services.isRunning(service)) await services.start(service);
  return kills;
}

/** Waits until the endpoints have all that the feed has. → what they lack when the time is up. */
async function untilTold(send: Send, receiver: Receiver): Promise<string[]> {
  let missing: string[] = [];
  const haveAll = async () => {
    const numbers = await readFeed(send);
    missing = numbers.length === 0 ? ['the feed is empty'] : [];
    for (let at = 0; at < ENDPOINTS; at++) {
      const told = receiver.toldOf(at);
      const lacking = numbers.filter((number) => !told.has(number));
      if (lacking.length > 0) missing.push(`endpoint ${at} lacks ${lacking.slice(0, 5)}`);
    }
    return missing.length === 0;
  };
  await within(haveAll, PATIENCE_MS, 1000);
  return missing;
}

async function readFeed(send: Send): Promise<number[]> {
  const numbers: number[] = [];
  for (let query = 'limit=1000'; ; ) {
    const { status, body } = await send(0, 'GET', `/venues/changes?${query}`);
    if (status !== 200) throw new Error(`the feed answered ${status}`);
    const items = (body.items as Body[]).filter(isBody);
    numbers.push(...items.map(({ modified }) => Number(modified)));
    if (items.length === 0) return numbers;
    query = new URL(String(body.next)).search.slice(1);
  }
}
