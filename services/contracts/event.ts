/** Events as everybody knows them, whichever store keeps them. */

/** Position in the whole log: ordered, not promised dense; -1 lies before the first event. */
export type Position = number;
/** A plain JSON object; integers below 2^53, no undefined, no NUL characters. */
export type JsonObject = { readonly [key: string]: unknown };

/** Data of an event that was written as `schema`, as it would be written today. */
export type Upcast = (data: JsonObject, schema: number) => JsonObject;

/** Metadata of every event. `at` is the entry time (ISO 8601 with offset), handed in by the command's clock. */
export type EventMeta = {
  readonly key: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly userId: number;
  readonly userName: string;
  /** Department of the user then; null without one, absent in events of before it was kept (R109). */
  readonly deptId?: number | null;
  readonly shopId: number | null;
  readonly at: string;
  readonly schema: number;
};

/** An event to append. `id` is UUIDv5(user, key, index): appending the same ids again at the same place is a silent repeat. */
export type NewEvent = {
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly meta: EventMeta;
};
/** An event as stored; `revision` is dense from 0 within its stream. */
export type Recorded = NewEvent & { readonly stream: string; readonly revision: number; readonly position: Position };
