/**
 * What leaves a record's accounts without a word of somebody else is counted over 30 days by day of entry (R136). It is written down
 * under a lock before the document is saved: of two tills at once the second one sees the first. A document counts with the most that
 * it ever took; one that stands nowhere after a while counts no longer.
 */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { documentNo } from '../contracts/document.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { ProofPurpose } from '../contracts/proof.ts';
import { numberSetting } from '../contracts/setting-value.ts';
import { yuanFromFen, yuanText } from '../contracts/units.ts';
import type { Actor } from '../contracts/user.ts';
import type { WordAsk } from '../contracts/word.ts';
import { recordsOf } from '../documents/standing-customer.ts';
import { isAlone } from '../platform/auth/sole-owner.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../platform/locks/lock-until-commit.ts';
import type { Identity } from '../platform/auth/identity.ts';
import { REVERSED_DEPOSIT, type Leaving, type LeavingDesk } from './contract.ts';

const PROOF_LIMIT = 'deposit_proof_limit';
const DAYS = 30;
const DAY_MS = 86_400_000;
/** Longer than this nothing takes that is about to be saved. */
const SAVING_MS = 600_000;

const Row = z.object({
  kind: z.string(),
  documentId: z.int(),
  customerId: z.int(),
  fen: z.int(),
  at: z.string(),
});
export type LeftRow = z.infer<typeof Row>;
/** Documents as accounts and points know them, `sale/12`. */
export type Documents = { readonly posted: ReadonlySet<string>; readonly held: ReadonlySet<string> };

/** Whether it still counts: it has just been entered, or its document stands. A deposit that is posted was not taken back. */
export const counts = ({ kind, documentId, at }: LeftRow, { posted, held }: Documents, now: Date): boolean => {
  if (now.getTime() - Date.parse(at) < SAVING_MS) return true;
  if (kind === REVERSED_DEPOSIT) return !posted.has(`deposit/${documentId}`);
  const name = `${kind}/${documentId}`;
  return posted.has(name) || held.has(name);
};

type Deps = {
  readonly pool: DatabasePool;
  readonly lookup: Pick<MasterLookup, 'setting'>;
  readonly identity: Pick<Identity, 'holders'>;
  /** What documents did to a record, or are about to do. */
  readonly documentsOf: (customerId: number) => Promise<Documents>;
};
type RecordName = { readonly kind: string; readonly id: number };
const nameOf = ({ kind, id }: RecordName): string => `${kind}/${id}`;
/** A stream of a record, of money or of points. */
type Ledger = {
  readonly holds: ReadonlyMap<string, { readonly holder: RecordName }>;
  readonly postings: ReadonlyMap<string, { readonly document: RecordName; readonly reversed: boolean }>;
};
export const documentsOf = (ledgers: readonly Ledger[]): Documents => ({
  posted: new Set(
    ledgers.flatMap(({ postings }) =>
      [...postings.values()].flatMap(({ document, reversed }) => (reversed ? [] : [nameOf(document)])),
    ),
  ),
  held: new Set(ledgers.flatMap(({ holds }) => [...holds.values()].map(({ holder }) => nameOf(holder)))),
});

const together = (of: readonly Documents[]): Documents => ({
  posted: new Set(of.flatMap(({ posted }) => [...posted])),
  held: new Set(of.flatMap(({ held }) => [...held])),
});

type Entry = { readonly sumFen: number; readonly before: LeftRow | null };
type Entering = {
  readonly records: readonly number[];
  readonly documents: Documents;
  readonly limitFen: number;
  readonly now: Date;
};
const isSame = (row: LeftRow, { kind, documentId, customerId }: Leaving): boolean =>
  row.kind === kind && row.documentId === documentId && row.customerId === customerId;
/** Writes it down where it stays within the limit; `sumFen`: what it comes to, this document included. */
const enter = (pool: DatabasePool, leaving: Leaving, { records, documents, limitFen, now }: Entering): Promise<Entry> =>
  pool.transaction(async (tx) => {
    const { kind, documentId, customerId, amountFen } = leaving;
    const since = new Date(now.getTime() - DAYS * DAY_MS).toISOString();
    await lockUntilCommit(tx, LOCKS.leaving, String(customerId));
    const rows = await tx.any(sql.type(Row)`
      SELECT kind, document_id AS "documentId", customer_id AS "customerId", fen, at FROM master.balance_leaving
      WHERE customer_id = ANY (${sql.array([...records], 'int8')}) AND at > ${since}::timestamptz`);
    const before = rows.find((row) => isSame(row, leaving)) ?? null;
    const sumFen = rows
      .filter((row) => row !== before && counts(row, documents, now))
      .reduce((sum, { fen }) => sum + fen, amountFen);
    if (sumFen <= limitFen) {
      await tx.query(sql.unsafe`
        INSERT INTO master.balance_leaving AS l (kind, document_id, customer_id, fen, at)
        VALUES (${kind}, ${documentId}, ${customerId}, ${amountFen}, ${now.toISOString()}::timestamptz)
        ON CONFLICT (kind, document_id, customer_id) DO UPDATE SET fen = greatest(l.fen, excluded.fen), at = excluded.at`);
    }
    return { sumFen, before };
  });
/** As it was before. */
const restore = async (pool: CommonQueryMethods, leaving: Leaving, before: LeftRow | null): Promise<void> => {
  const { kind, documentId, customerId } = leaving;
  const own = sql.fragment`kind = ${kind} AND document_id = ${documentId} AND customer_id = ${customerId}`;
  await pool.query(
    before === null
      ? sql.unsafe`DELETE FROM master.balance_leaving WHERE ${own}`
      : sql.unsafe`UPDATE master.balance_leaving SET fen = ${before.fen}, at = ${before.at}::timestamptz WHERE ${own}`,
  );
};

/** What a code of the customer is for; of every other kind it pays. */
const PURPOSES: ReadonlyMap<string, ProofPurpose> = new Map([
  ['deposit', 'refund'],
  [REVERSED_DEPOSIT, 'unaudit'],
]);
const askOf = (leaving: Leaving, sumFen: number, limitFen: number, by: Actor): WordAsk => {
  const { path, customerId, amountFen, notBy } = leaving;
  return {
    path,
    rule: 'balance-proof',
    message: `客户的定金、储值卡或积分付出${yuanText(amountFen)}元，${DAYS}天内未经核对的合计${yuanText(sumFen)}元，超过${yuanText(limitFen)}元`,
    value: yuanFromFen(sumFen),
    limit: yuanFromFen(limitFen),
    binds: [customerId, amountFen],
    notBy: [...new Set([by.user.id, ...notBy])],
    amountFen,
    proof: { customerId, purpose: PURPOSES.get(leaving.kind) ?? 'pay', amountFen },
  };
};
const NOTHING = { asks: [], notes: [] };

export const leavingDesk = ({ pool, lookup, identity, documentsOf }: Deps): LeavingDesk => ({
  judge: async (leaving, by) => {
    const { customerId, shopId, amountFen, stoodFen, notBy } = leaving;
    if (amountFen <= stoodFen) return NOTHING;
    const limitFen = Math.round((await numberSetting(lookup, PROOF_LIMIT)) * 100);
    const records = await recordsOf(pool, customerId);
    const documents = together(await Promise.all(records.map(documentsOf)));
    const { sumFen, before } = await enter(pool, leaving, { records, documents, limitFen, now: by.now });
    if (sumFen <= limitFen) {
      by.save?.undo(() => restore(pool, leaving, before));
      return NOTHING;
    }
    const ask = askOf(leaving, sumFen, limitFen, by);
    if (!(await isAlone(identity, by, { shops: [shopId], but: notBy }))) return { ...NOTHING, asks: [ask] };
    const kind = leaving.kind === REVERSED_DEPOSIT ? 'deposit' : leaving.kind;
    const no = documentNo(kind, leaving.documentId);
    return { ...NOTHING, notes: [{ kind: 'balance-proof', shopId, documentNo: no, what: ask.message, amountFen }] };
  },
});
