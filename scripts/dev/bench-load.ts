/** The load generator of the benchmarks, and the statistics of their rounds. */
import { cpus } from 'node:os';
import autocannon from 'autocannon';

/** A request that is sent again and again. */
export interface Asked {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
}

/** The result of one side in a round: requests per second, and latency in ms. */
export interface Measured {
  rps: number;
  p50: number;
  p99: number;
}

/** Concurrent connections, each with one request at a time. */
export const CONNECTIONS = 8;

/** How many of each list a connection has sent: a later round goes on there. */
const sentBefore = new WeakMap<readonly Asked[], number>();

/**
 * Sends the requests to `url` in turn for `seconds`. → the figures. Throws when an answer has
 * another status than `status`.
 */
export async function load(
  url: string,
  requests: readonly Asked[],
  seconds: number,
  status = 200,
): Promise<Measured> {
  const sent: number[] = [];
  let others = 0;
  const times: number[] = [];
  const before = sentBefore.get(requests) ?? 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    // Each connection starts at another position of the list; otherwise all would send the same
    // request.
    setupClient: (client) => {
      const own = sent.push(0) - 1;
      const from = (Math.floor((own * requests.length) / CONNECTIONS) + before) % requests.length;
      const inTurn = [...requests.slice(from), ...requests.slice(0, from)];
      client.setRequests(inTurn.map(toRequest));
      client.on('response', (answered, _, ms) => {
        if (answered !== status) others++;
        sent[own] = (sent[own] ?? 0) + 1;
        // The first one waits until the generator has prepared the requests of all connections.
        if ((sent[own] ?? 0) > 1) times.push(ms);
      });
    },
  });
  sentBefore.set(requests, before + Math.max(...sent));
  if (others > 0 || result.errors > 0) {
    throw new Error(`${others} answers were not ${status}: ${requests[0]?.path}`);
  }
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { rps: result.requests.average, p50: at(0.5), p99: at(0.99) };
}

const toRequest = ({ method, path, body, headers = {} }: Asked) =>
  body === undefined
    ? { method, path, headers }
    : { method, path, body, headers: { 'content-type': 'application/json', ...headers } };

/**
 * Measures two sides alternately, round by round. → the medians of their figures and of the ratio.
 */
export async function compare(
  sides: { service: () => Promise<Measured>; measure: () => Promise<Measured> },
  rounds: number,
): Promise<{ service: Measured; measure: Measured; ratio: number }> {
  const held: { service: Measured; measure: Measured }[] = [];
  for (let round = 0; round < rounds; round++) {
    held.push({ service: await sides.service(), measure: await sides.measure() });
  }
  const of = (side: 'service' | 'measure'): Measured => ({
    rps: median(held.map((round) => round[side].rps)),
    p50: median(held.map((round) => round[side].p50)),
    p99: median(held.map((round) => round[side].p99)),
  });
  const ratio = median(held.map(({ service, measure }) => service.rps / measure.rps));
  return { service: of('service'), measure: of('measure'), ratio };
}

/** → the median of the values: of an even number, the upper one of the middle two; 0 for none. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** → the machine that the figures were measured on. */
export function machine(): string {
  const { model } = cpus()[0] ?? { model: 'unknown' };
  return `${cpus().length} × ${model}, Node ${process.version}`;
}

/** → a row of a Markdown table. */
export const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
