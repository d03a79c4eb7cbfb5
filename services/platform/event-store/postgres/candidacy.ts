/**
 * How a process comes to be the writer. One that stands for it looks ten times a second whether the writer lives, and takes over when it
 * does not: because its session has ended, or because it has been silent for too long and is ended here (ADR 0065).
 */
import type pg from 'pg';
import { NotTheWriter, type Candidate, type WriterPlace } from '../port.ts';
import { endHung, lookAtWriter, takeOffice, type Look } from './office.ts';

/** How often one that stands by looks. */
const LOOK_MS = 100;
/** One that was never told of the others. */
const LAZY_LOOK_MS = 200;
/** After a session was ended its lock is free at once. */
const ENDED_MS = 10;
/** A writer with nothing to write gives a sign of life so often. */
export const BEAT_MS = 200;
/** Silent for so long, and at so many looks in a row: one that looks again after a pause of its own has seen nothing of it. */
const HUNG = { ms: 650, looks: 5 };
/** Who has the lock and is in no row is of an older release, unless it is just taking over. */
const NAMELESS_MS = 1_000;
/** Others that were there a moment ago may only have lost their connection. */
const PEERS_MS = 10_000;

type Silence = { readonly epoch: number; readonly moved: string | null; looks: number };

export class Candidacy {
  readonly #schema: string;
  readonly #hearing = new Set<() => void>();
  #standing: Candidate | undefined;
  #place: WriterPlace = { kind: 'unknown' };
  #silence: Silence | undefined;
  #namelessSince: number | undefined;
  #peersAt = -Infinity;
  #pauseMs = LAZY_LOOK_MS;

  constructor(schema: string) {
    this.#schema = schema;
  }

  get place(): WriterPlace {
    return this.#place;
  }
  /** Until the next look. */
  get pauseMs(): number {
    return this.#pauseMs;
  }
  get isStanding(): boolean {
    return this.#standing !== undefined;
  }

  onChange(heard: () => void): () => void {
    this.#hearing.add(heard);
    return () => this.#hearing.delete(heard);
  }

  stand(as: Candidate): void {
    this.#standing = as;
    this.#peersAt = performance.now();
  }

  /** Whether somebody waits for signs of life. */
  get isWatched(): boolean {
    if (this.#standing?.alone() === false) this.#peersAt = performance.now();
    return this.#standing !== undefined && performance.now() - this.#peersAt < PEERS_MS;
  }

  /** Null: this session is the writer's. Otherwise why it is not. */
  async ask(client: pg.ClientBase): Promise<Error | null> {
    const look = await lookAtWriter(client, this.#schema);
    this.#pauseMs = this.isStanding ? LOOK_MS : LAZY_LOOK_MS;
    const office = look.isFree ? await takeOffice(client, this.#schema, this.#standing) : null;
    if (office !== null) {
      this.#silence = undefined;
      this.#namelessSince = undefined;
      this.#set({ kind: 'here', epoch: office.epoch, since: office.since.toISOString() });
      return null;
    }
    if (look.pid === null) return this.#nameless(look);
    this.#namelessSince = undefined;
    this.#elsewhere(look);
    if (this.isStanding && this.#isHung(look) && (await endHung(client, this.#schema, look))) this.#pauseMs = ENDED_MS;
    return new NotTheWriter(look.address);
  }

  /** The writer's session is gone. */
  lost(): void {
    this.#set({ kind: 'nobody' });
  }
  /** The database was not there to ask. */
  away(): void {
    this.#pauseMs = LAZY_LOOK_MS;
    this.#set({ kind: 'unknown' });
  }

  #nameless(look: Look): Error {
    this.#namelessSince ??= performance.now();
    if (performance.now() - this.#namelessSince < NAMELESS_MS) {
      this.#set({ kind: 'nobody' });
      return new Error('the lock is not free yet');
    }
    this.#elsewhere({ ...look, address: null });
    return new NotTheWriter(null);
  }

  #elsewhere({ epoch, since, address }: Look): void {
    this.#set({ kind: 'elsewhere', epoch, since: since?.toISOString() ?? '', address });
  }

  /** Only one that is known to give signs of life: it named its address when it stood for it. */
  #isHung({ epoch, moved, isBusy, address, quietMs }: Look): boolean {
    const before = this.#silence;
    if (isBusy || before === undefined || before.epoch !== epoch || before.moved !== moved) {
      this.#silence = { epoch, moved, looks: 0 };
      return false;
    }
    before.looks += 1;
    return address !== null && before.looks >= HUNG.looks && (quietMs ?? 0) > HUNG.ms;
  }

  #set(place: WriterPlace): void {
    const before = this.#place;
    this.#place = place;
    const epochOf = (one: WriterPlace): number => ('epoch' in one ? one.epoch : 0);
    if (before.kind === place.kind && epochOf(before) === epochOf(place)) return;
    for (const heard of this.#hearing) heard();
  }
}
