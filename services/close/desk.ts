/** Closing a shop's days and opening them again (R141). */
import { sql, type CommonQueryMethods, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { dayOf } from '../contracts/dates.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { Answer, Call } from '../contracts/route.ts';
import type { RowId } from '../master-data/contract.ts';
import { STALE_ROW } from '../platform/streams/handle.ts';
import { insertRow, lockRow, type MasterRow } from '../platform/rows/master.ts';
import { revisionOf, writeRevised } from '../platform/rows/revised-row.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import type { SliceDeps } from '../platform/slice/slice.ts';
import type { CloseBody, PendingKind, ReopenBody } from './contract.ts';
import { pendingUntil } from './live-checks.ts';
import { countOf, forcedNote, refuseClosing, refusePending, refuseReopening, reopenedNote } from './rules.ts';
import { CLOSED_DAY } from './tables.ts';

export type CloseDeps = Pick<SliceDeps, 'closedDays' | 'exceptions' | 'lookup'> & { readonly pool: DatabasePool };
type CloseCall = Call<unknown, unknown, CloseBody>;
type ReopenCall = Call<RowId, unknown, ReopenBody>;

const MISSING = refuse('not-found', 'close.missing', '结账记录不存在');
const Key = z.object({ id: z.int() });
const untilOf = (row: MasterRow | null): string | null => {
  const until = row?.['closed_until'];
  return typeof until === 'string' ? until : null;
};

const rowOfShop = async (tx: CommonQueryMethods, shopId: number): Promise<MasterRow | null> => {
  const id = await tx.maybeOneFirst(
    sql.type(Key)`SELECT id FROM master.closed_day WHERE shop_id = ${shopId}::bigint FOR UPDATE`,
  );
  return id === null ? null : lockRow(tx, CLOSED_DAY, id);
};

type CloseChange = { readonly row: MasterRow; readonly before: MasterRow | null };
/** Writes the day, where it is a later one than stands. */
const publish = (
  { pool }: CloseDeps,
  columns: MasterRow & { readonly closed_until: string },
  { shop, call }: { readonly shop: { readonly id: number; readonly name: string }; readonly call: CloseCall },
): Promise<CloseChange | Refusal> =>
  pool.transaction(async (tx) => {
    // One at a time of a shop, also where it has no row yet.
    await tx.query(sql.unsafe`SELECT FROM master.shop WHERE id = ${shop.id}::bigint FOR NO KEY UPDATE`);
    const before = await rowOfShop(tx, shop.id);
    const standing = { shopName: shop.name, closedUntil: untilOf(before) };
    const refused = refuseClosing(standing, { until: columns.closed_until, today: dayOf(call.now) });
    if (refused !== null) return refused;
    const at = call.now.toISOString();
    if (before !== null) {
      await writeRevised(tx, CLOSED_DAY, { before, changes: columns }, call);
      return { row: { ...before, ...columns }, before };
    }
    const made = { id: await call.newId(), revision: 0, shop_id: shop.id, created_at: at, updated_at: at };
    return { row: await insertRow(tx, CLOSED_DAY, { ...made, ...columns }, call), before };
  });

const OPEN: MasterRow = { closed_until: null, forced: false, pending: 0, remark: '', closed_by: '', closed_at: null };
/** As it was before, unless somebody changed it since. */
const takeBack = ({ pool }: CloseDeps, { row, before }: CloseChange, call: CloseCall): Promise<void> =>
  pool.transaction(async (tx) => {
    const now = await lockRow(tx, CLOSED_DAY, Number(row['id']));
    if (now === null || untilOf(now) !== untilOf(row)) return;
    const columns = before ?? OPEN;
    const changes = Object.fromEntries(Object.keys(OPEN).map((name) => [name, columns[name]]));
    await writeRevised(tx, CLOSED_DAY, { before: now, changes }, call);
  });

const columnsOf = ({ body, user, now }: CloseCall, pending: readonly PendingKind[]) => ({
  closed_until: body.closedUntil,
  forced: pending.length > 0,
  pending: countOf(pending),
  remark: body.remark,
  closed_by: user.nickName,
  closed_at: now.toISOString(),
});
const MOVED = refuse('unavailable', 'close.moved', '正在切换服务器，请稍后再试');
const BUSY = refuse('conflict', 'close.busy', '有单据正在保存，请稍后再结账');

type CloseConsent = { readonly quiet: boolean; readonly force: boolean; readonly left: readonly PendingKind[] };
const whyNot = ({ quiet, force, left }: CloseConsent): Refusal | null => {
  if (!quiet) return BUSY;
  return force ? null : refusePending(left);
};
/** What still waited once everybody had ended, where it is not what was found before. */
const restate = async (
  { pool }: CloseDeps,
  { row }: CloseChange,
  { pending, call }: { readonly pending: readonly PendingKind[]; readonly call: CloseCall },
): Promise<void> => {
  if (countOf(pending) === row['pending']) return;
  await pool.transaction(async (tx) => {
    const now = await lockRow(tx, CLOSED_DAY, Number(row['id']));
    if (now === null || untilOf(now) !== untilOf(row)) return;
    const changes = { forced: pending.length > 0, pending: countOf(pending) };
    await writeRevised(tx, CLOSED_DAY, { before: now, changes }, call);
  });
};

/**
 * The day is written first, so that no command that begins after it writes there; then those under way are waited for, and what waits
 * for its audit is looked up again. What appeared meanwhile, and was not said to be all right, takes the day back.
 */
const publishAndSettle = async (
  deps: CloseDeps,
  shop: { readonly id: number; readonly name: string },
  { call, pending }: { readonly call: CloseCall; readonly pending: readonly PendingKind[] },
): Promise<{ readonly closed: CloseChange; readonly pending: readonly PendingKind[] } | Refusal> => {
  const { closedDays, pool } = deps;
  const { closedUntil, force } = call.body;
  const writer = closedDays.writer();
  if (writer === null) return MOVED;
  const closed = await publish(deps, columnsOf(call, pending), { shop, call });
  if (isRefusal(closed)) return closed;
  closedDays.published(shop.id, closedUntil);
  let refused: Refusal | null = MOVED;
  let left: readonly PendingKind[] = [];
  try {
    const quiet = await closedDays.settled({ shopId: shop.id, day: closedUntil });
    left = await pendingUntil(pool, { shopId: shop.id, day: closedUntil });
    if (closedDays.writer() === writer) refused = whyNot({ quiet, force, left });
    if (refused === null) await restate(deps, closed, { pending: left, call });
  } finally {
    if (refused !== null) {
      await takeBack(deps, closed, call);
      closedDays.published(shop.id, untilOf(closed.before));
    }
  }
  return refused ?? { closed, pending: left };
};

export const closeDays = async (deps: CloseDeps, call: CloseCall): Promise<Answer<number> | Refusal> => {
  const { shopId, closedUntil, force } = call.body;
  const shop = await deps.lookup.shop(shopId);
  if (shop === null) return refuseField('close.shop', 'shopId', '分店不存在');
  const limited = limitShops(call.user, [shopId]);
  if (limited !== null) return limited;
  const early = refuseClosing(
    { shopName: shop.name, closedUntil: null },
    { until: closedUntil, today: dayOf(call.now) },
  );
  if (early !== null) return early;
  const waiting = await pendingUntil(deps.pool, { shopId, day: closedUntil });
  const asked = force ? null : refusePending(waiting);
  if (asked !== null) return asked;
  const done = await publishAndSettle(deps, shop, { call, pending: waiting });
  if (isRefusal(done)) return done;
  const { closed, pending } = done;
  if (pending.length > 0)
    await deps.exceptions.note(forcedNote({ shopId, shopName: shop.name, until: closedUntil, pending }, call), call);
  return { data: Number(closed.row['id']), msg: `${shop.name} 已结账至 ${closedUntil}` };
};

export const reopenDays = async (deps: CloseDeps, call: ReopenCall): Promise<Answer<number> | Refusal> => {
  const { id } = call.params;
  const { closedUntil: until, reason } = call.body;
  const row = await lockRow(deps.pool, CLOSED_DAY, id);
  if (row === null) return MISSING;
  const shopId = Number(row['shop_id']);
  const limited = limitShops(call.user, [shopId]);
  if (limited !== null) return limited;
  const shopName = (await deps.lookup.shop(shopId))?.name ?? '';
  const outcome = await deps.pool.transaction(async (tx): Promise<{ from: string; revision: number } | Refusal> => {
    const before = await lockRow(tx, CLOSED_DAY, id);
    if (before === null) return MISSING;
    if (call.ifMatch !== undefined && call.ifMatch !== revisionOf(before)) return STALE_ROW;
    const refused = refuseReopening({ shopName, closedUntil: untilOf(before) }, until);
    if (refused !== null) return refused;
    const changes = { closed_until: until, reason, forced: false, pending: 0 };
    const revision = await writeRevised(tx, CLOSED_DAY, { before, changes }, call);
    return { from: untilOf(before) ?? '', revision };
  });
  if (isRefusal(outcome)) return outcome;
  deps.closedDays.published(shopId, until);
  await deps.exceptions.note(reopenedNote({ shopId, shopName, from: outcome.from, until, reason }, call), call);
  const msg = until === null ? `${shopName} 的账已重开` : `${shopName} 现结账至 ${until}`;
  return { data: id, msg, etag: outcome.revision };
};
