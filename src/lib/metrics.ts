/**
 * The counts and times of the service, for Prometheus. Labels are names of this service: data of
 * requests never become labels. Contract 23.
 */
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';

/** Counters: their descriptions and labels. */
export const COUNTERS = {
  http_requests_total: ['Requests answered.', 'method', 'route', 'status'],
  marquee_cached_answers_total: ['Plain anonymous reads, by whether the cache answered.', 'cached'],
  marquee_shed_requests_total: ['Reads refused because of overload.', 'rank'],
  marquee_limited_requests_total: ['Requests over a limit of RATE_LIMIT.', 'limit'],
  marquee_loaded_rows_total: ['Rows of loads over HTTP by their outcome.', 'outcome'],
  marquee_webhook_deliveries_total: ['Tries to deliver to webhooks.', 'outcome'],
  marquee_refused_calls_total: ['Calls refused because too many wait for the engine.', 'engine'],
} as const;

/** Durations in seconds: their descriptions and labels. */
export const HISTOGRAMS = {
  http_request_duration_seconds: ['Time until an answer was ready.', 'method', 'route', 'status'],
  marquee_index_query_duration_seconds: ['Calls of the search index.', 'operation'],
  marquee_store_query_duration_seconds: ['Calls of the record store.', 'operation'],
} as const;

/** Numbers of the whole service, which each process reads when it is asked. */
export const BACKLOG = {
  marquee_index_failing:
    'Whether the last push failed, or the index did not take it all: 1, else 0.',
  marquee_unindexed_records: 'Records whose entry in the index is still to be written.',
  marquee_sync_lag_seconds: 'Age of the oldest work that follows a write.',
  marquee_set_aside_records: 'Entries that the index refused.',
  marquee_change_lag_seconds: 'Age of the oldest change that the change feed lacks.',
  marquee_webhook_backlog: 'Webhooks that are disabled by failures, or whose last try failed.',
} as const;

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Labels<Row extends readonly string[]> = Row extends readonly [string, ...infer Names]
  ? Record<Names[number] & string, string | number>
  : never;
type Counters = typeof COUNTERS;
type Histograms = typeof HISTOGRAMS;

/** The backlog by name of its metric; null: the record store does not answer. */
type ReadBacklog = () => Promise<Record<keyof typeof BACKLOG, number> | null>;

/** Receives events. Each process has its own metrics, in its deps. */
export interface Metrics {
  count<Name extends keyof Counters>(name: Name, labels: Labels<Counters[Name]>, by?: number): void;
  observe<Name extends keyof Histograms>(
    name: Name,
    labels: Labels<Histograms[Name]>,
    seconds: number,
  ): void;
  /** A request begins (1) or ends (-1). */
  inFlight(change: 1 | -1): void;
}

/** Takes nothing: metrics are off. */
export const noMetrics: Metrics = {
  count: () => undefined,
  observe: () => undefined,
  inFlight: () => undefined,
};

/** Metrics that are on. */
export interface OpenMetrics extends Metrics {
  /** Sets the description of this process and the reader of the backlog. */
  describe(build: Record<string, string>, read: ReadBacklog): void;
  /** → the metrics of this process, in Prometheus' text format. */
  text(): Promise<string>;
}

/** → the metrics of this process, Node's own included. A worker gives them to the first process. */
export function openMetrics(): OpenMetrics {
  const registry = new Registry();
  // The instance of a worker answers the first process.
  AggregatorRegistry.setRegistries([registry]);
  new AggregatorRegistry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // prom-client names these gauges `_total`, which promtool rejects.
  for (const what of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  }
  const counters = mapRows(COUNTERS, (name, help, labelNames) => {
    return new Counter({ name, help, labelNames, registers });
  });
  const histograms = mapRows(HISTOGRAMS, (name, help, labelNames) => {
    return new Histogram({ name, help, labelNames, buckets: SECONDS, registers });
  });
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are being worked on.',
    registers,
  });
  return {
    count: (name, labels, by = 1) => counters[name].inc(labels, by),
    observe: (name, labels, seconds) => histograms[name].observe(labels, seconds),
    inFlight: (change) => inFlight.inc(change),
    describe(build, read) {
      const labelNames = Object.keys(build);
      const name = 'marquee_build_info';
      const help = 'What runs: always 1.';
      const aggregator = 'first';
      new Gauge({ name, help, labelNames, aggregator, registers }).set(build, 1);
      for (const [name, help] of Object.entries(BACKLOG)) {
        // Every worker reads it from the same store, so it is not added up.
        new Gauge({
          name,
          help,
          aggregator: 'max',
          registers,
          async collect() {
            const backlog = await read();
            // No number is better than a wrong one.
            if (backlog === null) this.remove();
            else this.set(backlog[name as keyof typeof BACKLOG]);
          },
        });
      }
    },
    text: () => registry.metrics(),
  };
}

/** The type of `text`. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** → the metrics of all workers together, for the first of several processes. */
export function openWorkerMetrics() {
  const workers = new AggregatorRegistry();
  const ofFirst = new Registry();
  const registers = [ofFirst];
  const replaced = new Counter({
    name: 'marquee_workers_replaced_total',
    help: 'Workers that died and were replaced.',
    registers,
  });
  // The sum leaves it out: each worker has another one.
  const name = 'process_start_time_seconds';
  const help = 'Start time of the process since unix epoch in seconds.';
  new Gauge({ name, help, registers }).set(Math.round(performance.timeOrigin / 1000));
  return {
    /** A worker died and is replaced. */
    countReplaced: (): void => replaced.inc(),
    /** → the metrics of all workers, added up, and its own. Throws when a worker is silent. */
    text: async (): Promise<string> => (await workers.clusterMetrics()) + (await ofFirst.metrics()),
  };
}

function mapRows<Table extends Record<string, readonly [string, ...string[]]>, Made>(
  table: Table,
  make: (name: string, help: string, labelNames: string[]) => Made,
): Record<keyof Table, Made> {
  const rows = Object.entries(table).map(([name, [help, ...labels]]) => {
    return [name, make(name, help, labels)] as const;
  });
  return Object.fromEntries(rows) as Record<keyof Table, Made>;
}
