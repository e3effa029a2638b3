/** Answers as documents print them, beside those that a service gives. */
import { expect } from 'vitest';
import type { Json } from './app.js';

/**
 * Fails unless the answer has every key that is printed, with its value. `…` stands for any value,
 * for any part of a text, and at the end of a list for all that follows.
 */
export function comparePrinted(answer: Json, printed: Json, path: string): void {
  if (printed === '…') return;
  if (Array.isArray(printed)) {
    const isOpen = printed.at(-1) === '…';
    const items = isOpen ? printed.slice(0, -1) : printed;
    if (!isOpen) expect(answer?.length, `${path}: length`).toBe(items.length);
    items.forEach((item, at) => void comparePrinted(answer?.[at], item, `${path}[${at}]`));
  } else if (typeof printed === 'object' && printed !== null) {
    for (const [key, value] of Object.entries(printed)) {
      comparePrinted(answer?.[key], value, `${path}.${key}`);
    }
  } else if (typeof printed === 'string' && printed.includes('…')) {
    const parts = printed.split('…').map((part) => part.replaceAll(/[^\w ]/g, '\\$&'));
    expect(answer, path).toMatch(new RegExp(`^${parts.join('.*')}$`));
  } else {
    expect(answer, path).toEqual(printed);
  }
}
