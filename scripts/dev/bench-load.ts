/** The load generator of the benchmarks, and the arithmetic of their rounds. */
import { cpus } from 'node:os';
import autocannon from 'autocannon';

/** One request as it is sent again and again. */
export interface Asked {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

/** What a side did in a round: requests a second, and latency in ms. */
export interface Measured {
  rps: number;
  p50: number;
  p99: number;
}

/** Requests under way at once. */
export const CONNECTIONS = 8;

/** Asks `url` for the requests in turn for so many seconds. Throws when an answer is an error. */
export async function load(
  url: string,
  requests: readonly Asked[],
  seconds: number,
): Promise<Measured> {
  let clients = 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    // Each connection begins elsewhere in the list, or all would ask the same at once.
    setupClient: (client) => {
      const from = Math.floor((clients++ * requests.length) / CONNECTIONS);
      const own = [...requests.slice(from), ...requests.slice(0, from)];
      client.setRequests(own.map(toRequest));
    },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were errors: ${requests[0]?.path}`);
  }
  return { rps: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

const toRequest = ({ method, path, body }: Asked) =>
  body === undefined
    ? { method, path }
    : { method, path, body, headers: { 'content-type': 'application/json' } };

/** Two sides asked in turn, round by round. → the medians of their figures and of the ratio. */
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

/** → the middle one of the values. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** → what the figures were measured on. */
export function machine(): string {
  const { model } = cpus()[0] ?? { model: 'unknown' };
  return `${cpus().length} × ${model}, Node ${process.version}`;
}

/** → a line of a table. */
export const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
