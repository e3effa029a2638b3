/**
 * Sends requests to the two processes over plain connections, so that it is known whether one was
 * sent: nothing is sent twice. Reads what an answer says about a record.
 */
import { Agent, request } from 'node:http';
import type { KindName } from '../../src/kinds/record.js';
import { type Body, type Json, type Operation, type Part, readParts, UNTOLD } from './types.js';

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

/** Sends one request to a process. */
export type Send = (
  service: number,
  method: string,
  path: string,
  payload?: Body,
) => Promise<Answer>;

/** The prefix of every path. */
const NAMESPACE = '/vendor/events/v1';

/**
 * → how to send requests as the administrator; `patienceMs`: the timeout of an answer, ms;
 * `keepAlive`: whether connections are used again. A path that begins with `//` is at the root.
 */
export function openClient(
  ports: readonly number[],
  options: { token: string; patienceMs: number; keepAlive?: boolean },
): Send {
  const { token, patienceMs, keepAlive = true } = options;
  const agent = new Agent({ keepAlive, maxSockets: 32 });
  return (service, method, path, payload) =>
    new Promise((resolve) => {
      const text = payload === undefined ? null : JSON.stringify(payload);
      const call = request({
        agent,
        method,
        host: '127.0.0.1',
        port: ports[service],
        path: path.startsWith('//') ? path.slice(1) : `${NAMESPACE}${path}`,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(text ? { 'Content-Type': 'application/json' } : {}),
          ...(text ? { 'Content-Length': Buffer.byteLength(text) } : {}),
        },
      });
      const broken = (error: NodeJS.ErrnoException) => {
        const isRefused = error.code === 'ECONNREFUSED';
        resolve({ status: isRefused ? 0 : -1, body: {}, outcome: error.code ?? error.message });
      };
      const timer = setTimeout(() => call.destroy(new Error('no answer in time')), patienceMs);
      call.on('error', broken);
      call.on('close', () => clearTimeout(timer));
      call.on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('error', broken);
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          // An answer that is cut off may end as well.
          if (!response.complete) return broken(new Error('cut off'));
          resolve(answerOf(response.statusCode ?? 0, Buffer.concat(parts).toString()));
        });
      });
      call.end(text ?? undefined);
    });
}

function answerOf(status: number, text: string): Answer {
  try {
    const body = JSON.parse(text) as Body;
    return { status, body, outcome: status < 400 ? String(status) : `${status} ${body.code}` };
  } catch {
    return { status: -1, body: {}, outcome: `${status} is not JSON` };
  }
}

/** What an answer says about its operation. */
export type AnswerFacts = Pick<Operation, 'result' | 'seen' | 'id' | 'answer' | Part>;

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
  if (status === 0) return { ...base, result: 'failed' };
  if (status >= 400) return { ...base, result: 'failed', ...refusal(answer) };
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
function refusal({ status, body }: Answer): Partial<AnswerFacts> {
  const code = String(body.code);
  const params = paramsOf(body.data);
  if (status === 410 || code === 'event-no-longer-available') return { seen: 'trash', ...UNTOLD };
  const isGone = code === 'rest-event-not-found' || code === 'rest_term_invalid' || 'id' in params;
  return isGone ? { seen: 'gone', ...UNTOLD } : {};
}

function paramsOf(data: Json | undefined): Body {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return {};
  const { params } = data;
  return typeof params === 'object' && params !== null && !Array.isArray(params) ? params : {};
}
