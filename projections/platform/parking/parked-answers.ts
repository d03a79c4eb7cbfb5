/**
 * What the GETs of a read model with parked keys say: lists go on, name the rows that are not up to date and how many
 * there are (a key whose first event is parked has no row); what is made of a parked stream alone answers 更新中断.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isRefusal, refuse, type Refusal } from 'services/contracts/refusal';
import { isRaw, type Answer, type RawAnswer, type Route } from 'services/contracts/route';
import type { EventStore } from 'services/event-store/port';
import { isOfPlace } from 'services/platform/base/faults';
import type { ParkedSource, ParkedStream } from './parked-source.ts';

/** What the GETs below some paths are made of. */
export type ReadsFrom = {
  /** First parts of their paths. */
  readonly paths: readonly string[];
  readonly projections: readonly string[];
  /** The stream behind a row of theirs; null where it has none of its own. */
  readonly streamOf: (row: Readonly<Record<string, unknown>>) => string | null;
};

export const INTERRUPTED = refuse('conflict', 'read_model.parked', '更新中断：这条数据有内容无法处理，请联系管理员');

const NOT_UPDATED = '未更新：这条数据有内容无法处理，显示的是较早的内容，请联系管理员';

type ReadScope = {
  /** First positions that were not taken, by stream. */
  readonly parked: ReadonlyMap<string, number>;
  /** Parked streams that the answer was made of. */
  readonly touched: Set<string>;
};
const looking = new AsyncLocalStorage<ReadScope>();

/** Keys that the answer in the making does not show as they are now. */
export const parkedNow = (): number => looking.getStore()?.parked.size ?? 0;

/** A store whose parked streams end before the event that was not taken. */
export const upToParked = (store: EventStore): EventStore => {
  const read: EventStore['read'] = async (stream, from) => {
    const events = await store.read(stream, from);
    const looked = looking.getStore();
    const first = looked?.parked.get(stream);
    if (looked === undefined || first === undefined || !events.some(({ position }) => position >= first)) return events;
    looked.touched.add(stream);
    return events.filter(({ position }) => position < first);
  };
  return {
    read,
    append: (stream, expected, events) => store.append(stream, expected, events),
    subscribe: (from) => store.subscribe(from),
    head: () => store.head(),
    close: () => store.close(),
  };
};

type ListData = Readonly<Record<string, unknown>>;
const rowsOf = (data: ListData): readonly ListData[] | null => {
  const list: unknown = data['list'];
  if (Array.isArray(list)) return list as readonly ListData[];
  if (typeof list !== 'object' || list === null) return null;
  return 'list' in list && Array.isArray(list.list) ? (list.list as readonly ListData[]) : null;
};
/** A page, a report, or the totals of one. */
const isListed = (data: unknown): data is ListData =>
  typeof data === 'object' && data !== null && (rowsOf(data as ListData) !== null || 'totals' in data);

const marked = (data: ListData, streams: ReadonlySet<string>, { streamOf }: ReadsFrom): ListData => {
  const stale = (rowsOf(data) ?? []).flatMap((row, index) => (streams.has(streamOf(row) ?? '') ? [index] : []));
  return { ...data, parked: streams.size, ...(stale.length > 0 && { stale }) };
};

const firstOf = (parked: readonly ParkedStream[]): ReadonlyMap<string, number> => {
  const first = new Map<string, number>();
  for (const { stream, firstPosition } of parked)
    first.set(stream, Math.min(firstPosition, first.get(stream) ?? Infinity));
  return first;
};

type Outcome = Answer<unknown> | RawAnswer | Refusal;
const said = (outcome: Outcome, looked: ReadScope, reads: ReadsFrom): Outcome => {
  if (isRefusal(outcome) || isRaw(outcome)) return outcome;
  const { data } = outcome;
  if (isListed(data)) return { ...outcome, data: marked(data, new Set(looked.parked.keys()), reads) };
  if (looked.touched.size > 0) return INTERRUPTED;
  const isRow = typeof data === 'object' && data !== null && !Array.isArray(data);
  return isRow && looked.parked.has(reads.streamOf(data as ListData) ?? '')
    ? { ...outcome, behind: NOT_UPDATED }
    : outcome;
};

const containing = (declared: Route, reads: ReadsFrom, source: ParkedSource): Route => ({
  ...declared,
  handler: async (call) => {
    const mine = (await source()).filter(
      ({ projection, firstPosition }) =>
        reads.projections.includes(projection) && firstPosition <= (call.asOf ?? Infinity),
    );
    if (mine.length === 0) return declared.handler(call);
    const looked: ReadScope = { parked: firstOf(mine), touched: new Set() };
    return looking.run(looked, async () => {
      try {
        return said(await declared.handler(call), looked, reads);
      } catch (error) {
        if (looked.touched.size === 0 || isOfPlace(error)) throw error;
        return INTERRUPTED;
      }
    });
  },
});

export const readsOf = (all: readonly ReadsFrom[], path: string): ReadsFrom | undefined =>
  all.find(({ paths }) => paths.some((first) => path === first || path.startsWith(`${first}/`)));

/** The routes with that said where they are made of read models. */
export const contained = (routes: readonly Route[], all: readonly ReadsFrom[], source: ParkedSource): Route[] =>
  routes.map((one) => {
    const reads = one.method === 'GET' ? readsOf(all, one.path) : undefined;
    return reads === undefined ? one : containing(one, reads, source);
  });
