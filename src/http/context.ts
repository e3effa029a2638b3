/** What our middleware keeps on a Koa context. */
import type { ParameterizedContext } from 'koa';
import type { Caller } from '../access/roles.js';
import type { JsonObject } from '../kinds/record.js';

/** What middleware leaves for handlers. */
export interface State {
  caller: Caller;
  /** Body over query string. */
  parameters: JsonObject;
  /** Route pattern, for the log. */
  route?: string;
}

/** The Koa context as handlers see it: path parameters and the body read. */
export type Context = ParameterizedContext<State> & {
  params: Record<string, string>;
  request: { body?: unknown };
};

/** The type of every answer, errors included. Source: contract 0. */
export const JSON_TYPE = 'application/json; charset=UTF-8';

/** Answers a JSON text as it is. */
export function answerText(ctx: Context, text: string, status = 200): void {
  ctx.status = status;
  ctx.set('Content-Type', JSON_TYPE);
  // As bytes at once: its length, its hash and its sending would each turn the text into bytes.
  ctx.body = Buffer.from(text);
}

/** Answers a value as JSON. */
export function answer(ctx: Context, value: unknown, status = 200): void {
  answerText(ctx, JSON.stringify(value), status);
}
