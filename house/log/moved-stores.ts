/** The two stores of a move, as somebody names them. */
import type pg from 'pg';
import { openEventStoreDbAt } from './open-store.ts';
import { CLOSED_BY_MISTAKE, isClosedByMistake } from './mistaken-closing.ts';
import { CannotStart } from '../../services/platform/base/cannot-start.ts';
import type { Config } from '../../services/platform/process/config.ts';
import { openPostgresEventStore } from '../../services/platform/event-store/postgres/index.ts';
import { intoPostgres, intoStreams, type Copier } from '../../services/platform/event-store/log-move/copying.ts';
import { marksAnswers } from '../../services/platform/event-store/log-move/command-answers.ts';
import { notMovable } from '../../services/platform/event-store/log-move/records.ts';
import { aheadOf } from './models-of-moved-log.ts';
import {
  moveLog,
  type AheadModels,
  type Compared,
  type MovedStore,
} from '../../services/platform/event-store/log-move/move.ts';
import { progressSaid } from '../../services/platform/event-store/log-move/progress.ts';
import { logPlaceOf, onConnection, type LogPlace } from '../../services/platform/event-store/log-move/log-place.ts';

export type MoveRequest = { readonly from: string; readonly to: string; readonly oneByOne: boolean };
type Around = {
  /** Of the house's database. */
  readonly url: string;
  readonly config: Partial<Pick<Config, 'eventStoreUrl'>>;
  readonly say: (line: string) => void;
};
const OF_ESDB = /^(?:esdb|kurrentdb)(?:\+discover)?:\/\//;
const OF_POSTGRES = /^postgres(?:ql)?:\/\//;
/** `postgres`, `eventstoredb`, or an address of one of them. */
export const isStore = (said: string): boolean =>
  said === 'postgres' || said === 'eventstoredb' || OF_ESDB.test(said) || OF_POSTGRES.test(said);
/** What people are shown: neither user nor password nor parameters. */
const shown = (address: string): string => {
  const [scheme = '', rest = ''] = address.split('://');
  return `${scheme}://${rest.replace(/^.*@/, '').replace(/[/?].*$/, '')}`;
};
/** The address of an EventStoreDB, or null for the house's own database. */
const addressOf = (said: string, { url, config: { eventStoreUrl } }: Around): string | null => {
  if (OF_ESDB.test(said)) return said;
  if (said === 'eventstoredb') {
    if (eventStoreUrl === undefined) throw new CannotStart('没有设置 EVENT_STORE_URL，请写出 esdb:// 地址');
    return eventStoreUrl;
  }
  if (said === 'postgres') return null;
  if (new URL(said).host === new URL(url).host && new URL(said).pathname === new URL(url).pathname) return null;
  throw new CannotStart('PostgreSQL的日志只在本系统自己的数据库里（DATABASE_URL），不能搬到别的数据库');
};
const opened = async (address: string | null, { url, say }: Around): Promise<MovedStore> =>
  address === null
    ? { kind: 'postgres', name: '本系统的PostgreSQL', store: await openPostgresEventStore({ url }) }
    : {
        kind: 'eventstoredb',
        name: shown(address),
        store: await openEventStoreDbAt(address, {
          log: { info: say, warn: say, error: say },
        }),
      };
/** The log in PostgreSQL has events, and no move brought them there: shops write to it, and a move to it would close it. */
const worksHere = async (db: pg.Client, found: LogPlace | null): Promise<boolean> => {
  if ((found?.store ?? null) !== null || found?.filling === 'postgres') return false;
  const { rows } = await db.query(`select 1 where to_regclass('es.events') is not null`);
  return rows.length > 0 && (await db.query('select 1 from es.events limit 1')).rows.length > 0;
};
const SWAPPED = '本系统的PostgreSQL里已有事件，而且不是搬来的：--from 和 --to 写反了吗？';
/** @throws {CannotStart} in one sentence, before anything is opened or written. */
const notMoved = async (from: string | null, to: string | null, { url }: Around): Promise<void> => {
  if ((from === null) === (to === null))
    throw new CannotStart('来源和目标是同一种存储：本命令在PostgreSQL与EventStoreDB之间搬');
  const refused = await onConnection(url, 'move log', async (db) => {
    if (!(await marksAnswers(db))) return '数据库里还没有本系统的表：请先用这个版本启动一次';
    if (await isClosedByMistake(url, db)) return CLOSED_BY_MISTAKE;
    const found = await logPlaceOf(db);
    return notMovable(found, isHere(from)) ?? (to === null && (await worksHere(db, found)) ? SWAPPED : null);
  });
  if (refused !== null) throw new CannotStart(refused);
};

const isHere = (address: string | null): 'postgres' | 'eventstoredb' =>
  address === null ? 'postgres' : 'eventstoredb';
/** Where the log is, when it was moved to the target before: the command of then may have been killed behind its last step. */
export const alreadyThere = async ({ from, to }: MoveRequest, around: Around): Promise<string | null> => {
  const [source, target] = [isHere(addressOf(from, around)), isHere(addressOf(to, around))];
  const found = source === target ? null : await onConnection(around.url, 'move log', logPlaceOf);
  return found?.store === target ? found.place : null;
};

export type MovedStores = {
  readonly from: MovedStore;
  readonly to: MovedStore;
  readonly copier: Copier;
  readonly ahead: (compared: Compared) => Promise<AheadModels>;
};
export const movedStores = async (
  request: MoveRequest & { readonly verifyOnly?: boolean },
  around: Around,
): Promise<MovedStores> => {
  const [source, target] = [addressOf(request.from, around), addressOf(request.to, around)];
  if (request.verifyOnly !== true) await notMoved(source, target, around);
  const from = await opened(source, around);
  const to = await opened(target, around).catch(async (error: unknown) => {
    await from.store.close();
    throw error;
  });
  const copier =
    to.kind === 'postgres' ? intoPostgres(around.url) : intoStreams(to.store, request.oneByOne ? 1 : undefined);
  return { from, to, copier, ahead: (compared) => aheadOf(to.store, compared, around) };
};

/** Aborted: nobody has to ask. */
const AT_ONCE = AbortSignal.abort();
/** @throws {CannotStart} where the EventStoreDB of this installation has events: a log is restored into an empty one. */
export const assertEmpty = async (address: string): Promise<void> => {
  const store = await openEventStoreDbAt(address, {});
  const head = await store.head().finally(() => store.close());
  if (head >= 0) throw new CannotStart(`EventStoreDB（${shown(address)}）里已有事件：恢复只写入空的事件存储`);
};
/** A log that was restored goes to where this installation keeps its own. */
export const bringTo = async (address: string, { url, say }: Pick<Around, 'url' | 'say'>): Promise<void> => {
  const stores = await movedStores({ from: 'postgres', to: address, oneByOne: false }, { url, say, config: {} });
  const { from, to, copier } = stores;
  const moving = { from, to, copier, url, say, progress: progressSaid(say), stop: new AbortController().signal };
  try {
    await moveLog(moving, { follow: false, asked: AT_ONCE, patienceMs: 600_000 });
  } finally {
    await Promise.all([stores.from.store.close(), stores.to.store.close()]);
  }
};
