/** One check of what the house stands on, and how a list of them is gone through. */
import fs from 'node:fs';
import path from 'node:path';
import type { DatabasePool } from 'slonik';
import { isoWithOffset } from '../contracts/dates.ts';
import type { Config } from '../platform/process/config.ts';
import { databasePlace, diskOf, lookAtPlace, type Place as Surroundings } from '../platform/runtime/place-watch.ts';
import { STATES, type State, type StateLine, type SystemState } from './contract.ts';
import type { Threshold } from './thresholds.ts';

export type Finding = Pick<StateLine, 'state' | 'text' | 'todo'>;
/** A read model as the release has it. */
export type ReleasedModel = { readonly name: string; readonly title: string; readonly version: number };

/** What the checks look at: of the house's own process, or of a command beside it. */
export type CheckContext = {
  readonly config: Pick<
    Config,
    'port' | 'host' | 'behindTls' | 'publicUrl' | 'eventStoreUrl' | 'demo' | 'loopback' | 'shopperApp'
  >;
  /** Folder of this installation. */
  readonly dataDir: string;
  readonly clock: () => Date;
  /** Or why there is none to ask: the line of the database says it. */
  readonly db: DatabasePool | Finding;
  /** The house's own process asks about itself. */
  readonly itself: boolean;
  /** A house serves with this database. */
  readonly running: boolean;
  /** Position of the last event. @throws where the store does not answer. */
  readonly head: () => Promise<number>;
  /** Why the log is not the one of the read models, or null. */
  readonly otherLog: () => Promise<string | null>;
  /** Chinese reasons of read models that have stopped, as far as this process knows. */
  readonly stopped: () => readonly string[];
  /** How far the event store's clock is ahead, as far as this process knows. */
  readonly storeAheadMs: () => Promise<number | null>;
  /** What this release brings. */
  readonly release: { readonly migrations: readonly string[]; readonly models: readonly ReleasedModel[] };
};

/** Disks, connections and clocks: one look serves every check that asks. */
export type CheckSurroundings = CheckContext & { readonly seen: () => Promise<Surroundings> };

type CheckName = { readonly name: string; readonly title: string };
/** One with `ask` is left out where there is no database. */
export type StateCheck = CheckName &
  (
    | { readonly look: (place: CheckSurroundings) => Promise<Finding> }
    | { readonly ask: (db: DatabasePool, place: CheckSurroundings) => Promise<Finding> }
  );

/** There is no database to ask. */
export const isFinding = (db: CheckContext['db']): db is Finding => 'todo' in db;

export const good = (text: string): Finding => ({ state: 'good', text, todo: '' });
export const attention = (text: string, todo: string): Finding => ({ state: 'attention', text, todo });
export const bad = (text: string, todo: string): Finding => ({ state: 'bad', text, todo });

/** The state of a figure that must not fall below its threshold. */
export const whenLow = (figure: number, { attention: early, bad: late }: Threshold): State =>
  figure < late ? 'bad' : figure < early ? 'attention' : 'good';
/** The state of a figure that must not rise above its threshold. */
export const whenHigh = (figure: number, { attention: early, bad: late }: Threshold): State =>
  whenLow(-figure, { attention: -early, bad: -late });
/** What is to be done is said only where something is. */
export const found = (state: State, text: string, todo: string): Finding => ({
  state,
  text,
  todo: state === 'good' ? '' : todo,
});

export const worstOf = (states: readonly State[]): State =>
  states.reduce<State>((worst, state) => (STATES.indexOf(state) > STATES.indexOf(worst) ? state : worst), 'good');

const LOOK_MS = 8_000;
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const LATE = bad(`${LOOK_MS / 1_000} 秒内没有得到结果`, '检查磁盘、网络和数据库是否过忙');

type Looking = () => Promise<Finding>;
/** Null: there is no database to ask. */
const lookingOf = (check: StateCheck, place: CheckSurroundings): Looking | null => {
  const { db } = place;
  if ('look' in check) return () => check.look(place);
  return isFinding(db) ? null : () => check.ask(db, place);
};
const lineOf = async ({ name, title }: CheckName, looking: Looking): Promise<StateLine> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => resolve(LATE), LOOK_MS);
  });
  const failed = (error: unknown): Finding => bad(`无法检查（${wordsOf(error)}）`, '按括号中的原因处理后再检查一次');
  const finding = await Promise.race([looking().catch(failed), late]);
  clearTimeout(timer);
  return { name, title, ...finding };
};

/** The folder, or the one that it would be made in. */
const nearest = (folder: string): string => (fs.existsSync(folder) ? folder : nearest(path.dirname(folder)));
const looked = (place: CheckContext): CheckSurroundings => {
  const { dataDir, db, clock, storeAheadMs } = place;
  const look = (): Promise<Surroundings> =>
    lookAtPlace({
      dataDisk: () => diskOf(nearest(dataDir)),
      database: async () => (isFinding(db) ? null : databasePlace(db)),
      store: storeAheadMs,
      now: () => clock().getTime(),
    });
  let seen: Promise<Surroundings> | undefined;
  return { ...place, seen: () => (seen ??= look()) };
};

/** All of them at once; one that fails or hangs says so in its line. */
export const lookAt = async (checks: readonly StateCheck[], place: CheckContext): Promise<SystemState> => {
  const here = looked(place);
  const asked = checks.flatMap((check) => {
    const looking = lookingOf(check, here);
    return looking === null ? [] : [lineOf(check, looking)];
  });
  const lines = await Promise.all(asked);
  return { at: isoWithOffset(place.clock()), state: worstOf(lines.map(({ state }) => state)), lines };
};
