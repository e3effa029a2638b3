/** The span of whole seconds that date filters leave. */
import type { Where } from '../port.js';

/** Records whose `column` is between two times, seconds since the epoch, both inclusive. */
export interface Span {
  column: string;
  from: number;
  to: number;
}

/** → the span of a column that all of the ranges leave. */
export function spanOf(column: string, ranges: readonly Extract<Where, { test: 'range' }>[]): Span {
  const froms = ranges.flatMap(({ gt, gte }) => [
    ...(gt === undefined ? [] : [Math.floor(gt) + 1]),
    ...(gte === undefined ? [] : [Math.ceil(gte)]),
  ]);
  const tos = ranges.flatMap(({ lt, lte }) => [
    ...(lt === undefined ? [] : [Math.ceil(lt) - 1]),
    ...(lte === undefined ? [] : [Math.floor(lte)]),
  ]);
  return { column, from: Math.max(...froms), to: Math.min(...tos) };
}
