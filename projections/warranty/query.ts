/** GET /warranty?text= (R162): for whoever holds a paper; no person and no price is told. */
import { sql } from 'slonik';
import { z } from 'zod';
import { refuse } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import type { WarrantyFacts } from 'services/contracts/warranty-text';
import { GOODS_LIST } from 'services/contracts/document';
import { SaleLine } from 'services/sale/contract';
import { presentGoodsIn, type NamedGoodsIn } from '../goods-in/present.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { linesOf, thumbOf } from '../sales/present.ts';
import { returnedOf } from '../shopper-bills/bills.ts';
import { photoOf } from '../shopper-bills/present.ts';
import { NAMES, SELECT, StoredGoodsIn, VISIBLE } from '../goods-in/reads.ts';
import { WarrantyQuery, WarrantyState } from './contract.ts';
import { labelFacts, saleFacts } from './facts.ts';
import { differencesOf, saleState } from './state.ts';

type QueryDatabase = Pick<QueryDeps, 'db'>;
const NOTHING: WarrantyState = {
  signature: 'good',
  state: 'withdrawn',
  returned: 0,
  differs: [],
  type: '',
  style: '',
  thumb: '',
  photo: '',
};

const StoredOrder = z.object({
  id: z.int(),
  shop_name: z.string().nullable(),
  sold_on: z.string(),
  stage: z.string(),
  lines: z.array(SaleLine),
});
const orderOf = ({ db }: QueryDatabase, id: number) =>
  db.maybeOne(sql.type(StoredOrder)`
    SELECT d.id, s.name AS shop_name, d.sold_on, d.stage, d.lines
    FROM live.sales d LEFT JOIN master.shop s ON s.id = d.shop_id
    WHERE d.id = ${id}::int8 AND d.stage IN ('pending', 'audited')`);
const Found = z.object({ found: z.boolean() });
/** Whether an order after that one sold the piece again. */
const soldAgain = ({ db }: QueryDatabase, { barcode, orderId }: WarrantyFacts): Promise<boolean> =>
  db.oneFirst(sql.type(Found)`
    SELECT EXISTS (
      SELECT FROM live.sale_lines l
      WHERE l.barcode = ${barcode} AND l.barcode <> '' AND l.list = ${GOODS_LIST} AND l.order_id > ${orderId}::int8
        AND l.to_position IS NULL AND l.audit_flag = 2) AS found`);

const saleOf = async (deps: QueryDatabase, facts: WarrantyFacts): Promise<WarrantyState> => {
  const order = await orderOf(deps, facts.orderId);
  if (order === null) return NOTHING;
  const lines = linesOf(order, 'goods');
  const nth = lines.findIndex(({ goodsId }) => goodsId === facts.goodsId);
  const [line, house] = [lines[nth], (await saleFacts(deps, order))[nth]];
  if (line === undefined || house === undefined) return NOTHING;
  const num = line.quantity;
  const returned = Math.min(num, (await returnedOf(deps, order.id)).get(line.barcode) ?? 0);
  const isResold = returned === num && (await soldAgain(deps, house));
  return {
    signature: 'good',
    state: saleState({ isAudited: order.stage === 'audited', num, returned, isResold }),
    returned,
    differs: differencesOf(facts, house),
    type: line.category,
    style: line.style,
    thumb: thumbOf(line.picture),
    photo: photoOf(line.picture),
  };
};
const labelOf = async ({ db }: QueryDatabase, facts: WarrantyFacts): Promise<WarrantyState> => {
  const row = await db.maybeOne(sql.type(StoredGoodsIn)`
    ${SELECT} FROM live.goods_in g ${NAMES} WHERE g.row_id = ${facts.goodsId}::int8 AND ${VISIBLE}`);
  if (row === null) return NOTHING;
  const piece = presentGoodsIn(row as unknown as NamedGoodsIn, false);
  const { type = '', style = '', thumbs, photos } = piece;
  const differs = differencesOf(facts, labelFacts(piece));
  return {
    signature: 'good',
    state: 'label',
    returned: 0,
    differs,
    type,
    style,
    thumb: thumbs[0] ?? '',
    photo: photos[0] ?? '',
  };
};

const everyone = { everyone: 'public' } as const;
const NO_KEY = refuse('not-found', 'warranty.none', '本店没有签发过质保单');
const queries = (deps: QueryDeps): Route[] => {
  const { shoppers, warranties } = deps;
  if (shoppers === undefined || warranties === undefined) return [];
  return [
    route({
      method: 'GET',
      path: '/warranty',
      summary: '质保验真',
      allow: everyone,
      query: WarrantyQuery,
      data: WarrantyState,
      handler: async (call) => {
        const early = shoppers.pace(call);
        if (early !== null) return early;
        const keys = await warranties.keys();
        if (keys.length === 0) return NO_KEY;
        // Loaded by the first paper that is looked at, with its curve.
        const { checkWarranty } = await import('services/contracts/warranty-check');
        const verdict = checkWarranty(call.query.text, keys);
        if (verdict.is !== 'good') return { data: { ...NOTHING, signature: verdict.is, state: 'none' as const } };
        const { facts } = verdict;
        return { data: await (facts.kind === 'sale' ? saleOf(deps, facts) : labelOf(deps, facts)) };
      },
    }),
  ];
};
export default queries;
