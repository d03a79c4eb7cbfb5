/** What can stop a projection; what passes by itself says services/platform/base/faults. */
import type { Recorded } from 'services/event-store/port';

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
