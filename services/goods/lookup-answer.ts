/** The goods record a look-up answers (S0§7): one piece as it lies in that shop. */
import { z } from 'zod';
import { yuanFromFen } from '../contracts/units.ts';
import type { PieceView } from './contract.ts';
import { gramShareOf } from './pricing.ts';
import { GOODS_ROW_SHAPE, attributesToWire } from './wire-row.ts';

export const LookupAnswer = z.object({
  ...GOODS_ROW_SHAPE,
  /** The row that brought the piece to this shop (R40). */
  id: z.int(),
  barcode: z.string(),
  shopId: z.int(),
  supplierId: z.int().nullable(),
  /** Free quantity: on hand less what is held. */
  num: z.int(),
  onHand: z.int(),
  held: z.int(),
  status: z.string(),
  auditFlag: z.literal(2),
  /**
   * The tag's share of stones, parts and certificate of one piece (R18), in fen × 10⁷ so that nothing is rounded early;
   * it shows no more than the by-gram price it makes, so it needs no right to see cost.
   */
  gramShare: z.number(),
});
export type LookupAnswer = z.infer<typeof LookupAnswer>;

/** Set aside for that kind of document in that shop. */
const offered = ({ holds }: PieceView, shopId: number, kind: string): number =>
  holds
    .filter((hold) => hold.shopId === shopId && hold.offeredTo === kind)
    .reduce((sum, { quantity }) => sum + quantity, 0);

const NOTHING_HERE = { rowId: 0, onHand: 0, held: 0, unitCostFen: 0 };
/** `num` is what is free for that kind of document; the cost is that of this shop (a transfer may have changed it, R7). */
export const lookupAnswer = (view: PieceView, shopId: number, withCost: boolean, kind = ''): LookupAnswer => {
  const here = view.holdings.find((holding) => holding.shopId === shopId) ?? NOTHING_HERE;
  const { onHand, held } = here;
  return {
    ...attributesToWire(view.attributes, withCost),
    ...(withCost ? { piceCost: yuanFromFen(here.unitCostFen) } : {}),
    id: here.rowId,
    barcode: view.barcode,
    shopId,
    supplierId: view.supplierId,
    num: onHand - held + offered(view, shopId, kind),
    onHand,
    held,
    status: view.status,
    auditFlag: 2,
    gramShare: gramShareOf(view.attributes),
  } as LookupAnswer;
};
