/**
 * Cash of 散客 at a till, by day of entry (R139): each of its documents is reported for itself, what they come to together is a
 * row in 异常 from the limit on.
 */
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { documentNo } from '../contracts/document.ts';
import type { ExceptionDesk, ExceptionNote } from '../contracts/exception.ts';
import { UNASSIGNED_TILL } from '../contracts/tills.ts';
import { yuanText } from '../contracts/units.ts';
import { NOBODY } from '../contracts/user.ts';
import { CASH_DIRECTIONS, type CashDirection } from './contract.ts';
import type { WalkInDay } from './live-checks.ts';

export type WalkInDeps = { readonly pool: DatabasePool; readonly exceptions: ExceptionDesk };

export type WalkInSum = { readonly direction: CashDirection; readonly fen: number; readonly count: number };
/** Sums of several documents that reach the limit; one alone has its own report. */
export const walkInSums = (day: WalkInDay, limit: number): readonly WalkInSum[] =>
  [
    { direction: '1' as const, fen: day.inFen, count: day.inCount },
    { direction: '2' as const, fen: day.outFen, count: day.outCount },
  ].filter(({ fen, count }) => fen >= limit && count > 1);

const numberOf = (stream: string): string => {
  const [, kind, id] = /^(.+)-(\d+)$/.exec(stream) ?? [];
  return kind === undefined ? '' : documentNo(kind, Number(id));
};
/** What is told of a sum of which `toldFen` was told before; null: nothing more. */
export const walkInNote = (
  { shopId, till, day, document, byId, byName }: WalkInDay,
  { direction, fen, count }: WalkInSum,
  toldFen: number,
): ExceptionNote | null => {
  const way = CASH_DIRECTIONS.find(({ value }) => value === direction)?.label ?? '';
  return fen <= toldFen
    ? null
    : {
        kind: 'walk-in-cash',
        shopId,
        who: { id: byId, name: byName },
        documentNo: numberOf(document),
        amountFen: fen - toldFen,
        what: `${till === '' ? UNASSIGNED_TILL : till} ${day} 录入的散客${way}共${count}单，合计${yuanText(fen)}元，达到大额现金限额`,
      };
};

const Told = z.object({ fen: z.number() });
/** What was told of a till, day and direction is locked meanwhile: two looks tell it once. */
const tell = async ({ pool, exceptions }: WalkInDeps, day: WalkInDay, sum: WalkInSum, now: Date): Promise<void> => {
  const { shopId, till } = day;
  await pool.transaction(async (tx) => {
    const { fen: toldFen } = await tx.one(sql.type(Told)`
      INSERT INTO master.walk_in_cash AS w (shop_id, till, day, direction, told_fen)
      VALUES (${shopId}::bigint, ${till}, ${day.day}::date, ${sum.direction}, 0)
      ON CONFLICT (shop_id, till, day, direction) DO UPDATE SET told_fen = w.told_fen RETURNING told_fen AS fen`);
    const note = walkInNote(day, sum, toldFen);
    if (note === null) return;
    const key = `walk-in-cash/${shopId}/${till}/${day.day}/${sum.direction}/${toldFen}`;
    await exceptions.note(note, { user: NOBODY, now, key, requestId: key });
    await tx.query(sql.unsafe`
      UPDATE master.walk_in_cash SET told_fen = ${sum.fen}
      WHERE shop_id = ${shopId}::bigint AND till = ${till} AND day = ${day.day}::date AND direction = ${sum.direction}`);
  });
};
/** Tells of these tills and days what reached the limit. */
export const noteWalkIn = async (
  deps: WalkInDeps,
  days: readonly WalkInDay[],
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<void> => {
  for (const day of days) for (const sum of walkInSums(day, limit)) await tell(deps, day, sum, now);
};
