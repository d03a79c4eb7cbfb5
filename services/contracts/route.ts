/**
 * A route as data: slices and queries declare them, services/platform/http mounts them (auth, permission, zod,
 * idempotency, logs, read-model wait, envelope). A handler with an `if` has a rule in the wrong file.
 */
import type { z } from 'zod';
import type { Client } from './client.ts';
import type { Refusal, SettledAt } from './refusal.ts';
import type { Save } from './save.ts';
import type { Actor } from './user.ts';

export type { Actor } from './user.ts';

/** One validated call. */
export type Call<Params, Query, Body> = Actor & {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Revision from If-Match; absent when the client sent none. */
  readonly ifMatch?: number;
  /** The read-model position that `asOf` names, for GETs that take it; absent means now. */
  readonly asOf?: number;
  /** That moment itself, for what becomes valid by the clock alone. */
  readonly asOfMoment?: Date;
  /** A fresh id from the sequence, bound to this idempotency key: the n-th call of a repeat answers the n-th id again (R40). */
  readonly newId: () => Promise<number>;
  /** Of a route that says what it {@link Route.writes | writes}: all of it goes through its save, or nowhere. */
  readonly save?: Save;
  readonly client: Client;
};

/** What a handler answers besides a Refusal. */
export type Answer<Data> = {
  readonly data: Data;
  /** Success message, Chinese; default 操作成功 for writes, 查询成功 for reads. */
  readonly msg?: string;
  /** Why what is shown is older than it should be; takes the place of the message. */
  readonly behind?: string;
  /** A write names the position of its last event: the user's next GETs show it. */
  readonly settled?: SettledAt;
  /** Stream revision, sent as ETag. */
  readonly etag?: number;
  /** A Set-Cookie, of a route that nobody signed in calls. */
  readonly cookie?: string;
  /** The same object is answered again until it is another one, and never changes: its text is kept with it. */
  readonly kept?: true;
};

/** A raw answer (xlsx stream, image, captcha): sent as it is, without the envelope. */
export type RawAnswer = {
  readonly raw: NodeJS.ReadableStream | Buffer | string | object;
  readonly type: string;
  readonly fileName?: string;
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** How many rows of an export are written so far. */
  readonly rows?: () => number;
};
export const isRaw = (value: object): value is RawAnswer => 'raw' in value;

export type Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api/v1 unless `absolute`; parameters as `:id`. */
  readonly path: string;
  readonly absolute?: boolean;
  /** One Chinese line; title in the API documentation and in the operation log. */
  readonly summary: string;
  /** A permission key, any of several, or: every signed-in user / nobody signed in. */
  readonly allow: string | readonly string[] | { readonly everyone: 'signed-in' | 'public' };
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** What its own body and filters call their fields, before what they are called everywhere. */
  readonly fieldNames?: Readonly<Record<string, string>>;
  /** What it writes counts for every shop: not for users with a lock on some (R146). */
  readonly ofChain?: true;
  /** Shape of `data`; checked on the way out. Omitted for raw answers. */
  readonly data?: Data;
  /** A GET that can show a moment of the past; to all others `asOf` is a 422, never an answer about the present. */
  readonly takesAsOf?: true;
  /** A GET on whose figures people act together (a till, a customer's balance): it waits for what anybody wrote, not only for its own user's. */
  readonly atHead?: true;
  /** A GET that changes something (older consoles start and stop work by address): a write in all that follows (R117). */
  readonly changes?: true;
  /** A GET that takes rows out of the house: it is in the operation log, with its filters and how many rows went out. */
  readonly exports?: true;
  /** Bytes; default 1 MB. */
  readonly bodyLimit?: number;
  /** multipart/form-data: the handler gets the file through `body` as {@link Upload}. */
  readonly multipart?: {
    readonly field: string;
    /** Of each file. */
    readonly maxBytes: number;
    readonly tooLarge: string;
    /** How many files may come at once; one unless it says so. */
    readonly maxFiles?: number;
  };
  /**
   * What the handler writes through the call's `save`, of which it knows no more: events, and rows that are there with them; or rows
   * alone, on every store. It may run more than once. Absent: it writes itself, its key claimed first.
   */
  readonly writes?: 'events' | 'rows';
  /** false: the log keeps nothing of what it answered (whole orders of customers); a repeat runs the handler, which knows its key. */
  readonly keepsAnswer?: false;
  /** false keeps a write out of the operation log (sign-in has its own log). */
  readonly logged?: boolean;
  readonly handler: (
    call: Call<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<Answer<z.output<Data>> | RawAnswer | Refusal>;
};

/** Where a route is called: `/api/v1/role/:id`. */
export const addressOf = ({ absolute, path }: Pick<Route, 'absolute' | 'path'>): string =>
  absolute === true ? path : `/api/v1${path}`;
/** What rights call a route: `GET /api/v1/role/:id`. */
export const routeName = (named: Pick<Route, 'method' | 'absolute' | 'path'>): string =>
  `${named.method} ${addressOf(named)}`;

/** A received file, already limited in size; its type is judged by content. */
export type Upload = {
  readonly fileName: string;
  readonly bytes: Buffer;
  readonly fields: Readonly<Record<string, string>>;
  /** Where a route takes several: those behind the first. */
  readonly more?: readonly ReceivedFile[];
};
export type ReceivedFile = Pick<Upload, 'fileName' | 'bytes'>;

/** Keeps the schemas' types for the handler and forgets them for the list of routes. */
export const route = <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
  declared: Route<P, Q, B, D>,
): Route => declared as unknown as Route;

/** Whether it changes something: it is logged, its answer is kept under its key, a house that only reads refuses it. */
export const isWrite = ({ method, changes }: Pick<Route, 'method' | 'changes'>): boolean =>
  method !== 'GET' || changes === true;
