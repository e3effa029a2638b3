/** The data that our middleware stores on a Koa context. */
import type { ParameterizedContext } from 'koa';
import type { Caller } from '../access/roles.js';
import type { ApiError } from '../errors.js';
import type { FormatName } from '../kinds/kind.js';
import type { JsonObject } from '../kinds/record.js';

/** A format of an answer. */
export type AnswerFormat = FormatName | 'json';

/** Data from middleware for handlers. */
export interface State {
  caller: Caller;
  /** The parameters of the body, merged over the query string's. */
  parameters: JsonObject;
  /** The names of the parameters in the body; null without a body. */
  bodyNames?: string[] | null;
  /** Identifies the request in its answer and in log lines. */
  requestId: string;
  /** The path of its route as the interface states it: `/events/{id}`. */
  route?: string;
  /** Why the request is not served, decided before it is routed. */
  refusal?: ApiError;
  /** Its rank among requests, where it is refused because of overload. */
  shed?: 'list' | 'item' | 'any' | undefined;
  /** The format that the suffix of the path names. */
  suffix?: AnswerFormat;
  /** Header `Cache-Control` of an anonymous answer, if it differs from the default. */
  cacheControl?: string;
}

/** The Koa context as handlers see it, with path parameters and the parsed body. */
export type Context = ParameterizedContext<State> & {
  params: Record<string, string>;
  request: { body?: unknown };
};

/** → whether a request reads. */
export const isRead = ({ method = '' }: { method?: string | undefined }): boolean =>
  method === 'GET' || method === 'HEAD';

/** The content type of every answer, errors included. Source: Contract 0. */
export const JSON_TYPE = 'application/json; charset=UTF-8';

/**
 * Answers with a JSON text. `<` is written as `\u003c`, so that the text may stand inside a script
 * element of a page.
 */
export function answerText(ctx: Context, text: string, status = 200): void {
  ctx.status = status;
  ctx.set('Content-Type', JSON_TYPE);
  // Encoded once: computing its length and its ETag and sending it would each encode the text
  // again.
  ctx.body = Buffer.from(text.replaceAll('<', '\\u003c'));
}

/** Answers with a value as JSON. */
export function answer(ctx: Context, value: unknown, status = 200): void {
  answerText(ctx, JSON.stringify(value), status);
}
