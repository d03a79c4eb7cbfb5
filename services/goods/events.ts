/** Events of stream `goods-<barcode>`. Type names are storage: they never change. */
import { z } from 'zod';
import { Day } from '../contracts/dates.ts';
import { AmountFen, PriceFen, Quantity, WeightMg } from '../contracts/units.ts';
import { Attributes } from './fields.ts';

/** The document behind a movement, with its day of business. */
export const MovementDocument = z.object({
  kind: z.string(),
  id: z.int(),
  no: z.string(),
  line: z.int(),
  businessDate: Day,
});
export type MovementDocument = z.infer<typeof MovementDocument>;
/** Who holds a piece (R2). */
export const Holder = z.object({ kind: z.string(), id: z.int(), no: z.string() });
export type Holder = z.infer<typeof Holder>;

/** A receipt record in full; a correction carries the whole record again. */
const receipt = {
  barcode: z.string(),
  /** Id of the goods-in row (R40). */
  receiptId: z.int(),
  shopId: z.int(),
  supplierId: z.int().nullable(),
  receivedOn: Day,
  batchNo: z.string().default(''),
  quantity: Quantity,
  printTemplate: z.string().default(''),
  /** '2' enabled, '1' disabled (R11). */
  status: z.string().default('2'),
  /** The import that brought it; the row shows once that import is completed. */
  importId: z.int().nullable().default(null),
  attributes: Attributes,
};
/** What posting a receipt moves. */
const receiptMovement = {
  barcode: z.string(),
  receiptId: z.int(),
  shopId: z.int(),
  quantity: Quantity,
  unitCostFen: PriceFen,
  receivedOn: Day,
};
/** What a return to the supplier moves; prices are per piece. */
const supplierReturn = {
  barcode: z.string(),
  document: MovementDocument,
  shopId: z.int(),
  supplierId: z.int().nullable(),
  quantity: Quantity,
  unitCostFen: PriceFen,
  returnPriceFen: PriceFen,
};
/** What a write-off or a find moves. */
const adjustment = {
  barcode: z.string(),
  document: MovementDocument,
  shopId: z.int(),
  quantity: Quantity,
  unitCostFen: PriceFen,
};
/** The stock check whose difference is settled (`check-10007`): one difference is settled once. */
const Cause = z.string().optional();
const fact = <Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), data: z.object(data) });

export const GoodsEvent = z.discriminatedUnion('type', [
  fact('GoodsReceived', receipt),
  fact('GoodsReceiptCorrected', receipt),
  /** A pending receipt was deleted; the barcode may be received again (R12). */
  fact('GoodsReceiptWithdrawn', { barcode: z.string(), receiptId: z.int() }),
  fact('GoodsReceiptAudited', { ...receiptMovement, auditor: z.string() }),
  fact('GoodsReceiptReversed', { ...receiptMovement, reason: z.string() }),
  /**
   * `replaces`: another hold of the same document that this one stands in for; what both take counts once, and the
   * posting of one ends both. Absent: it stands for itself.
   */
  fact('GoodsHeld', {
    barcode: z.string(),
    key: z.string(),
    shopId: z.int(),
    quantity: Quantity,
    holder: Holder,
    replaces: z.string().optional(),
    cause: Cause,
    /** The stock row whose pieces are claimed, to be moved back to where they came from. */
    backOf: z.int().optional(),
  }),
  /** Also written for a key that never held here (quantity 0): a late hold with that key is then refused. */
  fact('GoodsHoldReleased', { barcode: z.string(), key: z.string(), shopId: z.int().nullable(), quantity: z.int() }),
  /** Consumes the hold `key`; `rowId` is the stock row it makes in the in-shop (R7). */
  fact('GoodsTransferred', {
    barcode: z.string(),
    key: z.string(),
    document: MovementDocument,
    fromShopId: z.int(),
    toShopId: z.int(),
    quantity: Quantity,
    outPriceFen: PriceFen,
    inPriceFen: PriceFen,
    rowId: z.int(),
  }),
  /** Consumes the claim `claimKey` in the in-shop; the pieces are back in the out-shop, held under `holdKey`. */
  fact('GoodsTransferReversed', {
    barcode: z.string(),
    claimKey: z.string(),
    holdKey: z.string(),
    document: MovementDocument,
    fromShopId: z.int(),
    toShopId: z.int(),
    quantity: Quantity,
    outPriceFen: PriceFen,
    inPriceFen: PriceFen,
    rowId: z.int(),
    holder: Holder,
  }),
  /** Consumes the hold `key`. Line totals: amountFen is factSellFee, soldWeightMg the weight charged. */
  fact('GoodsSold', {
    barcode: z.string(),
    key: z.string(),
    document: MovementDocument,
    shopId: z.int(),
    quantity: Quantity,
    unitCostFen: PriceFen,
    amountFen: AmountFen,
    soldWeightMg: WeightMg,
  }),
  /** A sold line is reserved for its reversal; nothing else may touch it meanwhile. */
  fact('GoodsSaleClaimed', { barcode: z.string(), claimKey: z.string(), saleKey: z.string(), holder: Holder }),
  fact('GoodsSaleClaimReleased', { barcode: z.string(), claimKey: z.string(), saleKey: z.string() }),
  fact('GoodsSaleReversed', {
    barcode: z.string(),
    claimKey: z.string(),
    saleKey: z.string(),
    holdKey: z.string(),
    document: MovementDocument,
    shopId: z.int(),
    quantity: Quantity,
    unitCostFen: PriceFen,
    amountFen: AmountFen,
    soldWeightMg: WeightMg,
    holder: Holder,
  }),
  /** Consumes the hold `key`; the supplier takes each piece back at `returnPriceFen`. */
  fact('GoodsReturnedToSupplier', { key: z.string(), ...supplierReturn }),
  /** A returned line is reserved for its reversal. */
  fact('GoodsSupplierReturnClaimed', {
    barcode: z.string(),
    claimKey: z.string(),
    returnKey: z.string(),
    holder: Holder,
  }),
  fact('GoodsSupplierReturnClaimReleased', { barcode: z.string(), claimKey: z.string(), returnKey: z.string() }),
  fact('GoodsSupplierReturnReversed', {
    claimKey: z.string(),
    returnKey: z.string(),
    holdKey: z.string(),
    ...supplierReturn,
    holder: Holder,
  }),
  /** Consumes the hold `key`: lost, broken or stolen, with the reason that the document gives. */
  fact('GoodsWrittenOff', { key: z.string(), ...adjustment, reason: z.string().default('') }),
  /** A written-off line is reserved for its reversal. */
  fact('GoodsWriteOffClaimed', { barcode: z.string(), claimKey: z.string(), writeOffKey: z.string(), holder: Holder }),
  fact('GoodsWriteOffClaimReleased', { barcode: z.string(), claimKey: z.string(), writeOffKey: z.string() }),
  fact('GoodsWriteOffReversed', {
    claimKey: z.string(),
    writeOffKey: z.string(),
    holdKey: z.string(),
    ...adjustment,
    holder: Holder,
  }),
  /** A pending write-up says that pieces turned up; nothing moves, but nobody else may find the same ones. */
  fact('GoodsFindExpected', {
    barcode: z.string(),
    key: z.string(),
    shopId: z.int(),
    quantity: Quantity,
    holder: Holder,
    cause: Cause,
  }),
  /** Ends the expectation `key`: the pieces are on hand, at the cost that stood in that shop. */
  fact('GoodsFound', { key: z.string(), ...adjustment, reason: z.string().default('') }),
  /** Consumes the claim `claimKey`; the find is announced again under `holdKey`. */
  fact('GoodsFindReversed', {
    claimKey: z.string(),
    foundKey: z.string(),
    holdKey: z.string(),
    ...adjustment,
    holder: Holder,
  }),
]);
export type GoodsEvent = z.infer<typeof GoodsEvent>;
export const GOODS_EVENT_TYPES: readonly string[] = GoodsEvent.options.map((option) => option.shape.type.value);

/** Import of many pieces (stream `import-<id>`): rows in chunks, then the pieces, then the end. */
export const ImportEvent = z.discriminatedUnion('type', [
  fact('ImportRowsWritten', {
    importId: z.int(),
    offset: z.int(),
    rows: z.array(z.object(receipt)),
    /** Row of the file that each of `rows` stood in, for messages. */
    rowNumbers: z.array(z.int()).default([]),
  }),
  fact('ImportAccepted', {
    importId: z.int(),
    shopId: z.int(),
    supplierId: z.int().nullable(),
    category: z.string(),
    batchNo: z.string(),
    fileName: z.string(),
    total: z.int(),
  }),
  fact('ImportCompleted', { importId: z.int(), total: z.int() }),
  fact('ImportWithdrawn', {
    importId: z.int(),
    problems: z.array(z.object({ row: z.int(), barcode: z.string(), message: z.string() })),
  }),
]);
export type ImportEvent = z.infer<typeof ImportEvent>;

/** Who sends a piece where: the commands other slices may give to a piece, through {@link Pieces}. */
export type PieceCommand =
  | {
      readonly type: 'HoldGoods';
      readonly key: string;
      /** A hold of the same document that this one stands in for: what it keeps in that shop counts as free. */
      readonly replaces?: string;
      /** See {@link GoodsEvent} `GoodsHeld`. */
      readonly cause?: string;
      readonly backOf?: number;
      readonly shopId: number;
      readonly quantity: number;
      readonly holder: Holder;
    }
  | { readonly type: 'ReleaseGoods'; readonly key: string }
  | {
      readonly type: 'TransferGoods';
      readonly key: string;
      readonly document: MovementDocument;
      readonly toShopId: number;
      readonly outPriceFen: number;
      readonly inPriceFen: number;
      readonly rowId: number;
    }
  | {
      readonly type: 'ReverseTransfer';
      readonly claimKey: string;
      readonly holdKey: string;
      readonly document: MovementDocument;
      readonly fromShopId: number;
      readonly toShopId: number;
      readonly quantity: number;
      readonly outPriceFen: number;
      readonly inPriceFen: number;
      readonly rowId: number;
      readonly holder: Holder;
    }
  | {
      readonly type: 'SellGoods';
      readonly key: string;
      readonly document: MovementDocument;
      readonly amountFen: number;
      readonly soldWeightMg: number;
    }
  | { readonly type: 'ClaimSale'; readonly claimKey: string; readonly saleKey: string; readonly holder: Holder }
  | { readonly type: 'ReleaseSaleClaim'; readonly claimKey: string; readonly saleKey: string }
  | {
      readonly type: 'ReverseSale';
      readonly claimKey: string;
      readonly saleKey: string;
      readonly holdKey: string;
      readonly document: MovementDocument;
      readonly holder: Holder;
    }
  | {
      readonly type: 'ReturnToSupplier';
      readonly key: string;
      readonly document: MovementDocument;
      readonly supplierId: number | null;
      readonly returnPriceFen: number;
    }
  | {
      readonly type: 'ClaimSupplierReturn';
      readonly claimKey: string;
      readonly returnKey: string;
      readonly holder: Holder;
    }
  | { readonly type: 'ReleaseSupplierReturnClaim'; readonly claimKey: string; readonly returnKey: string }
  | {
      readonly type: 'ReverseSupplierReturn';
      readonly claimKey: string;
      readonly returnKey: string;
      readonly holdKey: string;
      readonly document: MovementDocument;
      readonly holder: Holder;
    }
  | WriteOffCommand
  | FindCommand;

type WriteOffCommand =
  | {
      readonly type: 'WriteOffGoods';
      readonly key: string;
      readonly document: MovementDocument;
      readonly reason: string;
    }
  | { readonly type: 'ClaimWriteOff'; readonly claimKey: string; readonly writeOffKey: string; readonly holder: Holder }
  | { readonly type: 'ReleaseWriteOffClaim'; readonly claimKey: string; readonly writeOffKey: string }
  | {
      readonly type: 'ReverseWriteOff';
      readonly claimKey: string;
      readonly writeOffKey: string;
      readonly holdKey: string;
      readonly document: MovementDocument;
      readonly holder: Holder;
    };
/** An expectation is let go by `ReleaseGoods`, and a posted find is claimed by `HoldGoods`, as holds are. */
type FindCommand =
  | {
      readonly type: 'ExpectFind';
      readonly key: string;
      readonly shopId: number;
      readonly quantity: number;
      readonly holder: Holder;
      readonly cause?: string;
    }
  | { readonly type: 'PostFind'; readonly key: string; readonly document: MovementDocument; readonly reason: string }
  | {
      readonly type: 'ReverseFind';
      readonly claimKey: string;
      readonly foundKey: string;
      readonly holdKey: string;
      readonly document: MovementDocument;
      readonly holder: Holder;
    };
