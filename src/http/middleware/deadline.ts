/**
 * The deadline of a request over all that it asks engines; what its body takes to arrive is added
 * where the body is read. Contract 23.
 */
import type { Next } from 'koa';
import { withDeadline } from '../../lib/deadline.js';
import type { Deps } from '../../records/deps.js';
import type { Context } from '../context.js';

/** → middleware that gives the rest of the request so long as the settings say. */
export const setDeadline =
  ({ requestSeconds }: Deps['config']) =>
  (_ctx: Context, next: Next): Promise<unknown> =>
    withDeadline(requestSeconds * 1000, next);
