/** GET /wx/repairs: where the customer's own things are, with the days of the steps; whose hands they went through stays in the house. */
import { sql } from 'slonik';
import { dayOf } from 'services/contracts/dates';
import { REPAIR_STEPS, REPAIR_WORDS } from 'services/sale/contract';
import { pagedList, type Page } from '../platform/queries/paged-list.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { allOf, ofCustomer } from '../platform/queries/where-clauses.ts';
import { NAMES, REPAIRS, StoredRepair, isRepair, presentRepair, selectOf } from '../repairs/rows.ts';
import type { ShopperPageQuery, ShopperRepair } from './contract.ts';

export const presentShopperRepair = (row: StoredRepair): ShopperRepair => {
  const { id, no, shopName, sellAt, promiseAt, overdueDays, state, type, style, fineness, weight, remark } =
    presentRepair(row);
  const days = new Map(row.steps.map(({ step, on }) => [step, on]));
  return {
    id,
    no,
    shopName,
    sellAt,
    promiseAt,
    // Mended, it waits for its owner: nobody is late.
    overdueDays: row.step === 'mended' ? 0 : overdueDays,
    state,
    type,
    style,
    fineness,
    weight,
    remark,
    steps: REPAIR_STEPS.map((step) => ({ step: REPAIR_WORDS[step], at: days.get(step) ?? '' })),
  };
};

/** What is not fetched yet first, by the promised day. A receipt is handed over when the order is saved: pending ones count (R49). */
export const shopperRepairs = async (
  { db, now }: QueryDeps,
  { pageIndex, pageSize }: ShopperPageQuery,
  customerId: number,
): Promise<Page<ShopperRepair>> => {
  const page = await pagedList({
    db,
    from: REPAIRS,
    where: allOf(isRepair(undefined), ofCustomer(sql.fragment`r.customer_id`, customerId)),
    orderBy: sql.fragment`(r.step = 'fetched'), CASE WHEN r.step = 'fetched' THEN NULL ELSE r.promised_on END,
      r.received_on DESC, r.repair_id DESC`,
    key: sql.fragment`r.sale_id AS sale_id, r.line_id AS line_id, r.from_position`,
    select: sql.fragment`${selectOf(dayOf(now()))}
      FROM page JOIN ${REPAIRS} ON r.sale_id = page.sale_id AND r.line_id = page.line_id AND r.from_position = page.key
      ${NAMES}`,
    row: StoredRepair,
    paging: { pageIndex, pageSize },
  });
  return { ...page, list: page.list.map(presentShopperRepair) };
};
