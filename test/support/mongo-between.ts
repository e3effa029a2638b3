/**
 * A server between a MongoDB driver and its server, which reads the commands and can hold, change or
 * drop their answers: what a cluster does whose majority lags, whose index takes long to build, or
 * that was never initiated.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';
import { withDatabase } from './mongo.js';

/** A command as it was sent; `name` is its first key. */
export interface Sent {
  name: string;
  command: Document;
}

/** → what becomes of the answer of the server, which has run the command; undefined: it passes. */
export type Rule = (sent: Sent) => ((answer: Document) => Document | Promise<Document>) | undefined;

export interface Between {
  /** The URL of a database through it. */
  url: (database: string) => string;
  /** All commands, in order. */
  sent: Sent[];
  /** Changes the rule. */
  obey: (rule: Rule) => void;
  close: () => void;
}

/** The answer never comes. */
export const lost = (): Promise<Document> => new Promise(() => undefined);

const HEADER = 16;
const OP_MSG = 2013;
const OP_QUERY = 2004;
/** Where the document of an answer begins. */
const BODY: Record<number, number> = { [OP_MSG]: HEADER + 5, 1: HEADER + 20 };

/** Opens it before the first server of a URL. */
export async function openBetween(target: string, rule: Rule = () => undefined): Promise<Between> {
  const [, host = '127.0.0.1', port = '27017'] =
    /^\w+:\/\/(?:[^@/]*@)?([^:/,?]+)(?::(\d+))?/.exec(target) ?? [];
  const state = { rule };
  const sent: Sent[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), host);
    const waiting = new Map<number, ReturnType<Rule>>();
    readMessages(client, (message) => {
      const command = commandOf(message);
      if (command) {
        const one = { name: Object.keys(command)[0] ?? '', command };
        sent.push(one);
        waiting.set(message.readInt32LE(4), state.rule(one));
      }
      upstream.write(message);
    });
    readMessages(upstream, async (message) => {
      const change = waiting.get(message.readInt32LE(8));
      client.write(change ? await changed(message, change) : message);
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return {
    url: (database) => {
      const [, query = ''] = target.split('?');
      const options = ['directConnection=true', ...query.split('&').filter(Boolean)].join('&');
      return withDatabase(`mongodb://127.0.0.1:${own}/?${options}`, database);
    },
    sent,
    obey: (next) => {
      state.rule = next;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function readMessages(socket: Socket, take: (message: Buffer) => unknown): void {
  let held = Buffer.alloc(0);
  socket.on('data', (part: Buffer) => {
    held = Buffer.concat([held, part]);
    while (held.length >= 4 && held.length >= held.readInt32LE(0)) {
      const message = held.subarray(0, held.readInt32LE(0));
      held = held.subarray(message.length);
      take(message);
    }
  });
}

/** → the command in a message; null: there is none. */
function commandOf(message: Buffer): Document | null {
  const code = message.readInt32LE(12);
  if (code === OP_MSG) return documentAt(message, BODY[OP_MSG] ?? 0);
  // Flags, a collection's name, and two numbers come before it.
  if (code === OP_QUERY) return documentAt(message, message.indexOf(0, HEADER + 4) + 9);
  return null;
}

const documentAt = (message: Buffer, at: number): Document =>
  BSON.deserialize(message.subarray(at, at + message.readInt32LE(at)));

async function changed(message: Buffer, change: NonNullable<ReturnType<Rule>>): Promise<Buffer> {
  const at = BODY[message.readInt32LE(12)] ?? 0;
  const before = documentAt(message, at);
  const after = await change(before);
  if (after === before) return message;
  const whole = Buffer.concat([message.subarray(0, at), BSON.serialize(after)]);
  whole.writeInt32LE(whole.length, 0);
  return whole;
}
