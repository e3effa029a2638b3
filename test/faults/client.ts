/**
 * Sends requests to the two processes, each once: `fetch` does not repeat one that failed. Reads
 * what an answer says about a record.
 */
import type { KindName } from '../../src/kinds/record.js';
import { type Body, isBody, type Operation, type Part, readParts, UNTOLD } from './types.js';

/**
 * An answer. `status` 0: the connection was refused; -1: it broke or timed out, or the body was not
 * JSON.
 */
export interface Answer {
  status: number;
  body: Body;
  /** The status, with the code of an error, or what happened to the connection. */
  outcome: string;
}

/** Sends one request to a process. A path that begins with `//` is at the root. */
export type Send = (
  service: number,
  method: string,
  path: string,
  payload?: Body,
) => Promise<Answer>;

/**
 * → how to send requests as the administrator; `patienceMs`: the timeout of an answer, ms;
 * `keepAlive`: whether connections are used again.
 */
export function openClient(
  ports: readonly number[],
  options: { token: string; patienceMs: number; keepAlive?: boolean },
): Send {
  const { token, patienceMs, keepAlive = true } = options;
  const headers = {
    Authorization: `Bearer ${token}`,
    // To compress answers would only slow down a run.
    'Accept-Encoding': 'identity',
    ...(keepAlive ? {} : { Connection: 'close' }),
  };
  return async (service, method, path, payload) => {
    const place = path.startsWith('//') ? path.slice(1) : `/vendor/events/v1${path}`;
    try {
      const answer = await fetch(`http://127.0.0.1:${ports[service]}${place}`, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(patienceMs),
        headers: payload ? { ...headers, 'Content-Type': 'application/json' } : headers,
        body: payload ? JSON.stringify(payload) : null,
      });
      const { status } = answer;
      const body = (await answer.json()) as Body;
      return { status, body, outcome: status < 400 ? `${status}` : `${status} ${body.code}` };
    } catch (error) {
      const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
      const outcome = cause?.code ?? message;
      return { status: outcome === 'ECONNREFUSED' ? 0 : -1, body: {}, outcome };
    }
  };
}

/** What an answer says about its operation. */
type AnswerFacts = Pick<Operation, 'result' | 'seen' | 'id' | 'answer' | Part>;

/** → what an answer means; `sent`: the ID and the versions of the operation. */
export function readAnswer(
  kind: KindName,
  action: Operation['action'],
  answer: Answer,
  sent: Pick<Operation, 'id' | Part>,
): AnswerFacts {
  const { status, body, outcome } = answer;
  const base = { ...sent, seen: null, answer: outcome };
  if (status < 0 || status >= 500) return { ...base, result: 'unknown' };
  if (status === 0 || status >= 400) return { ...base, result: 'failed', ...refusal(answer) };
  const shown = readParts(kind, body);
  if (action === 'read') {
    const seen = body.status === 'trash' ? 'trash' : 'live';
    return { ...base, ...shown, result: 'acknowledged', seen };
  }
  const version = sent.version ?? shown.version;
  const note = sent.note ?? shown.note;
  return { ...base, result: 'acknowledged', id: Number(body.id), version, note };
}

/** Refusals that show the state of the record. */
function refusal({ status, body: { code, data } }: Answer): Partial<AnswerFacts> {
  if (status === 410 || code === 'event-no-longer-available') return { seen: 'trash', ...UNTOLD };
  const isIdWrong = isBody(data) && isBody(data.params) && 'id' in data.params;
  const isGone = isIdWrong || code === 'rest-event-not-found' || code === 'rest_term_invalid';
  return isGone ? { seen: 'gone', ...UNTOLD } : {};
}
