/**
 * Which functions of both ports the HTTP tests call, by engine pair. With TALLY_PORTS, the path of a
 * file, each is appended to it once: `mongo + sqlite: store.outbox.lease`. test/ports.test.ts reads
 * it.
 */
import { appendFileSync } from 'node:fs';
import type { OpenDeps } from '../../src/open.js';

const told = new Set<string>();

/** Tells of each function of the ports when it is called. The ports are changed in place. */
export function tallyPorts(pairName: string, { store, index }: OpenDeps): void {
  const file = process.env.TALLY_PORTS;
  if (!file) return;
  for (const [port, functions] of Object.entries({ store, index })) {
    watch(functions, (name) => {
      const line = `${pairName}: ${port}.${name}\n`;
      if (told.has(line)) return;
      told.add(line);
      appendFileSync(file, line);
    });
  }
}

/** → the names of an object's functions, and of those in its groups: `get`, `outbox.lease`. */
export function functionNames(port: object): string[] {
  return Object.entries(port).flatMap(([name, value]) => {
    if (typeof value === 'function') return [name];
    return isGroup(value) ? functionNames(value).map((inner) => `${name}.${inner}`) : [];
  });
}

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;

function watch(port: object, tell: (name: string) => void): void {
  for (const [name, value] of Object.entries(port)) {
    if (isGroup(value)) watch(value, (inner) => tell(`${name}.${inner}`));
    if (typeof value !== 'function') continue;
    const watched = (...args: unknown[]) => {
      tell(name);
      return value.apply(port, args);
    };
    Object.defineProperty(port, name, { ...PLAIN, value: watched });
  }
}

const PLAIN = { configurable: true, enumerable: true, writable: true };
