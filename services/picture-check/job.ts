/**
 * CheckPictures: whether the pictures are there that events and rows name. It goes on where the last run ended, so that a night
 * costs what the day brought; `全部` begins at the first event. What is missing is kept, and looked for again each time.
 */
import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import type { Position } from '../contracts/event.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { JobFailed, type JobFunction } from '../platform/jobs/job-function.ts';
import { missingFrom } from './missing.ts';

export const WHOLE = '全部';
const EVENTS_AT_ONCE = 2_000;
const ROWS_AT_ONCE = 5_000;
/** A row of the change log may be there later than one with a higher id. */
const OVERLAP = 1_000;
const AGAIN_AT_MOST = 20_000;
const TOLD = 20;
const NAME = /[\da-f]{32}\.webp/g;

const Checked = z.object({ position: z.int(), change_id: z.int() });
type PictureStore = { readonly db: DatabasePool; readonly folder: string };
/** Who names it, by name. */
type PictureOwners = Map<string, string>;
const nothing = z.object({});
const note = (named: PictureOwners, text: string, by: string): void => {
  for (const [name] of text.matchAll(NAME)) if (!named.has(name)) named.set(name, by);
};
/** Keeps what is missing of them, and how far it was looked, in one transaction. */
const keep = async (
  { db, folder }: PictureStore,
  named: PictureOwners,
  to: { readonly position?: number; readonly changeId?: number },
) => {
  const missing = await missingFrom(db, folder, [...named.keys()]);
  const rows = missing.map((name) => ({ name, named_by: named.get(name) ?? '' }));
  await db.transaction(async (tx) => {
    await tx.query(sql.type(nothing)`
      INSERT INTO master.picture_missing (name, named_by)
      SELECT name, named_by FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS found (name text, named_by text)
      ON CONFLICT DO NOTHING`);
    await tx.query(sql.type(nothing)`
      UPDATE master.picture_check
      SET position = coalesce(${to.position ?? null}, position), change_id = coalesce(${to.changeId ?? null}, change_id)`);
  });
  return named.size;
};

const lookInEvents = async (place: PictureStore, store: EventStore, after: Position): Promise<number> => {
  const head = await store.head();
  if (head <= after) return 0;
  const ended = new AbortController();
  let [named, seen, looked]: [PictureOwners, number, number] = [new Map(), 0, 0];
  for await (const fed of store.subscribe({ after, signal: ended.signal })) {
    const position = fed.kind === 'event' ? fed.event.position : fed.position;
    if (fed.kind === 'event') note(named, JSON.stringify(fed.event.data), fed.event.stream);
    seen += 1;
    const isLast = position >= head;
    if (seen < EVENTS_AT_ONCE && !isLast) continue;
    looked += await keep(place, named, { position });
    [named, seen] = [new Map(), 0];
    if (isLast) break;
    await breathe();
  }
  ended.abort();
  return looked;
};

const Change = z.object({ id: z.int(), by: z.string(), text: z.string() });
const Last = z.object({ id: z.int() });
const lookInRows = async (place: PictureStore, after: number): Promise<number> => {
  const { db } = place;
  const last = await db.oneFirst(sql.type(Last)`SELECT coalesce(max(id), 0) AS id FROM master.change_log`);
  let looked = 0;
  for (let from = Math.max(0, after - OVERLAP); from < last; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, last);
    const changes = await db.any(sql.type(Change)`
      SELECT id, table_name || ' ' || row_id AS by, after::text AS text FROM master.change_log
      WHERE id > ${from} AND id <= ${to} AND after::text LIKE '%.webp%'`);
    const named: PictureOwners = new Map();
    for (const { text, by } of changes) note(named, text, by);
    looked += await keep(place, named, { changeId: to });
    await breathe();
  }
  return looked;
};

const Found = z.object({ name: z.string(), by: z.string() });
/** Those that are back are no longer missing. */
const lookAgain = async ({ db, folder }: PictureStore): Promise<number> => {
  const known = await db.any(sql.type(Found)`
    SELECT name, named_by AS by FROM master.picture_missing ORDER BY name LIMIT ${AGAIN_AT_MOST}`);
  const missing = new Set(
    await missingFrom(
      db,
      folder,
      known.map(({ name }) => name),
    ),
  );
  const back = known.filter(({ name }) => !missing.has(name)).map(({ name }) => name);
  await db.query(sql.type(nothing)`
    DELETE FROM master.picture_missing WHERE name = ANY (${sql.array(back, 'text')})`);
  return back.length;
};

/** @throws {JobFailed} of a parameter that is none. */
export const checkPictures: JobFunction = async ({ args, dataDir, rawStore, say, ...run }) => {
  const asked = args.trim();
  if (asked !== '' && asked !== WHOLE) throw new JobFailed(`参数“${asked}”不正确，应为空或“${WHOLE}”`);
  const place = { db: await run.db(), folder: path.join(dataDir, 'files') };
  const { db } = place;
  fs.mkdirSync(place.folder, { recursive: true, mode: 0o700 });
  await db.query(sql.type(nothing)`INSERT INTO master.picture_check DEFAULT VALUES ON CONFLICT DO NOTHING`);
  if (asked === WHOLE) await db.query(sql.type(nothing)`UPDATE master.picture_check SET position = -1, change_id = 0`);
  const from = await db.one(sql.type(Checked)`SELECT position, change_id FROM master.picture_check`);
  const back = await lookAgain(place);
  const looked =
    (await lookInEvents(place, await rawStore(), from.position)) + (await lookInRows(place, from.change_id));
  await db.query(sql.type(nothing)`UPDATE master.picture_check SET looked_at = now()`);
  say(`核对了 ${looked} 处图片${back > 0 ? `，${back} 张已找回` : ''}`);
  const missing = await db.any(sql.type(Found)`
    SELECT name, named_by AS by FROM master.picture_missing ORDER BY name LIMIT ${TOLD + 1}`);
  if (missing.length === 0) return say('没有缺少的图片');
  for (const { name, by } of missing) say(`缺少 ${name}（${by}）`);
};
