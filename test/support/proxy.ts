/**
 * A TCP proxy in front of an engine, for network faults: it passes, hangs, resets connections,
 * passes single bytes, or refuses.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * `hang`: connections are accepted and nothing passes; `mute`: answers do not come back; `reset`:
 * connections are reset, new ones too; `trickle`: a byte at a time; `refuse`: nothing listens.
 */
export type ProxyMode = 'pass' | 'hang' | 'mute' | 'reset' | 'trickle' | 'refuse';

/** The proxy, which listens on this machine. */
export interface FaultProxy {
  /** Host and port, such as `127.0.0.1:4711`. */
  host: string;
  /** Changes the mode of all connections, existing ones included. */
  set(mode: ProxyMode): Promise<void>;
  close(): Promise<void>;
}

/**
 * Resets a socket. One that is ending cannot be reset: Node.js would lose its handle and never
 * exit.
 */
function resetSocket(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** What precedes the first server of a URL, and that server. */
const SERVER = /^(\w+:\/\/(?:[^@/]*@)?)([^/,?]+)/;

/** Pause between the bytes of `trickle`, ms. */
const TRICKLE_MS = 20;

/** Opens a proxy to the first server of a URL, in mode `pass`. */
export async function openProxy(url: string): Promise<FaultProxy> {
  const [, , target = ''] = SERVER.exec(url) ?? [];
  const { hostname, port } = new URL(`tcp://${target}`);
  const state = { mode: 'pass' as ProxyMode };
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
    close: async () => {
      cut();
      server?.close();
      server = null;
    },
  };
}

/** → the URL with the proxy in place of its first server. */
export const throughProxy = (url: string, proxy: FaultProxy): string =>
  url.replace(SERVER, `$1${proxy.host}`);

async function listen(take: (client: Socket) => void, port: number): Promise<Server> {
  const server = createServer(take).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Passes bytes from one socket to the other, in order, by the current mode. */
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
