/** return_inspections: pieces that wait for their 质检 since a customer brought them back, and what they were judged (R44, R71). */
import type { Recorded } from 'services/event-store/port';
import { dayOf } from 'services/contracts/dates';
import { waitKeyOf, type GoodsEvent, type InspectionResult } from 'services/goods/contract';
import { keyed, type Row } from '../platform/projection/projection.ts';

type ReturnRow = Row & {
  readonly barcode: string;
  /** Position of the return. */
  readonly returned_at: number;
  readonly return_key: string;
  readonly from_position: number;
  readonly to_position: number | null;
  /** The order that took it back. */
  readonly sale_id: number;
  readonly shop_id: number;
  readonly quantity: number;
  readonly returned_on: string;
  readonly returned_by: string;
  /** The hold of whoever judges it; '' while nobody does. */
  readonly judge_key: string;
  readonly judged: boolean;
  readonly inspection_id: number | null;
  readonly result: InspectionResult | '';
  readonly note: string;
  readonly judged_by: string;
  readonly judged_on: string | null;
  /** The document that took over what did not pass. */
  readonly taken_no: string;
  readonly changed_by: string;
  readonly changed_at: string;
};
type Rows = readonly ReturnRow[];
type Data<Type extends GoodsEvent['type']> = Extract<GoodsEvent, { type: Type }>['data'];

const WAITS = {
  judged: false,
  inspection_id: null,
  result: '',
  note: '',
  judged_by: '',
  judged_on: null,
  taken_no: '',
} as const;
const cameBack = (rows: Rows, data: Data<'GoodsCustomerReturned'>, { position, meta }: Recorded): Rows => {
  const { barcode, key, shopId, quantity, document, goesTo } = data;
  if (goesTo !== 'inspection') return rows;
  const row: ReturnRow = {
    ...WAITS,
    barcode,
    returned_at: position,
    return_key: key,
    from_position: position,
    to_position: null,
    sale_id: document.id,
    shop_id: shopId,
    quantity,
    returned_on: document.businessDate,
    returned_by: meta.userName,
    judge_key: '',
    changed_by: meta.userName,
    changed_at: meta.at,
  };
  return [...rows, row];
};

/** The open row that `of` changes goes on as it is then. */
const changed = (rows: Rows, { position, meta }: Recorded, of: (row: ReturnRow) => Partial<ReturnRow> | null): Rows =>
  rows.flatMap((row) => {
    const change = row.to_position === null ? of(row) : null;
    if (change === null) return [row];
    return [
      { ...row, to_position: position },
      { ...row, ...change, from_position: position, changed_by: meta.userName, changed_at: meta.at },
    ];
  });

const judged =
  (data: Data<'GoodsInspected'>, { meta }: Recorded) =>
  (row: ReturnRow) => {
    if (row.judge_key !== data.key) return null;
    const { document, result, note } = data;
    const at = { judged_by: meta.userName, judged_on: dayOf(new Date(meta.at)) };
    return { ...at, judged: true, inspection_id: document.id, result, note };
  };
const handedOver =
  ({ from, to, holder }: Data<'GoodsHoldHandedOver'>) =>
  (row: ReturnRow): Partial<ReturnRow> | null => {
    const waits = waitKeyOf(row.return_key);
    if (from === waits) return { judge_key: to };
    if (to === waits) return { ...WAITS, judge_key: '' };
    if (row.judge_key === '') return null;
    if (from === row.judge_key) return { taken_no: holder.no };
    return to === row.judge_key ? { taken_no: '' } : null;
  };

const fold = (rows: Rows, recorded: Recorded): Rows => {
  const { type, data } = recorded as unknown as GoodsEvent;
  if (type === 'GoodsCustomerReturned') return cameBack(rows, data, recorded);
  // Most pieces were never brought back to be inspected.
  if (rows.length === 0) return rows;
  switch (type) {
    case 'GoodsCustomerReturnReversed':
      return rows.map((row) =>
        row.to_position === null && row.return_key === data.returnedKey
          ? { ...row, to_position: recorded.position }
          : row,
      );
    case 'GoodsHoldHandedOver':
      return changed(rows, recorded, handedOver(data));
    case 'GoodsInspected':
      return changed(rows, recorded, judged(data, recorded));
    case 'GoodsInspectionReversed':
      return changed(rows, recorded, (row) =>
        row.judge_key === data.inspectedKey ? { ...WAITS, judge_key: data.holdKey } : null,
      );
    default:
      return rows;
  }
};

export default keyed<ReturnRow>({
  name: 'return-inspections',
  version: 2,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'return_inspections',
  events: [
    'GoodsCustomerReturned',
    'GoodsCustomerReturnReversed',
    'GoodsHoldHandedOver',
    'GoodsInspected',
    'GoodsInspectionReversed',
  ],
  key: 'barcode',
  identity: ['barcode', 'returned_at', 'from_position'],
  reads: { where: 'to_position is null' },
  keyOf: ({ data }) => data['barcode'] as string,
  fold,
});
