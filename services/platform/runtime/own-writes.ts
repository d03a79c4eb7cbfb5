/**
 * Read your own writes (docs/rules.md, "Who wrote sees it"). A write answers as soon as its events are durable. A statement of somebody's next GET
 * waits until the read models that it names (`live.<table>`) have passed his last write; write-side checks on read
 * models wait for the head of the log. Nobody waits longer than two seconds, and an answer that comes early says so.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import type { Interceptor } from 'slonik';
import type { ReadModelGate } from './gate.ts';
import type { Pace } from './pace.ts';

const WAIT_MS = 2_000;
/** After a start nobody knows who wrote before it: for that long everybody waits for what was in the log then. */
const AFTER_START_MS = 10_000;
const MAX_WRITERS = 10_000;
const MAX_STATEMENTS = 5_000;

type UserRead = { readonly after: () => Promise<number>; position?: Promise<number>; behind: boolean };
export type ReadSideOfWrites = {
  readonly gate: ReadModelGate;
  readonly head: () => Promise<number>;
  /** Whether no other process takes writes. */
  readonly alone: () => boolean;
};
type Reader = { readonly userId: number; readonly told: number; readonly atHead?: boolean | undefined };
export type ReadAnswer<Value> = { readonly value: Value; readonly behind: boolean };

export class OwnWrites implements Pace {
  readonly #views: ReadonlyMap<string, string>;
  readonly #last = new LRUCache<number, number>({ max: MAX_WRITERS });
  readonly #named = new LRUCache<string, readonly string[]>({ max: MAX_STATEMENTS });
  readonly #reading = new AsyncLocalStorage<UserRead>();
  #side: ReadSideOfWrites | undefined;
  #start = { position: -1, until: 0 };
  #undone = -1;

  /** @param views name of the projection by its table */
  constructor(views: ReadonlyMap<string, string>) {
    this.#views = views;
  }

  /** From now on statements wait; before that there is nothing to wait for. */
  async join(side: ReadSideOfWrites): Promise<void> {
    this.#start = { position: await side.head(), until: performance.now() + AFTER_START_MS };
    this.#side = side;
  }

  behindMs(): number {
    return this.#side?.gate.behindMs() ?? 0;
  }

  /** What a user's next GETs must show. */
  wrote(userId: number, position: number): void {
    if (position > (this.#last.get(userId) ?? -1)) this.#last.set(userId, position);
  }

  /** Something was taken and let go again because it was refused: nobody is shown the one without the other (R169). */
  undid(position: number): void {
    this.#undone = Math.max(this.#undone, position);
  }

  /** A GET of a user; `told` is a position that his client names, `atHead` waits for what anybody wrote. */
  async read<Value>({ userId, told, atHead = false }: Reader, work: () => Promise<Value>): Promise<ReadAnswer<Value>> {
    const reading: UserRead = { after: () => (atHead ? this.#head() : this.#after(userId, told)), behind: false };
    const value = await this.#reading.run(reading, work);
    return { value, behind: reading.behind };
  }

  /** For the pool of the GETs: outside of one nothing waits. */
  readonly ofReads: Interceptor = this.#interceptor('read-own-writes', () => this.#reading.getStore());
  /** For the pool of the writes, which must not decide on what was. */
  readonly ofWrites: Interceptor = this.#interceptor(
    'check-what-is-written',
    () => this.#reading.getStore() ?? { after: () => this.#head(), behind: false },
  );

  async #head(): Promise<number> {
    return (await this.#side?.head()) ?? -1;
  }

  async #after(userId: number, told: number): Promise<number> {
    const known = Math.max(this.#last.get(userId) ?? -1, this.#undone, told);
    if (this.#side?.alone() === false) return Math.max(known, await this.#side.head());
    return performance.now() < this.#start.until ? Math.max(known, this.#start.position) : known;
  }

  /** Waits before a connection is taken, so that those who wait hold none; a transaction has one already. */
  #interceptor(name: string, readingNow: () => UserRead | undefined): Interceptor {
    const wait = async (statement: string): Promise<null> => {
      const views = this.#viewsIn(statement);
      const reading = views.length === 0 || this.#side === undefined ? undefined : readingNow();
      if (reading !== undefined && !reading.behind) await this.#wait(reading, views);
      return null;
    };
    return {
      name,
      beforePoolConnection: ({ query }) => (query === null ? null : wait(query.sql)),
      // A statement by itself has waited for its connection.
      beforeQueryExecution: ({ transactionId }, query) => (transactionId === null ? null : wait(query.sql)),
    };
  }

  async #wait(reading: UserRead, views: readonly string[]): Promise<void> {
    const position = await (reading.position ??= reading.after());
    if (position < 0 || this.#side === undefined) return;
    reading.behind = !(await this.#side.gate.waitFor(views, position, WAIT_MS));
  }

  #viewsIn(statement: string): readonly string[] {
    const known = this.#named.get(statement);
    if (known !== undefined) return known;
    // Names come bare and quoted.
    const tables = new Set([...statement.matchAll(/\blive"?\."?(\w+)/g)].map(([, table = '']) => table));
    const views = [...tables].flatMap((table) => this.#views.get(table) ?? []);
    this.#named.set(statement, views);
    return views;
  }
}
