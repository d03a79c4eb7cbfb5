/**
 * Points by hand are bounded by record and by maker (R136): beyond that it takes the word of somebody else. What was corrected is
 * counted in rows of its own, written before the correction under one lock, so that two tills at once never both find room, and
 * whoever comes second sees what waits to be written.
 */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import type { WordAsk } from '../contracts/word.ts';
import type { Actor } from '../contracts/user.ts';
import { recordsOf } from '../documents/standing-customer.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../platform/locks/lock-until-commit.ts';
import type { PointsCorrection } from './contract.ts';

export const BY_HAND_SQL = `CREATE TABLE master.points_by_hand (
  command text PRIMARY KEY,
  customer_id bigint NOT NULL,
  maker_id bigint NOT NULL,
  points bigint NOT NULL CHECK (points >= 0),
  at timestamptz NOT NULL
);
CREATE INDEX points_by_hand_customer ON master.points_by_hand (customer_id, at);
CREATE INDEX points_by_hand_maker ON master.points_by_hand (maker_id, at);
CREATE INDEX points_by_hand_at ON master.points_by_hand (at);`;

/** Points, in {@link DAYS} days by moment of entry. */
const MOST_OF_RECORD = 500;
const MOST_OF_MAKER = 2000;
const DAYS = 30;
const DAY_MS = 86_400_000;

type Correction = Pick<PointsCorrection, 'customerId' | 'points'>;
/** Σ|points| in whole points, this correction included. */
export type CorrectionSums = { readonly ofRecord: number; readonly ofMaker: number };

/** What a correction asks a word for; pure. */
export const byHandAsks = (
  { customerId, points }: Correction,
  { ofRecord, ofMaker }: CorrectionSums,
  makerId: number,
): readonly WordAsk[] => {
  const ask = (rule: string, whose: string, value: number, limit: number): WordAsk[] =>
    value <= limit
      ? []
      : [
          {
            path: 'points',
            rule,
            message: `${whose}${DAYS}天内手工调整的积分合计${value}分，最多${limit}分`,
            value,
            limit,
            binds: [customerId, points],
            notBy: [makerId],
          },
        ];
  return [
    ...ask('points-of-record', '该客户', ofRecord, MOST_OF_RECORD),
    ...ask('points-of-maker', '你', ofMaker, MOST_OF_MAKER),
  ];
};

const Sum = z.object({ sum: z.int() });
const ofRecord = async (tx: CommonQueryMethods, customerId: number, since: string): Promise<number> =>
  tx.oneFirst(sql.type(Sum)`
    SELECT coalesce(sum(points), 0)::bigint AS sum FROM master.points_by_hand
    WHERE customer_id = ANY (${sql.array([...(await recordsOf(tx, customerId))], 'int8')}) AND at > ${since}::timestamptz`);
const ofMaker = (tx: CommonQueryMethods, makerId: number, since: string): Promise<number> =>
  tx.oneFirst(sql.type(Sum)`
    SELECT coalesce(sum(points), 0)::bigint AS sum FROM master.points_by_hand
    WHERE maker_id = ${makerId}::bigint AND at > ${since}::timestamptz`);

const nameOf = ({ user, key }: Actor): string => `${user.id}/${key}`;
/** Counts it; a repeat of the same command counts once. What may stand no longer in the way of anybody goes. */
export const enterByHand = (
  pool: DatabasePool,
  { customerId, points }: Correction,
  by: Actor,
): Promise<CorrectionSums> => {
  const since = new Date(by.now.getTime() - DAYS * DAY_MS).toISOString();
  return pool.transaction(async (tx) => {
    await lockUntilCommit(tx, LOCKS.pointsByHand);
    await tx.query(sql.unsafe`DELETE FROM master.points_by_hand WHERE at <= ${since}::timestamptz`);
    await tx.query(sql.unsafe`
      INSERT INTO master.points_by_hand (command, customer_id, maker_id, points, at)
      VALUES (${nameOf(by)}, ${customerId}, ${by.user.id}, ${Math.abs(points)}, ${by.now.toISOString()}::timestamptz)
      ON CONFLICT (command) DO NOTHING`);
    return {
      ofRecord: await ofRecord(tx, customerId, since),
      ofMaker: await ofMaker(tx, by.user.id, since),
    };
  });
};
/** It was not made. */
export const dropByHand = async (pool: CommonQueryMethods, by: Actor): Promise<void> => {
  await pool.query(sql.unsafe`DELETE FROM master.points_by_hand WHERE command = ${nameOf(by)}`);
};
