/**
 * A crowd of busy connections beside probes and a new visitor. Waits are counted in answers that
 * the crowd gets meanwhile, not in time.
 */
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { PREFIX, serve } from '../support/process.js';
import { until } from '../support/until.js';

/** More than libuv reads at a time: 1,024. */
const CONNECTIONS = 1200;
/** After so many answers the crowd rests, so that the test ends. Without turns it is 49,152. */
const ANSWERS_MAX = 8 * CONNECTIONS;
const HEAD = / (\d{3}) .*?\r\n(?:content-length: (\d+)\r\n.*?)?\r\n/is;

let crowd: Crowd | null = null;
afterEach(() => crowd?.leave());

it('leaves turns to probes, new visitors and refusals', async () => {
  const service = await serve({ METRICS_PORT: '0', LOG_LEVEL: 'info', MAX_IN_FLIGHT: '512' });
  const [, metrics = ''] = await service.waitFor(/"url":"([^"]+)\/metrics"/);
  const url = `http://127.0.0.1:${service.port}`;
  crowd = openCrowd(service.port, `${PREFIX}/venues?x=`);
  const { answers, answeredConnections, work, statuses } = crowd;
  work(ANSWERS_MAX);
  await until(() => answeredConnections() === CONNECTIONS || answers() >= ANSWERS_MAX, 100_000);
  expect(answeredConnections()).toBe(CONNECTIONS);
  const meanwhile = async (asked: string) => {
    const before = answers();
    work(before + ANSWERS_MAX);
    await askAlone(asked);
    return answers() - before;
  };
  for (let round = 0; round < 2; round++) {
    // This process reads its own connections before it sees an answer: each of them once or twice.
    expect(await meanwhile(`${metrics}/health`)).toBeLessThan(3 * CONNECTIONS);
    expect(await meanwhile(`${url}/health`)).toBeLessThan(3 * CONNECTIONS);
    expect(await meanwhile(`${url}${PREFIX}/venues/1`)).toBeLessThan(5 * CONNECTIONS);
  }
  const { 200: listed = 0, 503: refused = 0, ...others } = statuses();
  expect(others).toEqual({});
  expect(refused).toBeGreaterThan(0);
  // Refusals are no more than half of the work.
  expect(listed).toBeGreaterThan(refused / 2);
});

interface Crowd {
  answers(): number;
  answeredConnections(): number;
  statuses(): Record<string, number>;
  /** Lets each connection send its next request at once, until so many answers. */
  work(untilAnswers: number): void;
  leave(): void;
}

/** Opens connections, each of which sends a request of its own as soon as it has its answer. */
function openCrowd(port: number, path: string): Crowd {
  const statuses: Record<string, number> = {};
  const answered = new Set<Socket>();
  const resting = new Set<Socket>();
  let answers = 0;
  let answersMax = Number.POSITIVE_INFINITY;
  const send = (socket: Socket) =>
    socket.write(`GET ${path}${answers}${socket.localPort} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(port, '127.0.0.1', () => send(socket)).setEncoding('latin1');
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (part: string) => {
      text += part;
      const [head, status = '', length = 0] = HEAD.exec(text) ?? [];
      if (head === undefined || text.length < text.indexOf(head) + head.length + Number(length)) {
        return;
      }
      text = '';
      statuses[status] = (statuses[status] ?? 0) + 1;
      answers++;
      answered.add(socket);
      if (answers < answersMax) send(socket);
      else resting.add(socket);
    });
    return socket;
  });
  return {
    answers: () => answers,
    answeredConnections: () => answered.size,
    statuses: () => statuses,
    work: (untilAnswers) => {
      answersMax = untilAnswers;
      for (const socket of resting) send(socket);
      resting.clear();
    },
    leave: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Asks over a connection of its own, and reads the answer. */
const askAlone = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false }, (answer) => answer.resume().once('end', resolve)).on(
      'error',
      reject,
    );
  });
