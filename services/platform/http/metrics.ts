/** Prometheus numbers: HTTP by route, appends, projection lag, event loop, process. */
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { appendAllOf, appending } from '../event-store/appending.ts';
import type { EventStore } from '../event-store/port.ts';
import type { Place } from '../runtime/place-watch.ts';

const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export type HttpSample = {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
};
export type Metrics = {
  readonly http: (sample: HttpSample) => void;
  readonly append: (outcome: 'ok' | 'failed', seconds: number) => void;
  readonly text: () => Promise<string>;
  readonly contentType: string;
};
/** Events each projection is behind the log, and keys it has set aside. */
export type LagSource = () => Promise<
  readonly { readonly projection: string; readonly lag: number; readonly parked: number }[]
>;

type GaugeFamily = { readonly name: string; readonly help: string; readonly label: 'projection' | 'where' };
/** A number for each of something, asked for when somebody reads it. */
const gaugeOf = (
  registry: Registry,
  { name, help, label }: GaugeFamily,
  numbers: () => Promise<readonly (readonly [of: string, number: number | null])[]>,
): void => {
  const gauge: Gauge<'projection' | 'where'> = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: async () => {
      gauge.reset();
      for (const [of, number] of await numbers()) if (number !== null) gauge.set({ [label]: of }, number);
    },
  });
};
const secondsOf = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
/** What an alert watches before anything fails. */
const placeGauges = (registry: Registry, placeOf: () => Place): void => {
  const of = (name: string, help: string, numbers: (place: Place) => readonly (readonly [string, number | null])[]) =>
    gaugeOf(registry, { name, help, label: 'where' }, async () => numbers(placeOf()));
  of('place_free_bytes', 'Free space of a disk', ({ dataDisk, databaseDisk }) => [
    ['data', dataDisk?.freeBytes ?? null],
    ['database', databaseDisk?.freeBytes ?? null],
  ]);
  of('place_connections_left', 'Connections that the database still takes', ({ connectionsLeft }) => [
    ['database', connectionsLeft],
  ]);
  of('place_clock_ahead_seconds', 'How far a clock is ahead of this process', (place) => [
    ['database', secondsOf(place.clockAheadMs)],
    ['event-store', secondsOf(place.storeAheadMs)],
  ]);
};

const writesGauge = (registry: Registry, writesHere: () => boolean): void => {
  const gauge: Gauge = new Gauge({
    name: 'house_writes',
    help: '1 where this process saves, 0 where it passes saves on',
    registers: [registry],
    collect: () => gauge.set(writesHere() ? 1 : 0),
  });
};

export const createMetrics = (
  lagOf: LagSource,
  placeOf: () => Place,
  writesHere: () => boolean = () => true,
): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  writesGauge(registry, writesHere);
  const http = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by route',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const append = new Histogram({
    name: 'event_append_duration_seconds',
    help: 'Duration of appends to the event store',
    labelNames: ['outcome'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const label = 'projection';
  const lag = { name: 'projection_lag_positions', help: 'Log positions a projection is behind', label } as const;
  gaugeOf(registry, lag, async () => (await lagOf()).map((one) => [one.projection, one.lag]));
  const parked = {
    name: 'projection_parked_keys',
    help: 'Keys a projection could not take and has set aside',
    label,
  } as const;
  gaugeOf(registry, parked, async () => (await lagOf()).map((one) => [one.projection, one.parked]));
  placeGauges(registry, placeOf);
  return {
    http: ({ method, route, status, seconds }) => http.observe({ method, route, status }, seconds),
    append: (outcome, seconds) => append.observe({ outcome }, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
};

/** The same store, with the duration of its appends observed. */
export const measured = (store: EventStore, metrics: Pick<Metrics, 'append'>): EventStore => {
  const timed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const started = performance.now();
    const seconds = (): number => (performance.now() - started) / 1000;
    try {
      const appended = await work();
      metrics.append('ok', seconds());
      return appended;
    } catch (error) {
      metrics.append('failed', seconds());
      throw error;
    }
  };
  return appending(store, {
    append: (...call) => timed(() => store.append(...call)),
    appendAll: (...call) => timed(() => appendAllOf(store)(...call)),
  });
};
