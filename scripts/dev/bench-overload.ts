/**
 * Overload: how much of what the service can answer it still answers when three times as much is
 * asked. Lists that are never the same, by anonymous readers.
 */
import autocannon from 'autocannon';
import { type Asked, CONNECTIONS, machine, row } from './bench-load.js';

/** How many times the capacity is asked. */
const TIMES = 3;

/** Connections of the crowd: more than the service takes at a time. */
const CROWD = 600;

/** How requests are sent; without a rate, as fast as they are answered. */
interface Sending {
  seconds: number;
  connections: number;
  rate?: number;
}

/** Requests per second by outcome, and the latency of those that were answered, ms. */
interface Sent {
  answered: number;
  refused: number;
  others: number;
  p50: number;
  p99: number;
}

/** Measures and prints a table. */
export async function benchOverload(
  service: string,
  paths: readonly string[],
  { seconds, events }: { seconds: number; events: number },
): Promise<void> {
  const requests = paths.map((path): Asked => ({ method: 'GET', path }));
  await send(service, requests, { seconds: 1, connections: CONNECTIONS });
  const few = await send(service, requests, { seconds, connections: CONNECTIONS });
  const capacity = few.answered;
  const found = await send(service, requests, {
    seconds: seconds * 2,
    connections: CROWD,
    rate: Math.round(capacity * TIMES),
  });
  process.stdout.write(
    `\n${events} events. ${machine()}; load generator and service share them; ` +
      `${CROWD} connections, ${seconds * 2} s.\n\n` +
      '| capacity/s | asked/s | answered/s | refused/s | other | of capacity | p50, p99 ms |\n' +
      '| ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n',
  );
  const { answered, refused, others, p50, p99 } = found;
  const rates = [capacity, capacity * TIMES, answered, refused, others].map((n) => n.toFixed(0));
  const times = [p50, p99].map((ms) => ms.toFixed(0)).join(', ');
  process.stdout.write(row([...rates, (answered / capacity).toFixed(2), times]));
}

async function send(
  url: string,
  requests: readonly Asked[],
  { seconds, connections, rate }: Sending,
): Promise<Sent> {
  const counts = { 200: 0, 503: 0, others: 0 };
  const times: number[] = [];
  let clients = 0;
  const result = await autocannon({
    url,
    connections,
    ...(rate === undefined ? {} : { overallRate: rate }),
    duration: seconds,
    setupClient: (client) => {
      // Each asks its own part: the generator prepares every request of a connection beforehand.
      const size = Math.ceil(requests.length / connections);
      const from = (clients++ * size) % requests.length;
      client.setRequests(requests.slice(from, from + size));
      client.on('response', (status, _, ms) => {
        if (status === 200) {
          counts[200]++;
          times.push(ms);
        } else if (status === 503) counts[503]++;
        else counts.others++;
      });
    },
  });
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    answered: counts[200] / seconds,
    refused: counts[503] / seconds,
    others: (counts.others + result.errors) / seconds,
    p50: at(0.5),
    p99: at(0.99),
  };
}
