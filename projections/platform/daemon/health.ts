/** How one projection is in this process: what its supervisor notes, and what others ask. */
import type { Position } from 'services/event-store/port';
import { messageOf, ProjectionFailed } from '../projection/failures.ts';
import type { Progress } from '../following/followed-table.ts';
import type { ParkedKey } from '../parking/parking.ts';
import type { Projection } from '../projection/projection.ts';
import { WorseThanLive } from '../tables/versions.ts';

export type Health = {
  readonly name: string;
  readonly version: number;
  readonly state: 'live' | 'catching-up' | 'rebuilding' | 'standby' | 'failed';
  readonly position: Position;
  /** Positions of the log not yet passed, as far as this process knows. */
  readonly lag: number;
  /** Keys set aside: amber, everything else goes on. */
  readonly parked: readonly ParkedKey[];
  /** `message` is English and for the log; `reason` is Chinese and fit to show. */
  readonly error?: {
    readonly message: string;
    readonly reason: string;
    readonly eventId?: string;
    readonly eventType?: string;
    readonly position?: Position;
  };
};

export class ProjectionHealth {
  state: Health['state'] = 'standby';
  parked: () => readonly ParkedKey[] = () => [];
  /** Of the follower at work. */
  progress: Progress | null = null;
  error: Health['error'];
  readonly #projection: Projection;
  #position: Position = -1;
  #seen: Position = -1;
  /** Whether a first look was taken: before that, standing by means nothing. */
  #settled = false;

  constructor(projection: Projection) {
    this.#projection = projection;
  }

  now(): Health {
    const { name, version } = this.#projection;
    const position = this.#passed();
    const seen = Math.max(this.#seen, this.progress?.seen ?? -1);
    const lag = Math.max(0, seen - position);
    const base = { name, version, state: this.state, position, lag, parked: this.parked() };
    return this.error === undefined ? base : { ...base, error: this.error };
  }

  isSettled(): boolean {
    return this.#settled && (this.state === 'live' || this.state === 'standby' || this.state === 'failed');
  }

  /** Whether events up to `head` are still to be folded here; a projection that stands still is not waited for. */
  isBehind(head: Position): boolean {
    return this.#passed() < head && this.state !== 'standby' && this.state !== 'failed';
  }

  settle(): void {
    this.#settled = true;
  }

  began(position: Position): void {
    this.error = undefined;
    this.state = 'catching-up';
    this.#position = position;
  }

  moved(position: Position, seen: Position): void {
    this.#position = position;
    this.#seen = Math.max(seen, position);
  }

  /** Red until a restart, a new version or a rebuild; answers what the log says of the event that is to blame. */
  failed(error: unknown): object {
    const event = error instanceof ProjectionFailed ? error.event : null;
    const at = event === null ? {} : { eventId: event.id, eventType: event.type, position: event.position };
    this.state = 'failed';
    this.#settled = true;
    this.error = { message: messageOf(error), reason: reasonOf(error, this.#projection.name), ...at };
    return at;
  }

  get position(): Position {
    return this.#position;
  }

  #passed(): Position {
    return Math.max(this.#position, this.progress?.passed ?? -1);
  }
}

const reasonOf = (error: unknown, name: string): string =>
  error instanceof WorseThanLive
    ? `读模型 ${name} 的新版本有更多数据无法处理，未启用，仍显示旧数据`
    : `读模型 ${name} 处理事件出错，已停止更新`;
