/**
 * A TCP proxy that stands before an engine and fails in the ways a network does. Opened by
 * services.ts, one for each process; told what to do by faults.ts.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * `pass`: as if it were not there. `refuse`: nobody listens. `hang`: connections are taken, and
 * nothing passes until later. `reset`: connections are broken, the old and the new.
 */
export type Mode = 'pass' | 'refuse' | 'hang' | 'reset';

/** The proxy, listening on `port` of this machine. */
export interface FaultyProxy {
  port: number;
  set(mode: Mode): Promise<void>;
  close(): Promise<void>;
}

/** Opens a proxy before `host:port`. */
export async function openProxy(target: { host: string; port: number }): Promise<FaultyProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let mode: Mode = 'pass';
  const server = createServer((near) => {
    if (mode === 'reset') {
      near.on('error', ignore);
      resetSocket(near);
      return;
    }
    const far = connect(target.port, target.host);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near]] as const) {
      from.on('error', ignore);
      from.once('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
    if (mode !== 'hang') join(pair);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const breakAll = () => {
    for (const [near, far] of pairs) {
      resetSocket(near);
      far.destroy();
    }
  };
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      breakAll();
    });
  return {
    port,
    set: async (next) => {
      mode = next;
      if (next === 'refuse') {
        if (server.listening) await shut();
        return;
      }
      if (next === 'reset') breakAll();
      for (const pair of pairs) (next === 'hang' ? part : join)(pair);
      if (!server.listening) await listen(port);
    },
    close: async () => {
      if (server.listening) await shut();
      else breakAll();
    },
  };
}

/** One that is ending cannot be reset: Node.js would lose its handle and never end by itself. */
export function resetSocket(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

const ignore = (): void => undefined;

function join([near, far]: readonly [Socket, Socket]): void {
  near.pipe(far);
  far.pipe(near);
}

function part([near, far]: readonly [Socket, Socket]): void {
  near.unpipe(far);
  far.unpipe(near);
  near.pause();
  far.pause();
}
