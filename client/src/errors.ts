/** Errors of the service as values and as exceptions. Their codes are stable. */
import type { components } from './schema.js';

/** The body of an error. */
export type ErrorBody = components['schemas']['Error'];

/** What the service may answer instead of data. */
export type ErrorCode = ErrorBody['code'];

/** A request that failed. `code` is null when the answer is not the service's, but a proxy's. */
export class MarqueeError extends Error {
  override readonly name = 'MarqueeError';
  readonly code: ErrorCode | null;
  readonly status: number;
  /** What the code adds, as `params`: a reason for each parameter that is wrong. */
  readonly data: Record<string, unknown>;
  /** How long the service asks to be left alone, seconds; null: it does not say. */
  readonly retryAfter: number | null;

  constructor(response: Response, body: unknown) {
    const answered = isErrorBody(body) ? body : null;
    super(answered?.message ?? `HTTP ${response.status}`);
    this.code = answered?.code ?? null;
    this.status = response.status;
    this.data = answered?.data ?? {};
    this.retryAfter = Number(response.headers.get('Retry-After')) || null;
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'data' in body;

/** → the data of an answer. Throws `MarqueeError` instead of answering an error. */
export function expectData<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (!answer.response.ok) throw new MarqueeError(answer.response, answer.error);
  return answer.data as T;
}
