/** Spans of requests, engines and pushes, read by an SDK as an operator loads it. Contract 23. */
import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { indexUnavailable } from '../../src/errors.js';
import { traceHeaders } from '../../src/lib/spans.js';
import { pairNamed } from '../support/adapters.js';
import { openTestApp, type TestApp } from '../support/app.js';
import { breakIndex } from '../sync/faulty.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };

const exporter = new InMemorySpanExporter();
let app: TestApp;

beforeAll(async () => {
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  app = await openTestApp(pairNamed('sqlite + sqlite'));
});
beforeEach(() => exporter.reset());
afterAll(async () => {
  await app.close();
  trace.disable();
  context.disable();
  propagation.disable();
});

/** → the spans of the trace, and the names from one of them up to the request. */
function spansOf() {
  const spans = exporter.getFinishedSpans().filter((one) => one.spanContext().traceId === TRACE);
  const byId = new Map(spans.map((one) => [one.spanContext().spanId, one]));
  const above = (one: ReadableSpan): string[] => {
    const parent = byId.get(one.parentSpanContext?.spanId ?? '');
    return [one.name, ...(parent ? above(parent) : [])];
  };
  return { spans, paths: spans.map(above) };
}

it("a list is a span of the caller's trace, with the call of the index below it", async () => {
  await app.call({ request: 'GET /events', headers: { ...headers, 'X-Request-Id': 'one' } });
  const { spans, paths } = spansOf();
  expect(paths).toContainEqual(['index search', 'GET /events']);
  const request = spans.find(({ name }) => name === 'GET /events');
  expect(request?.parentSpanContext?.spanId).toBe(PARENT);
  expect(request?.attributes).toMatchObject({
    'http.route': '/events',
    'http.response.status_code': 200,
    'marquee.request': 'one',
  });
});

it('a write shows the store, the push and what the push asks', async () => {
  const body = { venue: 'Town hall' };
  await app.call({ request: 'POST /venues', as: 'editor', body, headers });
  const { paths } = spansOf();
  expect(paths).toContainEqual(['store users.findByHash', 'POST /venues']);
  expect(paths).toContainEqual(['store write', 'POST /venues']);
  expect(paths).toContainEqual(['index put', 'push', 'POST /venues']);
});

it('names hold nothing that was sent, and failures are marked', async () => {
  await app.call({ request: 'GET /venues/77?x=secret', headers });
  expect(spansOf().spans.map(({ name }) => name)).toContain('GET /venues/{id}');
  exporter.reset();
  const mend = breakIndex(app.deps, () => ({
    search: async () => {
      throw indexUnavailable(new Error('down'));
    },
  }));
  await app.call({ request: 'GET /venues?per_page=3', headers });
  mend();
  const failed = spansOf().spans.find(({ name }) => name === 'GET /venues');
  expect(failed?.status.code).toBe(SpanStatusCode.ERROR);
});

it('the trace is passed on to engines, and there is no span without a request', async () => {
  await app.deps.store.users.list();
  expect(exporter.getFinishedSpans()).toEqual([]);
  const span = trace.getTracer('test').startSpan('x');
  const sent = context.with(trace.setSpan(context.active(), span), traceHeaders);
  expect(sent.traceparent).toContain(span.spanContext().traceId);
});
