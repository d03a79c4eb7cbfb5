/** What can stop a projection, and which of it passes by itself. */
import type { Recorded } from 'services/event-store/port';
import { StoreUnavailable } from 'services/event-store/port';

/** Another runner moved the checkpoint, or the version was retired: stop, do not retry the write. */
export class LostLease extends Error {
  constructor(schema: string) {
    super(`checkpoint of ${schema} was moved by another runner`);
    this.name = 'LostLease';
  }
}

/** A fold or a write that cannot succeed; `event` is the one to look at, where it is known. */
export class ProjectionFailed extends Error {
  readonly event: Recorded | null;
  constructor(name: string, event: Recorded | null, cause: unknown) {
    const where = event === null ? '' : ` at event ${event.id} (${event.type}) position ${event.position}`;
    super(`projection ${name} stopped${where}: ${messageOf(cause)}`, { cause });
    this.name = 'ProjectionFailed';
    this.event = event;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Connection classes of SQLSTATE, shutdown, too many connections, deadlock, lock and serialisation conflicts. */
const PASSING_SQLSTATE = /^(08...|57P0[1-5]|53300|40001|40P01|55P03)$/;
const PASSING_SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
const PASSING_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed)/;

/** Whether waiting and trying again may help: the database or the event store is away for now. */
export function isPassing(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return PASSING_SQLSTATE.test(code) || PASSING_SOCKET.has(code) || PASSING_MESSAGE.test(error.message);
}
