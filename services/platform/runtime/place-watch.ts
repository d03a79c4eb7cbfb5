/** What becomes tight or wrong at the place before it fails: disks, connections, the clock. Looked at, never waited for. */
import fs from 'node:fs';
import path from 'node:path';
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { isLoopback } from '../process/loopback.ts';
import { aheadMs } from '../event-store/clocks.ts';
import type { EventStore } from '../event-store/port.ts';
import type { Log } from '../base/log.ts';

/** From where on somebody is told (docs/operations.md, Health). */
export const TIGHT = {
  /** Of a disk: less than both of these is left. */
  freeBytes: 2 * 1024 ** 3,
  freeShare: 0.1,
  /** Connections that the database still takes. */
  connections: 5,
  /** How far the clock of this process and another's may be apart. */
  clockMs: 2_000,
} as const;
const LOOK_MS = 15_000;
const GB = 1024 ** 3;

export type Disk = { readonly freeBytes: number; readonly bytes: number };
export type DatabasePlace = {
  readonly connectionsLeft: number;
  /** Milliseconds since 1970 by its clock. */
  readonly at: number;
  /** Null: it lies on another machine, or may not be seen. */
  readonly disk: Disk | null;
};
/** Each null where it cannot be told. */
export type Place = {
  readonly dataDisk: Disk | null;
  readonly databaseDisk: Disk | null;
  readonly connectionsLeft: number | null;
  /** How far the database's clock is ahead of this process's, in milliseconds. */
  readonly clockAheadMs: number | null;
  /** As that of the database; null also where the log lies in it. */
  readonly storeAheadMs: number | null;
};
export type Eyes = {
  readonly dataDisk: () => Promise<Disk | null>;
  readonly database: () => Promise<DatabasePlace | null>;
  /** How far the event store's clock is ahead; absent where it has none of its own. */
  readonly store?: (() => Promise<number | null>) | undefined;
  readonly now: () => number;
};

export const isTight = (disk: Disk | null): disk is Disk =>
  disk !== null && disk.freeBytes < TIGHT.freeBytes && disk.freeBytes < disk.bytes * TIGHT.freeShare;
const gigabytes = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`;

/** A sentence for each of them that is tight. */
export const tightOf = ({ dataDisk, databaseDisk, connectionsLeft, ...clocks }: Place): readonly string[] => {
  const told: string[] = [];
  if (isTight(dataDisk))
    told.push(`数据文件夹所在磁盘只剩${gigabytes(dataDisk.freeBytes)}：请腾出空间，写满后不能保存`);
  if (isTight(databaseDisk))
    told.push(`数据库所在磁盘只剩${gigabytes(databaseDisk.freeBytes)}：请腾出空间，写满后不能保存`);
  if (connectionsLeft !== null && connectionsLeft < TIGHT.connections)
    told.push(`数据库只剩${connectionsLeft}个连接：请提高max_connections，或停止多余的进程`);
  for (const [whose, ahead] of [
    ['数据库', clocks.clockAheadMs],
    ['事件存储', clocks.storeAheadMs],
  ] as const)
    if (ahead !== null && Math.abs(ahead) > TIGHT.clockMs)
      told.push(`本机时钟与${whose}相差${(Math.abs(ahead) / 1000).toFixed(1)}秒：请校准时钟`);
  return told;
};

/** One look; what cannot be told is null. */
export const lookAtPlace = async ({ dataDisk, database, store, now }: Eyes): Promise<Place> => {
  const sent = now();
  const [own, there, storeAheadMs] = await Promise.all([
    dataDisk().catch(() => null),
    database().then(
      (seen) => seen && { ...seen, ahead: aheadMs(seen.at, { sent, heard: now() }) },
      () => null,
    ),
    store?.().catch(() => null) ?? null,
  ]);
  return {
    dataDisk: own,
    databaseDisk: there?.disk ?? null,
    connectionsLeft: there?.connectionsLeft ?? null,
    clockAheadMs: there?.ahead ?? null,
    storeAheadMs,
  };
};

export const UNKNOWN_PLACE: Place = {
  dataDisk: null,
  databaseDisk: null,
  connectionsLeft: null,
  clockAheadMs: null,
  storeAheadMs: null,
};
export class PlaceWatch {
  #eyes: Eyes;
  readonly #log: Pick<Log, 'warn'>;
  #place = UNKNOWN_PLACE;
  #told: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(eyes: Eyes, log: Pick<Log, 'warn'>) {
    this.#eyes = eyes;
    this.#log = log;
  }

  get place(): Place {
    return this.#place;
  }

  warnings(): readonly string[] {
    return tightOf(this.#place);
  }

  /** The event store is there from now on. */
  watchStore(store: Pick<EventStore, 'clockAheadMs'>): void {
    this.#eyes = { ...this.#eyes, store: store.clockAheadMs?.bind(store) };
  }

  /** Looks from now on. */
  async watch(): Promise<void> {
    await this.look();
    if (!this.#stopped) this.#timer = setTimeout(() => void this.watch(), LOOK_MS).unref();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async look(): Promise<void> {
    this.#place = await lookAtPlace(this.#eyes);
    this.#tell();
  }

  /** Once for each, until it is well again. */
  #tell(): void {
    const kinds = this.warnings().map((sentence) => [sentence.replaceAll(/[\d.]+/g, ''), sentence] as const);
    for (const [kind, sentence] of kinds) if (!this.#told.includes(kind)) this.#log.warn(sentence);
    this.#told = kinds.map(([kind]) => kind);
  }
}

export const diskOf = async (folder: string): Promise<Disk | null> => {
  const { bavail, blocks, bsize } = await fs.promises.statfs(folder);
  return blocks === 0 ? null : { freeBytes: bavail * bsize, bytes: blocks * bsize };
};
const Row = z.object({ left: z.int(), at: z.number(), folder: z.string().nullable() });
/** The disk of a database is seen where it runs on this machine and lets its folder be known. */
export const databasePlace = async (db: DatabasePool): Promise<DatabasePlace> => {
  const { left, at, folder } = await db.one(sql.type(Row)`
    SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS left,
      (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at,
      (SELECT setting FROM pg_settings WHERE name = 'data_directory') AS folder`);
  const isHere = isLoopback(URL.parse(db.configuration.connectionUri)?.hostname ?? '');
  const seen = isHere && folder !== null && fs.existsSync(path.join(folder, 'PG_VERSION'));
  return { connectionsLeft: left, at, disk: seen ? await diskOf(folder) : null };
};
