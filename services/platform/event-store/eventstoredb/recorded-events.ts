import type { RecordedEvent } from '@eventstore/db-client';
import type { EventMeta, JsonObject, Position, Recorded } from '../port.ts';

/** The log position of a 64-bit commit position. @throws {RangeError} beyond 2^53 (the log would be 9 PB long). */
export function toPosition(commit: bigint): Position {
  const position = Number(commit);
  if (!Number.isSafeInteger(position)) throw new RangeError(`commit position ${commit} is no safe integer`);
  return position;
}

/** System events are no part of our log. */
export const isSystem = ({ type, streamId }: { readonly type: string; readonly streamId: string }): boolean =>
  type.startsWith('$') || streamId.startsWith('$');

/** @throws {TypeError} when somebody else wrote an event whose data or metadata is no JSON object. */
export function toRecorded(event: RecordedEvent, position: Position): Recorded {
  return {
    id: event.id,
    type: event.type,
    data: objectOf(event.data, event) as JsonObject,
    meta: objectOf(event.metadata, event) as EventMeta,
    stream: event.streamId,
    revision: Number(event.revision),
    position,
  };
}

/** Data written without the JSON mark, and unparsable metadata, come as bytes. */
function objectOf(value: unknown, { type, streamId, revision }: RecordedEvent): object {
  const parsed: unknown = value instanceof Uint8Array ? JSON.parse(Buffer.from(value).toString('utf8')) : value;
  if (typeof parsed === 'object' && parsed !== null) return parsed;
  throw new TypeError(`${type} at ${streamId}/${revision} holds no JSON object`);
}
