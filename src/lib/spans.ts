/**
 * Spans by the API of OpenTelemetry alone: without an SDK, which the operator loads, each call is a
 * no-op. Names of spans come from this service, never from a request.
 */
import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

const tracer = trace.getTracer('marquee');

/** Runs `work` in a span. → its result. Throws what it throws. */
export const inSpan = <T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> =>
  tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, (span) => end(span, work));

/** The same below the active span, and without a span where none is active: polls are no traces. */
export const inChildSpan: typeof inSpan = (name, attributes, work) =>
  trace.getActiveSpan() ? inSpan(name, attributes, work) : work();

type Describe = (name: string, attributes: Attributes, isFailure: boolean) => void;

/**
 * Runs `work` in the span of a request that continues the trace of its headers. `work` is given a
 * function that names the span, adds attributes and says whether the request failed.
 */
export const inRequestSpan = <T>(
  headers: Readonly<Record<string, unknown>>,
  work: (describe: Describe) => Promise<T>,
): Promise<T> =>
  tracer.startActiveSpan(
    'request',
    { kind: SpanKind.SERVER },
    propagation.extract(context.active(), headers),
    (span) =>
      end(span, () =>
        work((name, given, isFailure) => {
          span.updateName(name).setAttributes(given);
          if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
        }),
      ),
  );

/** → the headers that pass the trace on to an engine; none without an SDK. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

async function end<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // The message may name the host of an engine: traces are for operators, as the log is.
    span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) });
    throw error;
  } finally {
    span.end();
  }
}
