/**
 * Endpoints of webhooks that fail now and then, and judge what they get: numbers ascend from
 * message to message, and a message that comes again has the same bytes. Contract 31.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chooseFrom } from './random.js';

/** The endpoints. */
export interface Receiver {
  urlOf(endpoint: number): string;
  /** → the numbers of all changes that an endpoint has taken. */
  toldOf(endpoint: number): ReadonlySet<number>;
  /** → messages that were taken, each once, and the changes in them. */
  taken(): number;
  changes(): number;
  /** Tries that endpoints refused, and messages that came although they were taken. */
  refused: number;
  repeats: number;
  /** In words. */
  faults: string[];
}

interface Endpoint {
  /** Bodies by message ID, and whether it was taken. */
  messages: Map<string, { body: string; isTaken: boolean }>;
  told: Set<number>;
  last: number;
}

/** How often an endpoint refuses a message at its first try. */
const REFUSAL = 0.01;

/** → endpoints that listen. */
export async function openReceiver(seed: number): Promise<Receiver> {
  const choose = chooseFrom(seed, 'receiver');
  const endpoints = new Map<string, Endpoint>();
  const of = (path: string): Endpoint => {
    const known = endpoints.get(path) ?? { messages: new Map(), told: new Set(), last: 0 };
    endpoints.set(path, known);
    return known;
  };
  const server = createServer(async (request, response) => {
    let body = '';
    try {
      for await (const part of request) body += part;
    } catch {
      // The process was killed while it sent.
      return;
    }
    const path = String(request.url);
    const id = String(request.headers['webhook-id']);
    const isTaken = take(receiver, of(path), { path, id, body }, choose.chance(REFUSAL));
    if (isTaken) response.writeHead(204).end();
    else if (choose.chance(0.5)) response.writeHead(503).end();
    else response.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // The run ends without it.
  server.unref();
  const { port } = server.address() as AddressInfo;
  const all = () => [...endpoints.values()];
  const receiver: Receiver = {
    urlOf: (endpoint) => `http://127.0.0.1:${port}/${endpoint}`,
    toldOf: (endpoint) => of(`/${endpoint}`).told,
    taken: () =>
      all().reduce(
        (sum, { messages }) => sum + [...messages.values()].filter((one) => one.isTaken).length,
        0,
      ),
    changes: () => all().reduce((sum, { told }) => sum + told.size, 0),
    refused: 0,
    repeats: 0,
    faults: [],
  };
  return receiver;
}

/** → whether a message is taken. */
function take(
  receiver: Receiver,
  endpoint: Endpoint,
  { path, id, body }: { path: string; id: string; body: string },
  isUnwilling: boolean,
): boolean {
  const known = endpoint.messages.get(id);
  if (known && known.body !== body) receiver.faults.push(`${path}: ${id} has other bytes`);
  if (known?.isTaken) {
    receiver.repeats += 1;
    return true;
  }
  // A second refusal would cost a pause of minutes.
  if (!known && isUnwilling) {
    receiver.refused += 1;
    endpoint.messages.set(id, { body, isTaken: false });
    return false;
  }
  endpoint.messages.set(id, { body, isTaken: true });
  const { changes } = (JSON.parse(body) as { data: { changes: { modified: number }[] } }).data;
  for (const { modified } of changes) {
    if (modified <= endpoint.last) {
      receiver.faults.push(`${path}: ${modified} came after ${endpoint.last}`);
    }
    endpoint.last = modified;
    endpoint.told.add(modified);
  }
  return true;
}
