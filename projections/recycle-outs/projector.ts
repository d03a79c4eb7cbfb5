/** recycle_outs: one row per exit of old material, with what came back of it; and its versions for "as of". */
import { field } from 'services/contracts/fields';
import {
  LOT_LIST,
  RECYCLE_OUT_EVENT_TYPES,
  type CameBackData,
  type RecycleOutHeader,
  type RecycleOutLine,
} from 'services/recycle-out/contract';
import { documentTables, sumOf, type StoredForm } from '../documents/tables.ts';
import { recycleOutFields } from './contract.ts';

/** What is kept besides what lists show: what they are filtered by. */
export const storedRecycleOut = { ...recycleOutFields, finenesses: field.texts('finenesses').found() };

const NOT_BACK = { back_on: null, back_fineness: '', back_lot_id: null, back_mg: 0, loss_mg: 0 };
const backOf = (data: CameBackData) => ({
  back_on: data.backOn,
  back_fineness: data.fineness,
  back_lot_id: data.lotId,
  back_mg: data.weightMg,
  loss_mg: data.lossMg,
});
/** Of these cells, those that the row has: versions keep what lists are found by. */
const within = <R extends object>(row: R, cells: Readonly<Record<string, unknown>>): R => ({
  ...row,
  ...Object.fromEntries(Object.entries(cells).filter(([column]) => column in row)),
});

export const recycleOuts = documentTables({
  fields: storedRecycleOut,
  name: 'RecycleOut',
  events: RECYCLE_OUT_EVENT_TYPES,
  table: 'recycle_outs',
  one: 'recycle_out',
  version: 3,
  versions: 1,
  day: 'out_on',
  list: LOT_LIST,
  indexes: {
    shop: '(shop_id, out_on DESC, id DESC)',
    // What was sent to come back and did not.
    away: "(out_on, id) WHERE stage = 'audited' AND back_on IS NULL AND kind IN ('1', '2')",
  },
  columns: (header: StoredForm<RecycleOutHeader>, lines: readonly RecycleOutLine[]) => ({
    out_on: header.outOn,
    shop_id: header.shopId,
    kind: header.kind,
    party: header.party,
    ...NOT_BACK,
    became: header.barcodes,
    remark: header.remark,
    weight_mg: sumOf(lines, ({ weightMg }) => weightMg),
    price_fen: header.priceFen,
    cost_fen: 0,
    finenesses: [...new Set(lines.map(({ fineness }) => fineness))],
  }),
  posted: (row, outcomes) => ({
    ...row,
    cost_fen: sumOf(
      outcomes.flatMap(({ figures }) => figures),
      ({ name, value }) => (name === 'costFen' ? value : 0),
    ),
  }),
  told: (row, fact, data) => {
    if (fact === 'CameBack') return within(row, backOf(data as unknown as CameBackData));
    return fact === 'Reopened' ? within(row, { ...NOT_BACK, cost_fen: 0 }) : row;
  },
});
export default recycleOuts.live;
export const recycleOutVersions = recycleOuts.versions;
