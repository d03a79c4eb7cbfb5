/**
 * The log of the house is the one that its read models were made of, or nothing is served (R63): looked at before anything else is
 * started, and again whenever the store had been away.
 */
import { showAhead } from 'projections/platform/rebuild/models-ahead';
import { migrateProjections } from 'projections/platform/projection/checkpoint';
import { forgetLog, hasRead, otherLog, rememberLog, type OtherLog } from 'projections/platform/rebuild/same-log';
import { readTypes } from 'projections/platform/projection/pg-values';
import type pg from 'pg';
import { momentInWords } from '../../services/contracts/dates.ts';
import { markLost, unmarkFound } from '../../services/platform/command-log/lost-saves.ts';
import { settleAnswers } from '../../services/platform/event-store/log-move/command-answers.ts';
import { goBackTo, onConnection } from '../../services/platform/event-store/log-move/log-place.ts';
import {
  NotTheWriter,
  StoreUnavailable,
  type EventStore,
  type Feed,
} from '../../services/platform/event-store/port.ts';
import { storeWith } from '../../services/platform/event-store/store-with.ts';
import type { Config } from '../../services/platform/process/config.ts';
import type { Log } from '../../services/platform/base/log.ts';
import { openPgPool } from '../../services/platform/base/pg-pool.ts';
import { keyInSql, LOCKS } from '../../services/platform/locks/advisory-locks.ts';

const momentOf = (at: string | null): string => momentInWords(at === null ? null : new Date(at));
const lacking = ({ missing, counted }: OtherLog): string => `${counted ? '' : '至少'}${missing}个事件`;
const WHAT: Readonly<Record<OtherLog['kind'], (other: OtherLog) => string>> = {
  empty: (other) => `事件日志是空的，读模型已有的${lacking(other)}不在其中`,
  another: (other) => `事件日志是另一个（始于${momentOf(other.at)}），读模型已有的${lacking(other)}不在其中`,
  older: (other) => `事件日志比读模型旧，止于${momentOf(other.at)}，之后的${lacking(other)}不在其中`,
  forked: (other) =>
    `事件日志自${other.at === null ? '开始' : momentOf(other.at)}起与读模型不同，读模型已有的${lacking(other)}不在其中`,
};
/** One sentence for people: which log it is, since when, how much is missing, and what to do. */
export const sentenceOf = (other: OtherLog): string =>
  `${WHAT[other.kind](other)}：请改回原来的日志，或由管理员在“读模型”页按现在的日志重建（也可设ON_OTHER_LOG=rebuild后启动）`;

const withPool = async <Value>(url: string, work: (pool: ReturnType<typeof openPgPool>) => Promise<Value>) => {
  const pool = openPgPool({ connectionString: url, max: 1, application_name: 'log check', types: readTypes });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
};
/** Null: it is the log of the read models. */
export const findOtherLog = (url: string, store: EventStore): Promise<OtherLog | null> =>
  withPool(url, (pool) => otherLog(pool, store));

/** Whether the read models were made, and of this very log. */
export const wasReadFrom = async (url: string, store: EventStore): Promise<boolean> =>
  (await withPool(url, hasRead)) && (await findOtherLog(url, store)) === null;

/** Before {@link showMadeAhead}, and outside of its transaction. */
export const prepareReadModels = (client: pg.ClientBase): Promise<void> => migrateProjections(client);
/** Of a log that was moved: how many were made of it before it was the one of the house. */
export const showMadeAhead = (client: pg.ClientBase): Promise<number> => showAhead(client);

/** Those that look at all of it again. */
const FROM_THE_START: readonly string[] = [
  'UPDATE master.wire_id_check SET position = -1',
  'UPDATE master.picture_check SET position = -1',
];
type Follower = Pick<Place, 'url' | 'log'>;
const FOLLOW_LOCK = keyInSql(LOCKS.logFollowed);
/** One process at a time: another one may be done before this one begins, and serve what is saved since. */
const inTurn = <Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> =>
  onConnection(url, 'log followed', async (client) => {
    await client.query(`select pg_advisory_lock(${FOLLOW_LOCK})`);
    return work(client);
  });

/**
 * The read models are made anew from the log of now. What was acknowledged for events that it does not have is noted as lost, and its
 * keys are free again; ids go on above both logs. The read models last: as long as they are there, the next start finds the other
 * log again, and does what was not done. Answers false where another process did it all before.
 */
export const followThisLog = ({ url, log }: Follower, store: EventStore): Promise<boolean> =>
  inTurn(url, async (client) => {
    const other = await findOtherLog(url, store);
    if (other === null) return false;
    await settleAnswers(client);
    await withPool(url, async (pool) => {
      const lost = await markLost(pool, other.common, new Date());
      await goBackTo(pool, other.common);
      for (const statement of FROM_THE_START) await pool.query(statement);
      if (lost > 0) log.warn(`${lost} 次已确认的保存不在现在的日志中，见“系统状态”`);
      await forgetLog(pool);
    });
    return true;
  });

/** Of a log that nothing was read of yet: what another one lacked may be in it. */
const findLost = async ({ url, log }: Follower, store: EventStore): Promise<void> => {
  if (await withPool(url, hasRead)) return;
  const found = await inTurn(url, () =>
    withPool(url, async (pool) => ((await hasRead(pool)) ? 0 : unmarkFound(pool, store))),
  );
  if (found > 0) log.warn(`${found} 次曾经丢失的保存在现在的日志中`);
};

type Place = Pick<Config, 'onOtherLog'> & { readonly url: string; readonly log: Log };
/** Before anything is served: null when the log is the one of the read models, or is from now on. */
export const settledLog = async ({ onOtherLog, url, log }: Place, store: EventStore): Promise<OtherLog | null> => {
  const other = await findOtherLog(url, store);
  if (other !== null) {
    log.error(sentenceOf(other));
    if (onOtherLog !== 'rebuild') return other;
    if (await followThisLog({ url, log }, store)) log.warn('ON_OTHER_LOG=rebuild：按现在的日志重建读模型');
  }
  await findLost({ url, log }, store);
  return null;
};

type Watch = { readonly url: string; readonly log: Log; readonly onOther: (sentence: string) => void };
class LogWatch {
  readonly #store: EventStore;
  readonly #watch: Watch;
  #doubted = false;
  #sentence: string | null = null;
  #looking: Promise<void> | undefined;
  #named = false;

  constructor(store: EventStore, watch: Watch) {
    this.#store = store;
    this.#watch = watch;
  }

  /** @throws {StoreUnavailable} where the store had been away and is another log, or is away. */
  guarded<Given extends unknown[], Value>(ask: (...given: Given) => Promise<Value>) {
    return async (...given: Given): Promise<Value> => {
      if (this.#doubted) await this.#sure();
      try {
        return await ask(...given);
      } catch (error) {
        throw this.#noted(error);
      }
    };
  }

  async *subscribe(from: Parameters<EventStore['subscribe']>[0]): AsyncGenerator<Feed> {
    if (this.#doubted) await this.#sure();
    try {
      for await (const fed of this.#store.subscribe(from)) {
        if (fed.kind === 'event' && !this.#named) this.#name();
        yield fed;
      }
    } catch (error) {
      throw this.#noted(error);
    }
  }

  async #sure(): Promise<void> {
    if (this.#sentence === null) await (this.#looking ??= this.#look().finally(() => (this.#looking = undefined)));
    if (this.#sentence !== null) throw new StoreUnavailable('another log');
  }

  async #look(): Promise<void> {
    const { url, log, onOther } = this.#watch;
    const other = await findOtherLog(url, this.#store);
    if (other === null) {
      this.#doubted = false;
      return;
    }
    this.#sentence = sentenceOf(other);
    log.error(this.#sentence);
    onOther(this.#sentence);
  }

  #noted(error: unknown): unknown {
    this.#doubted ||= error instanceof StoreUnavailable && !(error instanceof NotTheWriter);
    return error;
  }

  /** A log gets its name with its first event. */
  #name(): void {
    this.#named = true;
    withPool(this.#watch.url, (pool) => rememberLog(pool, this.#store)).catch(() => (this.#named = false));
  }
}

/**
 * The same store, which is asked for nothing after it was away until it is known to be the same log; another one is told once
 * and stays away.
 */
export const watchedLog = (store: EventStore, watch: Watch): EventStore => {
  const watching = new LogWatch(store, watch);
  const { appendAll } = store;
  return storeWith(store, {
    append: watching.guarded(store.append.bind(store)),
    read: watching.guarded(store.read.bind(store)),
    head: watching.guarded(store.head.bind(store)),
    appendAll: appendAll === undefined ? undefined : watching.guarded(appendAll.bind(store)),
    subscribe: (from) => watching.subscribe(from),
  });
};
