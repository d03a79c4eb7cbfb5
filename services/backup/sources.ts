/** What an archive is made of: tables of `master` as they were at one moment, events up to there, pictures. */
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { line, type Lines, type RowLine } from '../platform/archive/format.ts';
import { CUSTOMER_KEY_TABLE, type CustomerSeal } from '../platform/secrets/customer-keys.ts';
import type { Position } from '../contracts/event.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { JobFailed } from '../platform/jobs/job-function.ts';
import { PERSONAL_ROWS, type PersonalRows } from '../platform/rows/personal-rows.ts';
import type { z } from 'zod';

/** What is worth nothing an hour later, what is made anew, what is true of this place alone, and the keys of customers, which lie apart. */
const LEFT_OUT =
  `captcha login_attempt login_sms session session_family sign_in_ticket job_holder migration stream_snapshot
  shopper_session shopper_sign_in shopper_code shopper_card_code parked_order tombstone log_place log_moving picture_check picture_missing ${CUSTOMER_KEY_TABLE}`.split(
    /\s+/,
  );
const FETCHED = 2_000;

type Parent = { readonly child: string; readonly parent: string };
/** Tables that others name come before those. */
const parentsFirst = (tables: readonly string[], parents: readonly Parent[]): readonly string[] => {
  const placed = new Set<string>();
  const place = (table: string, path: readonly string[]): void => {
    if (placed.has(table) || path.includes(table)) return;
    for (const { child, parent } of parents) if (child === table) place(parent, [...path, table]);
    placed.add(table);
  };
  for (const table of tables) place(table, []);
  return [...placed].filter((table) => tables.includes(table));
};
/** Inside the transaction whose moment counts. */
export const tablesOf = async (db: pg.Client): Promise<readonly string[]> => {
  const { rows } = await db.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'master' AND tablename <> ALL ($1) ORDER BY 1`,
    [LEFT_OUT],
  );
  const { rows: parents } = await db.query<Parent>(
    `SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'master'::regnamespace`,
  );
  const bare = (name: string): string => name.replace(/^master\./, '').replaceAll('"', '');
  return parentsFirst(
    rows.map(({ name }) => name),
    parents.map(({ child, parent }) => ({ child: bare(child), parent: bare(parent) })),
  );
};

export type SealsFor = (customers: readonly number[]) => Promise<ReadonlyMap<number, CustomerSeal | null>>;
type SealedLine = { readonly line: string; readonly of: number | null };
/** What tells of a person stands apart, under that person's key; without one it is as if erased. */
const sealed = (
  table: string,
  { of, line: text }: SealedLine,
  blank: PersonalRows['blank'],
  seal: CustomerSeal | null,
) => {
  const row = JSON.parse(text) as Record<string, unknown>;
  const personal = Object.fromEntries(Object.keys(blank).map((column) => [column, row[column]]));
  const shown = Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, blank[column] ?? (column in blank ? null : value)]),
  );
  const kept = seal === null ? {} : { sealed: seal.seal(JSON.stringify(personal), table) };
  return line({ table, row: shown, of: of ?? 0, ...kept } satisfies z.infer<typeof RowLine>);
};
const textOf = (table: string, rows: readonly SealedLine[], seals: Awaited<ReturnType<SealsFor>>): string =>
  rows
    .map((row) =>
      row.of === null
        ? `{"table":${JSON.stringify(table)},"row":${row.line}}\n`
        : sealed(table, row, PERSONAL_ROWS[table]?.blank ?? {}, seals.get(row.of) ?? null),
    )
    .join('');
export async function* rowLines(db: pg.Client, table: string, sealsFor: SealsFor): AsyncGenerator<Lines> {
  const of = PERSONAL_ROWS[table]?.of ?? 'NULL::bigint';
  const columns = await db.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = ('master.' || quote_ident($1))::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated <> ''`,
    [table],
  );
  const derived = columns.rows.map(({ name }) => ` - ${pg.escapeLiteral(name)}`).join('');
  await db.query(`DECLARE lines NO SCROLL CURSOR FOR
    SELECT (to_jsonb(t)${derived})::text AS line, (${of})::bigint AS of FROM master.${pg.escapeIdentifier(table)} AS t`);
  for (;;) {
    const { rows } = await db.query<SealedLine>(`FETCH ${FETCHED} FROM lines`);
    if (rows.length === 0) break;
    const customers = rows.flatMap((row) => (row.of === null ? [] : [row.of]));
    yield {
      text: textOf(table, rows, customers.length === 0 ? new Map() : await sealsFor(customers)),
      count: rows.length,
    };
  }
  await db.query('CLOSE lines');
}
export async function* sequenceLines(db: pg.Client): AsyncGenerator<Lines> {
  const { rows } = await db.query<{ sequence: string; value: number | null }>(
    `SELECT sequencename AS sequence, last_value AS value FROM pg_sequences WHERE schemaname = 'master' ORDER BY 1`,
  );
  for (const { sequence, value } of rows)
    if (value !== null) yield { text: line({ sequence, value, called: true }), count: 1 };
}

/** Positions of the first and last event that went through, and the last one's id. */
export type LogReach = { first: Position | null; last: Position | null; lastId: string | null };
export type LogSpan = { readonly after: Position; readonly until: Position };
export async function* eventLines(store: EventStore, { after, until }: LogSpan, seen: LogReach): AsyncGenerator<Lines> {
  if (until <= after) return;
  if (store.history === undefined) throw new JobFailed('事件库不能读取全部历史');
  const { signal } = new AbortController();
  for await (const events of store.history({ order: 'log', after, until, signal })) {
    const [first, last] = [events[0], events.at(-1)];
    if (first === undefined || last === undefined) continue;
    seen.first ??= first.position;
    seen.last = last.position;
    seen.lastId = last.id;
    yield { text: events.map((event) => line({ event })).join(''), count: events.length };
  }
}

/** An archive before may have been made by a clock that was a little ahead. */
const MARGIN_MS = 3_600_000;
/** Files below `folder` that came since `since` (all without it). */
export async function* pictureLines(folder: string, since: string | null): AsyncGenerator<Lines> {
  const least = since === null ? 0 : Date.parse(since) - MARGIN_MS;
  const found = fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  for (const entry of found) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || entry.name.endsWith('.part') || fs.statSync(file).mtimeMs < least) continue;
    const bytes = await fs.promises.readFile(file).catch(() => null);
    // A picture that goes while others are read belongs to nothing any more.
    if (bytes === null) continue;
    const picture = path.relative(folder, file).split(path.sep).join('/');
    yield { text: line({ picture, data: bytes.toString('base64') }), count: 1 };
  }
}
