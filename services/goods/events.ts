/** Events of stream `goods-<barcode>`. Type names are storage: they never change. */
import { z } from 'zod';
import { storedPerson } from '../contracts/person.ts';
import { LISTS, storedName, storedText, storedWhole } from '../contracts/values.ts';
import { AmountFen, LotWeightMg, PriceFen, Quantity } from '../contracts/units.ts';
import {
  Holder,
  MovementDocument,
  adjustment,
  customerReturn,
  fact,
  inspection,
  receipt,
  receiptMovement,
  supplierReturn,
} from './event-fields.ts';

export { Holder, MovementDocument, ReturnGoesTo } from './event-fields.ts';

/** The stock check whose difference is settled (`check-10007`): one difference is settled once. */
const Cause = storedText().optional();
/** What an inspection says of a piece: it passed, goes back to its supplier, or becomes old material. */
export const InspectionResult = z.enum(['passed', 'supplier', 'melt']);
export type InspectionResult = z.infer<typeof InspectionResult>;

/**
 * Number of the shapes below. Up to 1 events left out what a piece did not have, up to 2 claims were of all that was sold,
 * up to 3 no claim stood in for another, up to 4 what customers brought back always went on the shelf.
 */
export const GOODS_SCHEMA = 5;
export const GoodsEvent = z.discriminatedUnion('type', [
  fact('GoodsReceived', receipt),
  fact('GoodsReceiptCorrected', receipt),
  /** A pending receipt was deleted; the barcode may be received again (R12). */
  fact('GoodsReceiptWithdrawn', { barcode: storedName(), receiptId: storedWhole('id') }),
  fact('GoodsReceiptAudited', { ...receiptMovement, auditor: storedPerson() }),
  fact('GoodsReceiptReversed', { ...receiptMovement, reason: storedText() }),
  /**
   * `replaces`: another hold of the same document that this one stands in for; what both take counts once, and the
   * posting of one ends both. Absent: it stands for itself.
   */
  fact('GoodsHeld', {
    barcode: storedName(),
    key: storedText(),
    shopId: storedWhole('partnerId'),
    quantity: Quantity,
    holder: Holder,
    replaces: storedText().optional(),
    cause: Cause,
    /** The stock row whose pieces are claimed, to be moved back to where they came from. */
    backOf: storedWhole('id').optional(),
  }),
  /** Also written for a key that never held here (quantity 0): a late hold with that key is then refused. */
  fact('GoodsHoldReleased', {
    barcode: storedName(),
    key: storedText(),
    shopId: storedWhole('partnerId').nullable(),
    quantity: storedWhole('pieces'),
  }),
  /** Consumes the hold `key`; `rowId` is the stock row it makes in the in-shop (R7). */
  fact('GoodsTransferred', {
    barcode: storedName(),
    key: storedText(),
    document: MovementDocument,
    fromShopId: storedWhole('partnerId'),
    toShopId: storedWhole('partnerId'),
    quantity: Quantity,
    outPriceFen: PriceFen,
    inPriceFen: PriceFen,
    rowId: storedWhole('id'),
  }),
  /** Consumes the claim `claimKey` in the in-shop; the pieces are back in the out-shop, held under `holdKey`. */
  fact('GoodsTransferReversed', {
    barcode: storedName(),
    claimKey: storedText(),
    holdKey: storedText(),
    document: MovementDocument,
    fromShopId: storedWhole('partnerId'),
    toShopId: storedWhole('partnerId'),
    quantity: Quantity,
    outPriceFen: PriceFen,
    inPriceFen: PriceFen,
    rowId: storedWhole('id'),
    holder: Holder,
  }),
  /** Consumes the hold `key`. Line totals: amountFen is factSellFee, soldWeightMg the weight charged. */
  fact('GoodsSold', {
    barcode: storedName(),
    key: storedText(),
    document: MovementDocument,
    shopId: storedWhole('partnerId'),
    quantity: Quantity,
    unitCostFen: PriceFen,
    amountFen: AmountFen,
    soldWeightMg: LotWeightMg,
  }),
  /**
   * A sold line is reserved: for its reversal, and nothing else may touch it meanwhile; or `quantity` of it for the return
   * of a customer. null: all of it.
   */
  fact('GoodsSaleClaimed', {
    barcode: storedName(),
    claimKey: storedText(),
    saleKey: storedText(),
    holder: Holder,
    purpose: z.enum(['reversal', 'return']).default('reversal'),
    quantity: Quantity.nullable().default(null),
    /** Another claim of the same document that this one stands in for, as with holds. */
    replaces: storedText().optional(),
  }),
  fact('GoodsSaleClaimReleased', { barcode: storedName(), claimKey: storedText(), saleKey: storedText() }),
  fact('GoodsSaleReversed', {
    barcode: storedName(),
    claimKey: storedText(),
    saleKey: storedText(),
    holdKey: storedText(),
    document: MovementDocument,
    shopId: storedWhole('partnerId'),
    quantity: Quantity,
    unitCostFen: PriceFen,
    amountFen: AmountFen,
    soldWeightMg: LotWeightMg,
    holder: Holder,
  }),
  /** Uses the claim `key` up: what was sold is on hand again in the shop that takes it, unless it became old material. */
  fact('GoodsCustomerReturned', { key: storedText(), ...customerReturn }),
  /** Consumes the claim `claimKey` in that shop; the sale is claimed again under `holdKey`. */
  fact('GoodsCustomerReturnReversed', {
    claimKey: storedText(),
    returnedKey: storedText(),
    holdKey: storedText(),
    ...customerReturn,
    holder: Holder,
  }),
  /** Consumes the hold `key`; the supplier takes each piece back at `returnPriceFen`. */
  fact('GoodsReturnedToSupplier', { key: storedText(), ...supplierReturn }),
  /** A returned line is reserved for its reversal. */
  fact('GoodsSupplierReturnClaimed', {
    barcode: storedName(),
    claimKey: storedText(),
    returnKey: storedText(),
    holder: Holder,
  }),
  fact('GoodsSupplierReturnClaimReleased', { barcode: storedName(), claimKey: storedText(), returnKey: storedText() }),
  fact('GoodsSupplierReturnReversed', {
    claimKey: storedText(),
    returnKey: storedText(),
    holdKey: storedText(),
    ...supplierReturn,
    holder: Holder,
  }),
  /** Consumes the hold `key`: lost, broken or stolen, with the reason that the document gives. */
  fact('GoodsWrittenOff', { key: storedText(), ...adjustment, reason: storedText().default('') }),
  /** A written-off line is reserved for its reversal. */
  fact('GoodsWriteOffClaimed', {
    barcode: storedName(),
    claimKey: storedText(),
    writeOffKey: storedText(),
    holder: Holder,
  }),
  fact('GoodsWriteOffClaimReleased', { barcode: storedName(), claimKey: storedText(), writeOffKey: storedText() }),
  fact('GoodsWriteOffReversed', {
    claimKey: storedText(),
    writeOffKey: storedText(),
    holdKey: storedText(),
    ...adjustment,
    holder: Holder,
  }),
  /** A pending write-up says that pieces turned up; nothing moves, but nobody else may find the same ones. */
  fact('GoodsFindExpected', {
    barcode: storedName(),
    key: storedText(),
    shopId: storedWhole('partnerId'),
    quantity: Quantity,
    holder: Holder,
    cause: Cause,
  }),
  /** Ends the expectation `key`: the pieces are on hand, at the cost that stood in that shop. */
  fact('GoodsFound', { key: storedText(), ...adjustment, reason: storedText().default('') }),
  /** Consumes the claim `claimKey`; the find is announced again under `holdKey`. */
  fact('GoodsFindReversed', {
    claimKey: storedText(),
    foundKey: storedText(),
    holdKey: storedText(),
    ...adjustment,
    holder: Holder,
  }),
  /**
   * The hold `key` ends where the pieces passed; else it stays, and nobody else may have them. Nothing moves, but for
   * pieces of a customer's return that become old material.
   */
  fact('GoodsInspected', {
    key: storedText(),
    ...inspection,
    result: InspectionResult,
    note: storedText().default(''),
  }),
  /** Consumes the claim `claimKey`; the pieces are held as before the inspection was audited. */
  fact('GoodsInspectionReversed', {
    claimKey: storedText(),
    inspectedKey: storedText(),
    holdKey: storedText(),
    ...inspection,
    holder: Holder,
  }),
  /**
   * The hold `from` of one document becomes the hold `to` of another, in one event: nobody gets the pieces in between.
   * Given back the same way when the other one lets go.
   */
  fact('GoodsHoldHandedOver', {
    barcode: storedName(),
    from: storedText(),
    to: storedText(),
    shopId: storedWhole('partnerId'),
    quantity: Quantity,
    giver: Holder,
    holder: Holder,
  }),
  /** What came back under that key at another weight has its new label (R74). */
  fact('GoodsLabelRenewed', { barcode: storedName(), returnedKey: storedText() }),
]);
export type GoodsEvent = z.infer<typeof GoodsEvent>;
export const GOODS_EVENT_TYPES: readonly string[] = GoodsEvent.options.map((option) => option.shape.type.value);

/** Import of many pieces (stream `import-<id>`): rows in chunks, then the pieces, then the end. */
export const ImportEvent = z.discriminatedUnion('type', [
  fact('ImportRowsWritten', {
    importId: storedWhole('id'),
    offset: storedWhole('index'),
    rows: z.array(z.object(receipt)).max(LISTS.importRows),
    /** Row of the file that each of `rows` stood in, for messages. */
    rowNumbers: z.array(storedWhole('index')).max(LISTS.importRows).default([]),
  }),
  fact('ImportAccepted', {
    importId: storedWhole('id'),
    shopId: storedWhole('partnerId'),
    supplierId: storedWhole('partnerId').nullable(),
    category: storedName(),
    batchNo: storedName(),
    fileName: storedText(),
    total: storedWhole('index'),
  }),
  fact('ImportCompleted', { importId: storedWhole('id'), total: storedWhole('index') }),
  fact('ImportWithdrawn', {
    importId: storedWhole('id'),
    problems: z
      .array(z.object({ row: storedWhole('index'), barcode: storedName(), message: storedText() }))
      .max(LISTS.importRows),
  }),
]);
export type ImportEvent = z.infer<typeof ImportEvent>;
