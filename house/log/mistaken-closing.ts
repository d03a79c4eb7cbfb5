/**
 * A move of an earlier release, its two addresses mistaken for each other, closed the log in PostgreSQL that the shops write to. It is
 * known by the read models, which were made of that very log; those of a house over EventStoreDB name places of that one.
 */
import type pg from 'pg';
import { CannotStart } from '../../services/platform/base/cannot-start.ts';
import { openPostgresEventStore } from '../../services/platform/event-store/postgres/index.ts';
import { moveAlone } from '../../services/platform/event-store/log-move/records.ts';
import {
  assertLogPlace,
  logPlaceOf,
  onConnection,
  openPostgresLog,
  type StoreKind,
} from '../../services/platform/event-store/log-move/log-place.ts';
import { wasReadFrom } from './other-log.ts';

export const CLOSED_BY_MISTAKE =
  '事件日志就在本系统的PostgreSQL里，被一次写反了 --from 和 --to 的move-log关闭了：请运行 npm run move-log -- --reopen，再启动本系统';

const readFromHere = async (url: string): Promise<boolean> => {
  const store = await openPostgresEventStore({ url });
  return wasReadFrom(url, store).finally(() => store.close());
};
export const isClosedByMistake = async (url: string, db: Pick<pg.ClientBase, 'query'>): Promise<boolean> => {
  const found = await logPlaceOf(db);
  return found?.store === null && found.filling === 'postgres' && readFromHere(url);
};

/** Answers false where it was not closed by mistake: nothing is done. @throws {CannotStart} where a move is at work. */
export const reopenLog = (url: string): Promise<boolean> =>
  onConnection(url, 'move log', async (db) => {
    await moveAlone(db);
    if (!(await isClosedByMistake(url, db))) return false;
    await db.query('begin');
    await openPostgresLog(db);
    await db.query('delete from master.log_place where store is null');
    await db.query('commit');
    return true;
  });

/** @throws {CannotStart} where the log is elsewhere or closed, with what to do. */
export const assertLogHere = async (url: string, kind: StoreKind): Promise<void> => {
  try {
    await assertLogPlace(url, kind);
  } catch (error) {
    const isMistake =
      error instanceof CannotStart && (await onConnection(url, 'log place', (db) => isClosedByMistake(url, db)));
    throw isMistake ? new CannotStart(CLOSED_BY_MISTAKE, { cause: error }) : error;
  }
};
