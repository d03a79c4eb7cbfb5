/** What several events of a piece have in common. */
import { z } from 'zod';
import { storedName, storedText, storedWhole } from '../contracts/values.ts';
import { StoredDay } from '../contracts/dates.ts';
import { AmountFen, PriceFen, Quantity, WeightMg } from '../contracts/units.ts';
import { Attributes } from './fields.ts';

/** The document behind a movement, with its day of business. */
export const MovementDocument = z.object({
  kind: storedText(),
  id: storedWhole('id'),
  no: storedText(),
  line: storedWhole('index'),
  businessDate: StoredDay,
});
export type MovementDocument = z.infer<typeof MovementDocument>;
/** Who holds a piece (R2). */
export const Holder = z.object({ kind: storedText(), id: storedWhole('id'), no: storedText() });
export type Holder = z.infer<typeof Holder>;

/** A receipt record in full; a correction carries the whole record again. */
export const receipt = {
  barcode: storedName(),
  /** Id of the goods-in row (R40). */
  receiptId: storedWhole('id'),
  shopId: storedWhole('partnerId'),
  supplierId: storedWhole('partnerId').nullable(),
  receivedOn: StoredDay,
  batchNo: storedName().default(''),
  quantity: Quantity,
  printTemplate: storedText().default(''),
  /** '2' enabled, '1' disabled (R11). */
  status: storedText().default('2'),
  /** The import that brought it; the row shows once that import is completed. */
  importId: storedWhole('id').nullable().default(null),
  attributes: Attributes,
};
/** What posting a receipt moves. */
export const receiptMovement = {
  barcode: storedName(),
  receiptId: storedWhole('id'),
  shopId: storedWhole('partnerId'),
  quantity: Quantity,
  unitCostFen: PriceFen,
  receivedOn: StoredDay,
};
/** What a return to the supplier moves; prices are per piece. */
export const supplierReturn = {
  barcode: storedName(),
  document: MovementDocument,
  shopId: storedWhole('partnerId'),
  supplierId: storedWhole('partnerId').nullable(),
  quantity: Quantity,
  unitCostFen: PriceFen,
  returnPriceFen: PriceFen,
};
/** What a write-off or a find moves. */
export const adjustment = {
  barcode: storedName(),
  document: MovementDocument,
  shopId: storedWhole('partnerId'),
  quantity: Quantity,
  unitCostFen: PriceFen,
};
/** Where what customers bring back goes when it does not go on the shelf: to be inspected first, or to the old material. */
export const ReturnGoesTo = z.enum(['inspection', 'old-material']);
const weights = z.object({ netWeightMg: WeightMg, grossWeightMg: WeightMg });
/** What customers bring back of a sale, and what they are paid for it; `rowId`: the stock row it makes, null where the shop has one. */
export const customerReturn = {
  barcode: storedName(),
  saleKey: storedText(),
  document: MovementDocument,
  shopId: storedWhole('partnerId'),
  quantity: Quantity,
  /** What each piece cost when it was sold, with the gold that was cut off or added then. */
  unitCostFen: PriceFen,
  refundFen: AmountFen,
  rowId: storedWhole('id').nullable(),
  /** Absent: on the shelf. What goes to the old material is never on hand. */
  goesTo: ReturnGoesTo.optional(),
  /** It comes back lighter or heavier than it was: gold was cut off or added when it was sold. */
  reweighed: z.object({ before: weights, after: weights }).optional(),
};
/** What an inspection looked at. */
export const inspection = {
  barcode: storedName(),
  document: MovementDocument,
  shopId: storedWhole('partnerId'),
  quantity: Quantity,
  /** Its pieces went to the old material with the result, at that cost of one. */
  melted: z.object({ unitCostFen: PriceFen }).optional(),
};
export const fact = <Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), data: z.object(data) });
