/** Moves a log event by event from one store to the other while the house works on it, and switches. */
import { setTimeout as pause } from 'node:timers/promises';
import type { MovedPositions } from '../moved-positions.ts';
import { WrongExpectedRevision, type EventStore, type Position } from '../port.ts';
import { isOfPlace } from '../../base/faults.ts';
import { onConnection, type StoreKind } from './log-place.ts';
import { Comparison, LogsDiffer } from './comparison.ts';
import type { Copier } from './copying.ts';
import { NotSwitched, whileFenced } from './fence.ts';
import { settleAnswers } from './command-answers.ts';
import { forgetPairs, keepPairs, markFilling, moveAlone, placesOf, writeSwitch } from './records.ts';

/** The command was told to end; the same one goes on later. */
export class Stopped extends Error {}

/** `name`: for people, without a password. */
export type MovedStore = { readonly kind: StoreKind; readonly name: string; readonly store: EventStore };
/** The target has what the source has up to there; what the events since the last time name lies where `places` say. */
export type Compared = { readonly until: Position; readonly places: MovedPositions };
/** The read models of the target, made while the source is still worked on. */
export type AheadModels = {
  readonly compared: (compared: Compared) => void;
  readonly isSettled: boolean;
  readonly ready: number;
  readonly reached: (position: Position, ms: number) => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly drop: () => Promise<void>;
};
export type Moving = {
  /** Of the house's database. */
  readonly url: string;
  readonly from: MovedStore;
  readonly to: MovedStore;
  readonly copier: Copier;
  /** Absent: they are made when the house starts over the target. */
  readonly ahead?: (compared: Compared) => Promise<AheadModels>;
  /** A sentence when something is reached. */
  readonly say: (sentence: string) => void;
  /** Hears how far it is: events and the source's positions. */
  readonly progress: (
    doing: '复制' | '核对',
    at: { events: number; from: Position; at: Position; until: Position },
  ) => void;
  readonly stop: AbortSignal;
};
const AGAIN_MS = 1_000;
const LOOK_MS = 250;
const SHORT_MS = 1_000;
/** The read models have the last events a moment after the switch; what they lack then they read when the house starts. */
const LAST_MS = 5_000;

export class Move {
  readonly #moving: Moving;
  readonly #comparison: Comparison;
  readonly #db: Parameters<typeof keepPairs>[0];
  #ahead: AheadModels | undefined;
  #told = 0;
  #until: Position = -1;
  #checking: Position = -1;

  constructor(moving: Moving, db: Parameters<typeof keepPairs>[0]) {
    this.#moving = moving;
    this.#db = db;
    const { from, to, progress } = moving;
    const onProgress = ({ events, source: at }: { events: number; source: Position }): void =>
      progress('核对', { events, from: this.#checking, at, until: this.#until });
    this.#comparison = new Comparison({ source: from.store, target: to.store, onPairs: keepPairs(db), onProgress });
  }

  /** Events that both have. */
  get events(): number {
    return this.#comparison.events;
  }

  /** What the target has already. @throws {LogsDiffer} where that is not a beginning of the source; nothing was written then. */
  async begin(): Promise<void> {
    await this.#compare(await this.#moving.from.store.head());
  }

  /** Copies and compares until so little came meanwhile that a fence is not felt: a house that works never leaves nothing. */
  async catchUp(): Promise<void> {
    for (;;) {
      const began = performance.now();
      await this.#round();
      if (performance.now() - began < SHORT_MS) return;
    }
  }

  /** From now on the read models of the target follow. */
  async makeAhead(): Promise<void> {
    this.#ahead = await this.#moving.ahead?.(await this.#compared());
  }
  async dropAhead(): Promise<void> {
    await this.#ahead?.drop();
  }

  /** Keeps up until `asked`, and until the read models are there. */
  async follow(asked: AbortSignal): Promise<void> {
    const ahead = this.#ahead;
    if (ahead !== undefined) {
      this.#moving.say('读模型在目标上建立，建好后即可切换');
      await this.#keepUp(() => ahead.isSettled);
      this.#moving.say(`✓ ${ahead.ready} 个读模型已在目标上建好，随日志更新`);
    }
    await this.#keepUp(() => asked.aborted, asked);
  }
  async #keepUp(isOver: () => boolean, asked?: AbortSignal): Promise<void> {
    const { say, stop } = this.#moving;
    const signal = asked === undefined ? stop : AbortSignal.any([asked, stop]);
    while (!isOver()) {
      const copied = await this.#round();
      if (copied > 0) say(`已跟上：共 ${this.events} 个事件，刚才 ${copied} 个`);
      if (!isOver()) await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** The read models take the last events and end; the house that starts over the target shows them. */
  async endAhead(): Promise<void> {
    const ahead = this.#ahead;
    await ahead?.reached(this.#comparison.target, LAST_MS);
    await ahead?.stop();
  }

  /**
   * Fences the source off, brings the last events over, compares them and says in the house's database where the log is: all of it, or
   * the shop goes on where it was. Answers for how long nobody could save, in milliseconds.
   * @throws {NotSwitched}
   */
  async switch(patienceMs: number): Promise<number> {
    const { url, from, to } = this.#moving;
    const { store: source, kind } = from;
    let fencedAt = 0;
    await whileFenced(kind, { url, patienceMs }, async (db) => {
      fencedAt = performance.now();
      const inTime = (): void => {
        if (performance.now() - fencedAt > patienceMs)
          throw new NotSwitched(`${patienceMs / 1_000} 秒内没有搬完最后的事件：写入已放行，稍后再切换`);
      };
      await this.#once(await source.head(), inTime);
      inTime();
      const head = await source.head();
      if (head !== this.#comparison.source)
        throw new NotSwitched(`来源在切换时又有了事件（位置 ${head}）：有进程绕过本系统写入，请先停止它`);
      await writeSwitch(db, { url, to: to.kind, place: to.name, naming: this.#comparison.naming });
    });
    return performance.now() - fencedAt;
  }

  /** @throws {LogsDiffer} where somebody who does not ask the house wrote to the source all the same. */
  async nothingCame(): Promise<void> {
    const head = await this.#moving.from.store.head();
    if (head !== this.#comparison.source)
      throw new LogsDiffer(`切换之后来源又有了事件（到位置 ${head}），目标里没有：有进程绕过本系统写入`);
  }

  async #round(): Promise<number> {
    const { from, stop } = this.#moving;
    const before = this.events;
    for (let reached = -1; ;) {
      if (stop.aborted) throw new Stopped();
      try {
        const until = await from.store.head();
        await this.#once(until, () => {
          if (stop.aborted) throw new Stopped();
        });
        return this.events - before;
      } catch (error) {
        const again = isOfPlace(error) || (error instanceof WrongExpectedRevision && this.events > reached);
        if (!again) throw error;
        reached = this.events;
        await this.#recover(error);
      }
    }
  }

  /** What was under way when it failed is there or is not: the target tells. */
  async #recover(error: unknown): Promise<void> {
    const { say, stop } = this.#moving;
    say(`存储暂时没有应答，稍后继续（${error instanceof Error ? error.message : String(error)}）`);
    await pause(AGAIN_MS, undefined, { signal: stop }).catch(() => undefined);
    if (!stop.aborted) await this.#compare(this.#until).catch((again: unknown) => this.#ofPlace(again));
  }
  #ofPlace(error: unknown): void {
    if (!isOfPlace(error)) throw error;
  }

  async #once(until: Position, check: () => void): Promise<void> {
    this.#until = until;
    const after = this.#comparison.source;
    if (until <= after) return;
    const { from, copier, progress } = this.#moving;
    let events = this.events;
    await copier(from.store, { after, until }, ({ position }) => {
      check();
      events += 1;
      progress('复制', { events, from: after, at: position, until });
    });
    await this.#compare(until);
  }

  async #compare(until: Position): Promise<void> {
    this.#until = until;
    this.#checking = this.#comparison.source;
    await this.#comparison.run({ source: until, target: await this.#moving.to.store.head() });
    if (this.#ahead !== undefined) this.#ahead.compared(await this.#compared());
  }

  async #compared(): Promise<Compared> {
    const { naming, target } = this.#comparison;
    const fresh = naming.slice(this.#told);
    this.#told = naming.length;
    return { until: target, places: await placesOf(this.#db, this.#moving.url, fresh) };
  }
}

/** Whether and how a move ends with the target taking the source's place. */
export type Ending = {
  readonly follow: boolean;
  /** Aborts when somebody wants the switch. */
  readonly asked: AbortSignal;
  readonly patienceMs: number;
};
/** Answers whether the log is at the target now. */
export const moveLog = (moving: Moving, { follow, asked, patienceMs }: Ending): Promise<boolean> =>
  onConnection(moving.url, 'move log', async (db) => {
    const { to, say } = moving;
    await moveAlone(db);
    await settleAnswers(db);
    await forgetPairs(db);
    const move = new Move(moving, db);
    await move.begin();
    say(move.events === 0 ? '目标是空的，从头复制' : `目标已有来源的前 ${move.events} 个事件，逐个核对相同，接着复制`);
    await markFilling(db, to.kind, to.name);
    await move.catchUp();
    say(`✓ ${move.events} 个事件都已复制并逐个核对`);
    if (!follow && !asked.aborted) return false;
    try {
      await move.makeAhead();
      await move.follow(asked);
      const ms = await move.switch(patienceMs);
      say(`✓ 已切换：共 ${move.events} 个事件，写入停了 ${(ms / 1_000).toFixed(1)} 秒`);
    } catch (error) {
      await move.dropAhead();
      throw error;
    }
    await move.endAhead();
    // In Postgres the log is closed, and a bundled server goes with the house that was told.
    if (moving.from.kind === 'eventstoredb') await move.nothingCame();
    return true;
  });
