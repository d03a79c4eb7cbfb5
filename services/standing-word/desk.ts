/** Giving and ending words that stand, and which of them stand for a sale (R132). */
import { sql, type CommonQueryMethods, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { addDays, dayOf } from '../contracts/dates.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { Answer, Call } from '../contracts/route.ts';
import type { LongApproval, LongApprovals } from '../contracts/long-approval.ts';
import { can, seesShop } from '../contracts/user.ts';
import { MAY_APPROVE } from '../contracts/word.ts';
import type { RowId } from '../master-data/contract.ts';
import type { Identity } from '../platform/auth/identity.ts';
import { insertRow, lockRow, type MasterRow } from '../platform/rows/master.ts';
import { lockSeen, writeRevised } from '../platform/rows/revised-row.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import type { SliceDeps } from '../platform/slice/slice.ts';
import type { EndBody, LongApprovalBody } from './contract.ts';
import { unknownBarcodes } from './live-checks.ts';
import { endedNote, givenNote, refuseEnding, refuseStanding } from './rules.ts';
import { STANDING_WORD } from './tables.ts';

export type LongApprovalDeps = Pick<SliceDeps, 'exceptions' | 'lookup'> & { readonly pool: DatabasePool };
type GiveCall = Call<unknown, unknown, LongApprovalBody>;
type EndCall = Call<RowId, unknown, EndBody>;

const MISSING = refuse('not-found', 'standing.missing', '长期授权不存在');

const refuseGoods = async ({ pool, lookup }: LongApprovalDeps, { body }: GiveCall): Promise<Refusal | null> => {
  const { barcodes, type, style } = body;
  if (barcodes.length > 0) {
    const [first] = await unknownBarcodes(pool, barcodes);
    return first === undefined ? null : refuseField('standing.barcode', 'barcodes', `条码${first}不存在`);
  }
  if (!(await lookup.dictValues('goodsType')).includes(type))
    return refuseField('standing.type', 'type', '首饰类别不在字典中');
  return (await lookup.dictValues('goodsStyle')).includes(style)
    ? null
    : refuseField('standing.style', 'style', '首饰款式不在字典中');
};
const rowOf = ({ body, user, now }: GiveCall): MasterRow => ({
  shop_id: body.shopId,
  barcodes: body.barcodes,
  category: body.type,
  style: body.style,
  percent_bp: Math.round(body.percent * 100),
  from_day: dayOf(now),
  until_day: body.until,
  reason: body.reason,
  giver_id: user.id,
  giver: user.nickName,
  ended_by: '',
  end_reason: '',
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
});

export const giveStanding = async (deps: LongApprovalDeps, call: GiveCall): Promise<Answer<number> | Refusal> => {
  const { body, user, now } = call;
  const shop = await deps.lookup.shop(body.shopId);
  if (shop === null) return refuseField('standing.shop', 'shopId', '分店不存在');
  const refused =
    limitShops(user, [body.shopId]) ?? refuseStanding(body, dayOf(now)) ?? (await refuseGoods(deps, call));
  if (refused !== null) return refused;
  const id = await call.newId();
  await deps.pool.transaction(async (tx) => {
    // A repeat of the same command finds its row.
    if ((await lockRow(tx, STANDING_WORD, id)) !== null) return;
    await insertRow(tx, STANDING_WORD, { id, revision: 0, ...rowOf(call) }, call);
  });
  await deps.exceptions.note(givenNote({ ...body, shopName: shop.name }, call), call);
  return { data: id, msg: `长期授权已生效，至${body.until}` };
};

const Stored = z.object({
  shopId: z.int(),
  category: z.string(),
  style: z.string(),
  barcodes: z.array(z.string()),
  giverId: z.int(),
  giver: z.string(),
  until: z.string(),
  endedAt: z.unknown(),
});
const storedOf = (row: MasterRow): z.infer<typeof Stored> =>
  Stored.parse({
    shopId: row['shop_id'],
    category: row['category'],
    style: row['style'],
    barcodes: row['barcodes'],
    giverId: row['giver_id'],
    giver: row['giver'],
    until: row['until_day'],
    endedAt: row['ended_at'],
  });
/** Whoever may give words in that shop may end one early. */
export const endStanding = async (deps: LongApprovalDeps, call: EndCall): Promise<Answer<number> | Refusal> => {
  const { params, body, user, now, ifMatch } = call;
  const done = await deps.pool.transaction(async (tx) => {
    const before = await lockSeen(tx, STANDING_WORD, { id: params.id, ifMatch, missing: MISSING });
    if (isRefusal(before)) return before;
    const stored = storedOf(before);
    const refused = limitShops(user, [stored.shopId]) ?? refuseEnding(stored, dayOf(now));
    if (refused !== null) return refused;
    const changes = { ended_by: user.nickName, ended_at: now.toISOString(), end_reason: body.reason };
    return { stored, etag: await writeRevised(tx, STANDING_WORD, { before, changes }, call) };
  });
  if (isRefusal(done)) return done;
  const { stored, etag } = done;
  const note = endedNote(
    {
      shopId: stored.shopId,
      shopName: (await deps.lookup.shop(stored.shopId))?.name ?? '',
      goods: { barcodes: stored.barcodes, type: stored.category, style: stored.style },
      giver: { id: stored.giverId, name: stored.giver },
      reason: body.reason,
    },
    call,
  );
  await deps.exceptions.note(note, call);
  return { data: params.id, msg: '长期授权已结束', etag };
};

type OpenAt = {
  readonly shopId: number;
  readonly soldOn: string;
  /** The first last day that is not over for entering. */
  readonly enteredFrom: string;
};
const Open = z.object({
  id: z.int(),
  giverId: z.int(),
  giver: z.string(),
  reason: z.string(),
  percentBp: z.int(),
  from: z.string(),
  until: z.string(),
  barcodes: z.array(z.string()),
  category: z.string(),
  style: z.string(),
});
const openIn = (db: CommonQueryMethods, { shopId, soldOn, enteredFrom }: OpenAt) =>
  db.any(sql.type(Open)`
    SELECT id, giver_id AS "giverId", giver, reason, percent_bp AS "percentBp", from_day::text AS "from", until_day::text AS until,
      barcodes, category, style
    FROM master.standing_word
    WHERE shop_id = ${shopId} AND ended_at IS NULL AND until_day >= greatest(${soldOn}::date, ${enteredFrom}::date)
      AND from_day <= ${soldOn}::date
    ORDER BY percent_bp, id`);

export const standingWords = ({
  db,
  identity,
}: {
  readonly db: CommonQueryMethods;
  readonly identity: Pick<Identity, 'userOf'>;
}): LongApprovals => ({
  of: async ({ shopId, soldOn }, now): Promise<readonly LongApproval[]> => {
    const open = await openIn(db, { shopId, soldOn, enteredFrom: addDays(dayOf(now), -1) });
    const givers = new Map<number, boolean>();
    for (const { giverId } of open) {
      if (givers.has(giverId)) continue;
      const user = await identity.userOf(giverId);
      givers.set(giverId, user !== null && can(user, MAY_APPROVE) && seesShop(user, shopId));
    }
    return open
      .filter(({ giverId }) => givers.get(giverId) === true)
      .map(({ giverId, giver, ...word }) => ({ ...word, giver: { id: giverId, name: giver } }));
  },
});
