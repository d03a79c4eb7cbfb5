import type { ServerWritableStream } from '@grpc/grpc-js';
import type { FaultOf } from './faults.ts';
import type { Log, Stored } from './log.ts';
import * as wire from './wire.ts';

type ReadReq = InstanceType<typeof wire.streams.ReadReq>;
type ReadResp = InstanceType<typeof wire.streams.ReadResp>;
type Call = ServerWritableStream<ReadReq, ReadResp>;
type Options = NonNullable<ReturnType<ReadReq['getOptions']>>;
type Filter = { readonly matches: (event: Stored) => boolean; readonly checkpointEvery: number };

/** What is asked once it is known that the stream may be read: $all when `stream` is absent. */
const answer = (call: Call, log: Log, options: Options, stream: string | undefined): void => {
  const source = (): readonly Stored[] => (stream === undefined ? log.events : (log.stream(stream) ?? []));
  const start = startOf(options, source().length, log);
  if (options.hasSubscription()) return subscribe(call, log, { source, start });
  if (stream === undefined || log.stream(stream) !== undefined) return readOnce(call, source(), start);
  call.write(wire.notFoundAnswer(stream));
  call.end();
};

/** Reads of a stream or of $all in both directions, and subscriptions that go on live. */
export const read =
  (log: Log, faultOf: FaultOf) =>
  (call: Call): void => {
    const options = call.request.getOptions();
    const fault = faultOf('read', 'before');
    if (fault !== undefined || options === undefined) {
      call.emit('error', fault ?? { code: 3, details: 'no options' });
      return;
    }
    const stream = options.hasStream() ? wire.streamNameOf(options.getStream()?.getStreamIdentifier()) : undefined;
    if (stream !== undefined && log.isTombstone(stream)) {
      call.emit('error', wire.deletedError(stream));
      return;
    }
    answer(call, log, options, stream);
  };

const isBackwards = (options: Options): boolean => options.getReadDirection() === 1;

/** Index of the revision or the position that is named, or of what comes right behind it. */
const namedPlace = (options: Options, log: Log): number =>
  options.hasStream()
    ? Number(options.getStream()?.getRevision())
    : log.indexAt(Number(options.getAll()?.getPosition()?.getCommitPosition()));

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
  const send = (answer: ReadResp): void => {
    if (call.write(answer) || blocked) return;
    blocked = true;
    call.once('drain', () => {
      blocked = false;
      pump();
    });
  };
  const pump = (): void => {
    for (let event = source()[index]; !blocked && event !== undefined; event = source()[index]) {
      index += 1;
      passed += 1;
      if (matches(event)) send(wire.eventAnswer(event));
      if (checkpointEvery > 0 && passed % checkpointEvery === 0) send(wire.checkpointAnswer(event.position));
    }
    if (blocked || caughtUp) return;
    caughtUp = true;
    send(wire.caughtUpAnswer());
  };
  call.write(wire.confirmationAnswer());
  const stop = log.onAppend(pump);
  call.on('cancelled', () => {
    stop();
    call.end();
  });
  pump();
}
