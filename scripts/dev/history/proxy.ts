/**
 * A TCP proxy in front of an engine, for faults of the net between: it lets pass, hangs, cuts
 * connections, lets bytes through one by one, or refuses. Opened by services.ts, told what to do by
 * faults.ts, and by tests of outages.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * `hang`: connections are taken and nothing passes; `mute`: answers do not come back; `reset`:
 * connections are cut, new ones too; `trickle`: a byte at a time; `refuse`: nobody listens.
 */
export type ProxyMode = 'pass' | 'hang' | 'mute' | 'reset' | 'trickle' | 'refuse';

/** The proxy, listening on this machine. */
export interface FaultProxy {
  /** `127.0.0.1:4711`. */
  host: string;
  /** Changes what happens to all connections, also those that are there. */
  set(mode: ProxyMode): Promise<void>;
  /** Connections taken so far, and those open now. */
  counts(): { taken: number; open: number };
  close(): Promise<void>;
}

/** One that is ending cannot be reset: Node.js would lose its handle and never end by itself. */
function resetSocket(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** What is before the first server of a URL, and that server. */
const SERVER = /^(\w+:\/\/(?:[^@/]*@)?)([^/,?]+)/;

/** Pause between the bytes of `trickle`, ms. */
const TRICKLE_MS = 20;

/** Opens a proxy to the server of a URL, passing. */
export async function openProxy(url: string): Promise<FaultProxy> {
  const [, , target = ''] = SERVER.exec(url) ?? [];
  const { hostname, port } = new URL(`tcp://${target}`);
  const state = { mode: 'pass' as ProxyMode, taken: 0 };
  const ends = new Set<Socket>();
  const wakes = new Set<() => void>();
  const join = (from: Socket, to: Socket, isAnswer: boolean) => {
    const modeOf = () => (state.mode === 'mute' ? (isAnswer ? 'hang' : 'pass') : state.mode);
    carry(from, to, { modeOf, wakes });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      ends.delete(from);
      to.destroy();
    });
    ends.add(from);
  };
  const take = (client: Socket) => {
    state.taken++;
    if (state.mode === 'reset') {
      resetSocket(client);
      return;
    }
    const upstream = connect(Number(port), hostname);
    join(client, upstream, false);
    join(upstream, client, true);
  };
  const cut = () => {
    for (const socket of ends) resetSocket(socket);
  };
  let server: Server | null = await listen(take, 0);
  const own = (server.address() as AddressInfo).port;
  return {
    host: `127.0.0.1:${own}`,
    set: async (mode) => {
      state.mode = mode;
      if (mode === 'reset' || mode === 'refuse') cut();
      if (mode === 'refuse' && server) {
        server.close();
        await once(server, 'close');
        server = null;
      }
      if (mode !== 'refuse') server ??= await listen(take, own);
      for (const wake of wakes) wake();
    },
    counts: () => ({ taken: state.taken, open: ends.size }),
    close: async () => {
      cut();
      server?.close();
      server = null;
    },
  };
}

/** → the URL with the proxy in the place of the server. */
export const throughProxy = (url: string, proxy: FaultProxy): string =>
  url.replace(SERVER, `$1${proxy.host}`);

async function listen(take: (client: Socket) => void, port: number): Promise<Server> {
  const server = createServer(take).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Bytes from one end to the other, in order, as the mode has it by then. */
function carry(
  from: Socket,
  to: Socket,
  { modeOf, wakes }: { modeOf: () => ProxyMode; wakes: Set<() => void> },
): void {
  let held: Buffer[] = [];
  let isTrickling = false;
  const flow = () => {
    if (modeOf() === 'hang') return;
    if (modeOf() === 'trickle') {
      trickle();
      return;
    }
    for (const part of held) to.write(part);
    held = [];
  };
  const trickle = () => {
    const [first] = held;
    if (isTrickling || !first) return;
    isTrickling = true;
    setTimeout(() => {
      isTrickling = false;
      const [part] = held;
      if (!part || modeOf() === 'hang' || to.destroyed) return;
      to.write(part.subarray(0, 1));
      held = part.length > 1 ? [part.subarray(1), ...held.slice(1)] : held.slice(1);
      flow();
    }, TRICKLE_MS);
  };
  from.on('data', (part: Buffer) => {
    held.push(part);
    flow();
  });
  wakes.add(flow);
  from.on('close', () => wakes.delete(flow));
}
