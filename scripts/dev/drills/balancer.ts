/** A load balancer as a client meets it: it asks each process for /ready, and sends in turn. */
import type { Send } from '../history/client.js';

/** How often each process is asked, ms. */
const POLL_MS = 500;

/** Chooses a process for each request. */
export interface Balancer {
  /** → one of the processes that were ready when last asked, in turn; null: none was. */
  choose(): number | null;
  isReady(service: number): boolean;
  close(): void;
}

/** → the balancer of `count` processes, which first counts none of them as ready. */
export function openBalancer(count: number, send: Send): Balancer {
  const ready = new Set<number>();
  let turn = 0;
  const ask = async (service: number) => {
    const { status } = await send(service, 'GET', '//ready');
    if (status === 200) ready.add(service);
    else ready.delete(service);
  };
  const services = Array.from({ length: count }, (_, service) => service);
  const timer = setInterval(() => services.forEach((service) => void ask(service)), POLL_MS);
  return {
    choose: () => {
      turn++;
      const able = services.filter((service) => ready.has(service));
      return able[turn % able.length] ?? null;
    },
    isReady: (service) => ready.has(service),
    close: () => clearInterval(timer),
  };
}
