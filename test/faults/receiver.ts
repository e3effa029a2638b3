/**
 * Endpoints of webhooks that fail now and then, and judge what they get: numbers ascend from
 * message to message, and a message that comes again has the same bytes. Contract 31.
 */
import { createServer } from 'node:http';
import { listening } from '../support/host.js';
import { chooseFrom } from './random.js';

/** The endpoints. */
export interface Receiver {
  urlOf(endpoint: number): string;
  /** → the numbers of all changes that an endpoint has taken. */
  toldOf(endpoint: number): ReadonlySet<number>;
  /** Messages that were taken, each once, and the changes in them. */
  taken: number;
  changes: number;
  /** Tries that endpoints refused, and messages that came although they were taken. */
  refused: number;
  repeats: number;
  /** In words. */
  faults: string[];
}

/** How often an endpoint refuses a message at its first try. */
const REFUSAL = 0.01;

/** → endpoints that listen. */
export async function openReceiver(seed: number): Promise<Receiver> {
  const choose = chooseFrom(seed, 'receiver');
  /** By path: message ID → body and whether it was taken; the numbers of changes. */
  const endpoints = new Map<string, ReturnType<typeof emptyEndpoint>>();
  const endpointOf = (path: string) => {
    const endpoint = endpoints.get(path) ?? emptyEndpoint();
    endpoints.set(path, endpoint);
    return endpoint;
  };
  /** → whether a message is taken. */
  const take = (path: string, id: string, body: string): boolean => {
    const endpoint = endpointOf(path);
    const known = endpoint.messages.get(id);
    if (known && known.body !== body) receiver.faults.push(`${path}: ${id} has other bytes`);
    if (known?.isTaken) {
      receiver.repeats += 1;
      return true;
    }
    // A second refusal would cost a pause of minutes.
    const isTaken = known !== undefined || !choose.chance(REFUSAL);
    endpoint.messages.set(id, { body, isTaken });
    if (!isTaken) {
      receiver.refused += 1;
      return false;
    }
    const { changes } = (JSON.parse(body) as { data: { changes: { modified: number }[] } }).data;
    for (const { modified } of changes) {
      if (modified <= endpoint.last) {
        receiver.faults.push(`${path}: ${modified} came after ${endpoint.last}`);
      }
      endpoint.last = modified;
      endpoint.told.add(modified);
    }
    receiver.taken += 1;
    receiver.changes += changes.length;
    return true;
  };
  const server = createServer(async (request, response) => {
    let body = '';
    try {
      for await (const part of request) body += part;
    } catch {
      // The process was killed while it sent.
      return;
    }
    if (take(String(request.url), String(request.headers['webhook-id']), body)) {
      response.writeHead(204).end();
    } else if (choose.chance(0.5)) response.writeHead(503).end();
    else response.destroy();
  });
  const root = await listening(server);
  // The run ends without it.
  server.unref();
  const receiver: Receiver = {
    urlOf: (endpoint) => `${root}/${endpoint}`,
    toldOf: (endpoint) => endpointOf(`/${endpoint}`).told,
    taken: 0,
    changes: 0,
    refused: 0,
    repeats: 0,
    faults: [],
  };
  return receiver;
}

const emptyEndpoint = () => ({
  messages: new Map<string, { body: string; isTaken: boolean }>(),
  told: new Set<number>(),
  last: 0,
});
