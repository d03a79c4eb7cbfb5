import {
  AppendTooLarge,
  InvalidEvent,
  MAX_APPEND_BYTES,
  MAX_BYTES_AT_ONCE,
  MAX_STREAMS_AT_ONCE,
  type NewEvent,
  type StreamAppend,
} from './port.ts';

/** An event as text, checked: what every store can keep. */
export type Serialised = {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly meta: string;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** JSON.stringify writes NUL and lone surrogates as escapes; a literal backslash before them is doubled. */
const UNKEEPABLE = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/**
 * Checks an append and writes its events as JSON.
 * @throws {InvalidEvent} {@link AppendTooLarge} before anything is sent.
 */
export function serialise(stream: string, events: readonly NewEvent[]): readonly Serialised[] {
  return measuredEvents(stream, events).serialised;
}

type Part = Omit<StreamAppend, 'events'> & { readonly events: readonly Serialised[] };
/**
 * {@link serialise} for parts that are written together.
 * @throws {InvalidEvent} {@link AppendTooLarge} before anything is sent.
 */
export function serialiseAll(parts: readonly StreamAppend[]): readonly Part[] {
  const first = parts[0]?.stream ?? '';
  if (parts.length === 0) throw new InvalidEvent(first, 'no event');
  const streams = new Set(parts.map(({ stream }) => stream)).size;
  if (streams > MAX_STREAMS_AT_ONCE) throw new AppendTooLarge(first, streams, MAX_STREAMS_AT_ONCE, 'streams');
  const ids = new Set<string>();
  let bytes = 0;
  return parts.map(({ stream, expected, events }) => {
    const measured = measuredEvents(stream, events, ids);
    bytes += measured.bytes;
    if (bytes > MAX_BYTES_AT_ONCE) throw new AppendTooLarge(first, bytes, MAX_BYTES_AT_ONCE);
    return { stream, expected, events: measured.serialised };
  });
}

function measuredEvents(
  stream: string,
  events: readonly NewEvent[],
  ids = new Set<string>(),
): { readonly serialised: readonly Serialised[]; readonly bytes: number } {
  if (events.length === 0) throw new InvalidEvent(stream, 'no event');
  if (stream === '' || stream.startsWith('$')) throw new InvalidEvent(stream, 'not a stream name of ours');
  if (!isKeepable(stream)) throw new InvalidEvent(stream, 'characters that cannot be kept in its name');
  let bytes = 0;
  const serialised = events.map((event) => {
    const one = serialiseOne(stream, event);
    if (ids.has(one.id)) throw new InvalidEvent(stream, `event id ${one.id} twice`);
    ids.add(one.id);
    bytes += Buffer.byteLength(one.data) + Buffer.byteLength(one.meta) + one.type.length;
    return one;
  });
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);
  return { serialised, bytes };
}

function serialiseOne(stream: string, { id, type, data, meta }: NewEvent): Serialised {
  if (!UUID.test(id)) throw new InvalidEvent(stream, `event id ${JSON.stringify(id)} is no UUID`);
  if (type === '' || type.startsWith('$')) throw new InvalidEvent(stream, `event type ${JSON.stringify(type)}`);
  const one = { id: id.toLowerCase(), type, data: JSON.stringify(data), meta: JSON.stringify(meta) };
  if (!keepable(one.data) || !keepable(one.meta) || !isKeepable(type)) {
    throw new InvalidEvent(stream, `${type} holds a NUL character or half a surrogate pair`);
  }
  return one;
}

export const isKeepable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
const keepable = (json: string): boolean => !json.includes('\\u') || !UNKEEPABLE.test(json);
export const charactersOf = (events: readonly Serialised[]): number =>
  events.reduce((sum, { data, meta }) => sum + data.length + meta.length, 0);
