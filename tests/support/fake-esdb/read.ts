import type { ServerWritableStream } from '@grpc/grpc-js';
import type { FaultOf } from './faults.ts';
import type { Log, Stored } from './log.ts';
import type { Refusal } from './append.ts';
import * as wire from './wire.ts';

type ReadReq = InstanceType<typeof wire.streams.ReadReq>;
type ReadResp = InstanceType<typeof wire.streams.ReadResp>;
type Call = ServerWritableStream<ReadReq, ReadResp>;
type Options = NonNullable<ReturnType<ReadReq['getOptions']>>;
type Filter = { readonly matches: (event: Stored) => boolean; readonly checkpointEvery: number };

/** The log as a node has it; one that is cut off has only the first `count` events. */
export type View = { readonly log: Log; readonly count: () => number };

/** What is asked once it is known that the stream may be read: $all when `stream` is absent. */
const answer = (call: Call, { log, count }: View, options: Options, stream: string | undefined): void => {
  const source = (): readonly Stored[] => {
    const all = stream === undefined ? log.events : (log.stream(stream) ?? []);
    const end = log.events[count()];
    return end === undefined ? all : all.filter(({ position }) => position < end.position);
  };
  if (isNoRecord(options, log)) return void call.emit('error', wire.noRecordError);
  const start = startOf(options, source().length, log);
  if (options.hasSubscription()) return subscribe(call, log, { source, start });
  if (stream === undefined || source().length > 0) return readOnce(call, source(), start);
  call.write(wire.notFoundAnswer(stream));
  call.end();
};

/** Reads of a stream or of $all in both directions, and subscriptions that go on live. */
export const read =
  (view: View, faultOf: FaultOf, refusal: Refusal) =>
  (call: Call): void => {
    const options = call.request.getOptions();
    const fault = refusal(call) ?? faultOf('read', 'before');
    if (fault !== undefined || options === undefined) {
      call.emit('error', fault ?? { code: 3, details: 'no options' });
      return;
    }
    const stream = options.hasStream() ? wire.streamNameOf(options.getStream()?.getStreamIdentifier()) : undefined;
    if (stream !== undefined && view.log.isTombstone(stream)) {
      call.emit('error', wire.deletedError(stream));
      return;
    }
    answer(call, view, options, stream);
  };

const positionOf = (options: Options): number => Number(options.getAll()?.getPosition()?.getCommitPosition());
const isNoRecord = (options: Options, log: Log): boolean =>
  options.getAll()?.hasPosition() === true && !log.isReadable(positionOf(options));

const isBackwards = (options: Options): boolean => options.getReadDirection() === 1;

/** Index of the revision or the position that is named, or of what comes right behind it. */
const namedPlace = (options: Options, log: Log): number =>
  options.hasStream() ? Number(options.getStream()?.getRevision()) : log.indexAt(positionOf(options));

/** Index to begin at; a subscription's position is the last one already seen. */
function startOf(options: Options, length: number, log: Log): number {
  const from = options.hasStream() ? options.getStream() : options.getAll();
  if (from === undefined || from.hasStart()) return isBackwards(options) ? -1 : 0;
  if (from.hasEnd()) return isBackwards(options) ? length - 1 : length;
  return namedPlace(options, log) + (options.hasSubscription() ? 1 : 0);
}

function filterOf(options: Options | undefined): Filter {
  const filter = options?.getFilter();
  if (filter === undefined) return { matches: () => true, checkpointEvery: 0 };
  const byStream = filter.hasStreamIdentifier();
  const expression = byStream ? filter.getStreamIdentifier() : filter.getEventType();
  const prefixes = expression?.getPrefixList() ?? [];
  const regex = new RegExp(expression?.getRegex() ?? '');
  const matches = (event: Stored): boolean => {
    const key = byStream ? event.stream : (event.meta['type'] ?? '');
    return prefixes.length > 0 ? prefixes.some((prefix) => key.startsWith(prefix)) : regex.test(key);
  };
  const window = filter.hasMax() ? filter.getMax() : 32;
  return { matches, checkpointEvery: window * filter.getCheckpointintervalmultiplier() };
}

function readOnce(call: Call, events: readonly Stored[], start: number): void {
  const options = call.request.getOptions();
  const { matches } = filterOf(options);
  const step = options !== undefined && isBackwards(options) ? -1 : 1;
  let left = BigInt(options?.getCount() ?? 0);
  let index = start;
  const next = (): void => {
    for (; left > 0n && !call.cancelled; index += step) {
      const event = events[index];
      if (event === undefined) break;
      if (!matches(event)) continue;
      left -= 1n;
      if (call.write(wire.eventAnswer(event))) continue;
      index += step;
      call.once('drain', next);
      return;
    }
    call.end();
  };
  next();
}

/** So many events of one moment a server keeps for a live subscriber; of more it may say that he is too slow, and here it does. */
const LIVE_BUFFER = 64;

function subscribe(
  call: Call,
  log: Log,
  { source, start }: { readonly source: () => readonly Stored[]; readonly start: number },
): void {
  const { matches, checkpointEvery } = filterOf(call.request.getOptions());
  let index = start;
  let passed = 0;
  let caughtUp = false;
  let blocked = false;
  /** Of a page of the past: its last event that matched, else where it began. */
  let reached: number | undefined;
  const send = (answer: ReadResp): void => {
    if (call.write(answer) || blocked) return;
    blocked = true;
    call.once('drain', () => {
      blocked = false;
      pump();
    });
  };
  const pass = (event: Stored): void => {
    index += 1;
    passed += 1;
    reached = caughtUp || matches(event) ? event.position : (reached ?? event.position);
    if (matches(event)) send(wire.eventAnswer(event));
    if (checkpointEvery === 0 || passed % checkpointEvery !== 0) return;
    send(wire.checkpointAnswer(reached));
    reached = undefined;
  };
  const pump = (): void => {
    for (let event = source()[index]; !blocked && event !== undefined; event = source()[index]) pass(event);
    if (blocked || caughtUp) return;
    caughtUp = true;
    send(wire.caughtUpAnswer());
  };
  const arrived = (): void => {
    const isTooSlow = caughtUp && source().slice(index).filter(matches).length > LIVE_BUFFER;
    if (!isTooSlow) return pump();
    stop();
    call.emit('error', wire.tooSlowError);
  };
  call.write(wire.confirmationAnswer());
  const stop = log.onAppend(arrived);
  call.on('cancelled', () => {
    stop();
    call.end();
  });
  pump();
}
