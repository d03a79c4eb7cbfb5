/**
 * Whose fault an error is: of the place (database, store or disk away, full, busy), or of what was to be written.
 * Services and projections both ask here and nowhere else: the first is waited out and a request meanwhile is 503 or
 * 507, only the second sets a document aside, and the rest is a bug.
 */
import {
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  ConnectionError,
  IdleTransactionTimeoutError,
} from 'slonik';
import { StoreUnavailable } from '../event-store/port.ts';

/**
 * `full`: a disk is full. `timeout`: a statement was cancelled for its time. `place`: every other fault of the place.
 * `size`: a limit of Postgres itself (SQLSTATE 54). `document`: a value that it does not take (21, 22, 23).
 * `bug`: none of them, so of the program.
 */
export type Fault = 'full' | 'timeout' | 'place' | 'size' | 'document' | 'bug';
/** What a work in the background came to, for whoever reads its page. */
export const DISK_FULL = '磁盘空间不足，请腾出空间后再试';

/** A chain of causes says several things: the place outweighs the document, which had no chance there. */
const WEIGHT: readonly Fault[] = ['full', 'timeout', 'place', 'size', 'document', 'bug'];
const LONGEST_CHAIN = 8;

const SQLSTATE = /^[0-9A-Z]{5}$/;
const OF_SQLSTATE: readonly (readonly [RegExp, Fault])[] = [
  [/^53100$/, 'full'],
  [/^57014$/, 'timeout'],
  // 25006 read-only after a failover, 25P0x idle too long; 28 and 3D: the server is not the one it was at the start.
  [/^(08|28|3D|40|53|55|57|58)|^(25006|25P03|25P04)$/, 'place'],
  [/^54/, 'size'],
  // 21: one event gives the same row twice.
  [/^2[123]/, 'document'],
];
const FULL = new Set(['ENOSPC', 'EDQUOT']);
const OF_THE_PLACE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ENOMEM',
  'EMFILE',
  'ENFILE',
  'EIO',
  'EROFS',
  'ERR_WORKER_OUT_OF_MEMORY',
]);
/** pg and node say these in words alone. */
const IN_WORDS: readonly (readonly [RegExp, Fault])[] = [
  [/^Query read timeout/, 'timeout'],
  [
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed)/,
    'place',
  ],
  [/^Array buffer allocation failed/, 'place'],
];
const found = (table: readonly (readonly [RegExp, Fault])[], text: string): Fault =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? 'bug';

const AWAY = [
  StoreUnavailable,
  ConnectionError,
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  IdleTransactionTimeoutError,
];

const faultOfOne = (error: Error): Fault => {
  if (AWAY.some((kind) => error instanceof kind)) return 'place';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (FULL.has(code)) return 'full';
  if (OF_THE_PLACE.has(code)) return 'place';
  return SQLSTATE.test(code) ? found(OF_SQLSTATE, code) : found(IN_WORDS, error.message);
};

/** An error and its causes, beginning with itself. */
export function* chainOf(error: unknown): Generator<Error> {
  let link = error;
  for (let length = 0; link instanceof Error && length < LONGEST_CHAIN; length += 1) {
    yield link;
    link = link.cause;
  }
}

/** What Postgres called the fault, wherever in the chain of causes it stands; null where it did not name it. */
export const sqlStateOf = (error: unknown): string | null => {
  for (const link of chainOf(error))
    if ('code' in link && typeof link.code === 'string' && SQLSTATE.test(link.code)) return link.code;
  return null;
};

const NO_TABLE = '42P01';
/** A read model that is being made anew has no view until it is there: whoever looks by himself looks again, and says nothing of it. */
export const isNotMadeYet = (error: unknown): boolean =>
  [...chainOf(error)].some((link) => sqlStateOf(link) === NO_TABLE && link.message.includes('"live.'));

const READ_ONLY = '25006';
/**
 * The server of this connection takes no writes: a proxy has led it to a replica, or its server became one. Another connection may
 * come to the one that does, so this one is given up.
 */
export const isReadOnly = (error: unknown): boolean => sqlStateOf(error) === READ_ONLY;

/** What an error and its causes say. */
export const faultOf = (error: unknown): Fault => {
  let heaviest: Fault = 'bug';
  for (const link of chainOf(error)) {
    const fault = faultOfOne(link);
    if (WEIGHT.indexOf(fault) < WEIGHT.indexOf(heaviest)) heaviest = fault;
  }
  return heaviest;
};

/** Waiting and trying again may help, with everything in order; a request meanwhile is told to come back. */
export const isOfPlace = (error: unknown): boolean => {
  const fault = faultOf(error);
  return fault === 'place' || fault === 'full' || fault === 'timeout';
};

/** What the log says from which the house was moved away (log-place.ts). */
const LOG_ELSEWHERE = '55000';
/** An append may be sent again at once: what the store could not take for a moment, but not what it will never take here. */
export const mayGoAgain = (error: unknown): boolean =>
  error instanceof StoreUnavailable && sqlStateOf(error) !== LOG_ELSEWHERE;
