/** Goods: what other slices, projections and screens may know. */
import { z } from 'zod';
import { TEXTS, chosenId, patternText, rawText, requiredText } from '../contracts/values.ts';
import { asBarcode } from '../contracts/barcode.ts';
import { Day } from '../contracts/dates.ts';
import type { EffectOutcome } from '../contracts/document.ts';
import type { Save } from '../contracts/save.ts';
import { refuseField, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/user.ts';
import { Count } from '../contracts/units.ts';
import type { Custodians } from '../documents/custodian.ts';
import type { Holder } from './events.ts';
import type { PieceCommand } from './piece-commands.ts';
import { BatchNo, GOODS_WIRE_SHAPE, attributesFromParsed, type GoodsAttributes } from './fields.ts';

export * from './events.ts';
export * from './field-names.ts';
export * from './fields.ts';
export * from './piece-holds.ts';
export * from './piece-commands.ts';
export * from './piece-terms.ts';
export * from './pricing.ts';
export * from './wire-row.ts';

export const goodsStream = (barcode: string): string => `goods-${barcode}`;

const BARCODE_FORM = '条码应为4到32位数字、字母或 . _ / -';
/** R14: NFKC, trimmed, upper case, 4–32 of `0-9A-Z._/-`; a comma parts codes from each other (R149). */
export const Barcode = rawText(TEXTS.filter, { error: '请输入条码！', long: BARCODE_FORM })
  .transform(asBarcode)
  .pipe(patternText(/^[0-9A-Z._/,、-]{4,32}$/, BARCODE_FORM).regex(/^[^,、]*$/, '条码里不能有逗号'));

/** Body of create and update (S0§3, §5): wire names in, inside values out. An empty barcode asks for an automatic one. */
export const GoodsInBody = z.object({
  id: chosenId('id').optional(),
  shopId: chosenId('partnerId', '分店不能为空'),
  supplierId: chosenId('partnerId', '请选择供应商')
    .nullish()
    .transform((value) => value ?? null),
  inStorageAt: requiredText('入库日期不能为空', TEXTS.short).pipe(Day),
  batchNo: BatchNo,
  barcode: z
    .union([z.literal('').transform(() => null), z.null(), Barcode])
    .optional()
    .transform((value) => value ?? null),
  num: Count.min(1, '数量不能小于1')
    .nullish()
    .transform((value) => value ?? 1),
  status: z
    .enum(['1', '2'], { error: '状态不正确' })
    .nullish()
    .transform((value) => value ?? '2'),
  printTemplate: requiredText('请选择标签模板', 60),
  ...GOODS_WIRE_SHAPE,
});
export type GoodsInBody = z.infer<typeof GoodsInBody>;
/** Attributes out of a parsed body. */
export const attributesOf = (body: GoodsInBody): GoodsAttributes => attributesFromParsed(body);

/** A hold on a piece, as shown to whoever meets it (R3). */
export type HoldState = {
  readonly shopId: number;
  readonly quantity: number;
  readonly holder: Holder;
  readonly by: string;
  readonly at: string;
  /** The kind of document that may take it over. */
  readonly offeredTo?: string;
};
/** Pieces that a customer brought back to be inspected, in the order `returnId`. */
export type ToInspect = {
  /** What the return was posted under. */
  readonly key: string;
  readonly returnId: number;
  readonly shopId: number;
  readonly quantity: number;
  /** The inspection that judged it, or is about to; null while it waits. */
  readonly judge: Holder | null;
  /** All that ever judged it, also those that were taken back, in their order. */
  readonly judges: readonly Holder[];
};
/** A piece as other slices see it: attributes, and what each shop has free of it. */
export type PieceView = {
  readonly barcode: string;
  readonly stage: 'pending' | 'audited' | 'withdrawn';
  readonly status: string;
  readonly supplierId: number | null;
  /** Shop that its receipt is of. */
  readonly receivedIn: number;
  /** Day of it, yyyy-MM-dd. */
  readonly receivedOn: string;
  /** Pieces of the lot as it was received. */
  readonly received: number;
  readonly attributes: GoodsAttributes;
  readonly holdings: readonly {
    readonly shopId: number;
    readonly onHand: number;
    readonly held: number;
    readonly rowId: number;
    /** Every row that brought pieces there and stands, the last one {@link rowId}. */
    readonly rowIds: readonly number[];
    readonly unitCostFen: number;
  }[];
  readonly holds: readonly HoldState[];
  /** Sales of it that stand. `free`: pieces that may be brought back; `returns`: who brought some back, or is about to. */
  readonly sales: readonly {
    /** What it was posted under. */
    readonly key: string;
    readonly saleId: number;
    readonly shopId: number;
    readonly quantity: number;
    readonly unitCostFen: number;
    readonly free: number;
    readonly returns: readonly { readonly holder: Holder; readonly quantity: number }[];
  }[];
  readonly toInspect: readonly ToInspect[];
};
/** Events carry the log position, so that the caller can wait for read models; `outcome`: what only the posting could tell. */
export type PieceAnswer = { readonly position: number; readonly outcome?: EffectOutcome['figures'] };
/** What documents may do with pieces. Repeats with the same key are silent; refusals name who has the piece (R3, 409). */
export interface Pieces {
  /** null when no such piece was ever received. */
  view(barcode: string): Promise<PieceView | null>;
  /** Through a save of others; absent: at once. */
  apply(barcode: string, command: PieceCommand, actor: Actor, save?: Save): Promise<PieceAnswer | Refusal>;
}

/** {@link Pieces} with the look-up of R3, as goods/pieces.ts implements it. */
export interface PieceDesk extends Pieces {
  /** The audited, enabled piece with something free in that shop, now or as of a position, or the telling refusal (404, 409). */
  lookup(shopId: number, barcode: string, asOf?: number): Promise<PieceView | Refusal>;
  /** As above; what another document set aside for that kind counts as free. */
  lookupFor(kind: string, shopId: number, barcode: string): Promise<PieceView | Refusal>;
  /** The piece of which more may have turned up in that shop than the books say, or why not (R9). */
  lookupFind(
    barcode: string,
    find: { readonly shopId: number; readonly quantity: number; readonly holder: Holder | null },
  ): Promise<PieceView | Refusal>;
}
/** Pieces as a kind of document is joined with them: its own look-ups, and who answers for its effects. */
export type JoinedPieces = { readonly pieces: PieceDesk; readonly custodians: Custodians };
/** A piece as it was at each of these positions of the log, out of one reading; null where it was not there yet. */
export type PieceMoments = (barcode: string, positions: readonly number[]) => Promise<readonly (PieceView | null)[]>;

/**
 * The piece for a line in that shop (R3): the view, or the telling refusal 不存在 (404) / 未审核 / 已停用 / 已售出 /
 * 在{shop} / 已被{单据号}占用 (409). Implemented in goods/pieces.ts; the message of a wrong id in a line is here (R40).
 */
export const wrongRowId = (path: string): Refusal => refuseField('goods.row_id', path, '货品编号与条码不一致');
