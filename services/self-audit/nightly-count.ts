/** What the count of the last night came to, as it is kept: thirty signed rows, believed together or not at all (R167). */
import { createHash } from 'node:crypto';
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { THIRTIETHS } from '../contracts/thirtieths.ts';

const SignedSums = z.object({
  thirtieth: z.int(),
  position: z.int(),
  event_id: z.string(),
  seal: z.int(),
  rules: z.string(),
  turn: z.int(),
  sums: z.string(),
  signature: z.string(),
});
export type SignedSums = z.infer<typeof SignedSums>;

/** As it is signed: a line a fact. */
export const partText = ({ thirtieth, position, event_id, seal, rules, turn, sums }: Omit<SignedSums, 'signature'>) =>
  [
    '每夜核对 1',
    `份 ${thirtieth}`,
    `位置 ${position}`,
    `事件 ${event_id}`,
    `封印 ${seal}`,
    `规则 ${rules}`,
    `轮次 ${turn}`,
    `摘要 ${createHash('sha256').update(sums).digest('hex')}`,
    '',
  ].join('\n');

export const readSums = (db: CommonQueryMethods): Promise<readonly SignedSums[]> =>
  db.any(sql.type(SignedSums)`
    SELECT thirtieth, position, event_id, seal, rules, turn, sums, signature FROM master.nightly_count ORDER BY thirtieth`) as Promise<
    readonly SignedSums[]
  >;

type Judges = {
  /** Of the code that would go on. */
  readonly rules: string;
  readonly isSigned: (text: string, signature: string) => boolean;
  /** Id of the event that lies there in the log of now. */
  readonly eventAt: (position: number) => Promise<string | null>;
};
/** Why nobody may go on from these rows; null: they are whole, of this log, and what was signed. */
export const doubt = async (
  parts: readonly SignedSums[],
  { rules, isSigned, eventAt }: Judges,
): Promise<string | null> => {
  const [first] = parts;
  if (first === undefined) return '还没有可以接续的核对';
  const ofOne = parts.every(
    (part, index) =>
      part.thirtieth === index &&
      part.position === first.position &&
      part.event_id === first.event_id &&
      part.seal === first.seal &&
      part.rules === first.rules,
  );
  if (parts.length !== THIRTIETHS || !ofOne) return '上次的合计不完整';
  if (!parts.every((part) => isSigned(partText(part), part.signature))) return '上次的合计与签名不符';
  if (first.rules !== rules) return '程序已更新';
  if ((await eventAt(first.position)) !== first.event_id) return '上次的合计属于另一份日志';
  return null;
};

/** The thirtieth whose last count from the first event is the longest ago: no clock has a say. */
export const nextThirtieth = (parts: readonly Pick<SignedSums, 'thirtieth' | 'turn'>[]): number =>
  parts.toSorted((a, b) => a.turn - b.turn || a.thirtieth - b.thirtieth)[0]?.thirtieth ?? 0;

/** Puts them in the place of those that were read; false: another count did so in the meantime, and these are not kept. */
export const replaceSums = async (
  tx: CommonQueryMethods,
  before: readonly SignedSums[],
  parts: readonly SignedSums[],
): Promise<boolean> => {
  await tx.query(sql.unsafe`LOCK TABLE master.nightly_count IN SHARE ROW EXCLUSIVE MODE`);
  const signatures = (rows: readonly SignedSums[]): string => rows.map(({ signature }) => signature).join();
  if (signatures(await readSums(tx)) !== signatures(before)) return false;
  await tx.query(sql.unsafe`DELETE FROM master.nightly_count`);
  await tx.query(sql.unsafe`
    INSERT INTO master.nightly_count (thirtieth, position, event_id, seal, rules, turn, sums, signature)
    SELECT * FROM ${sql.unnest(
      parts.map((one) => [
        one.thirtieth,
        one.position,
        one.event_id,
        one.seal,
        one.rules,
        one.turn,
        one.sums,
        one.signature,
      ]),
      ['int4', 'int8', 'text', 'int4', 'text', 'int8', 'text', 'text'],
    )}`);
  return true;
};
