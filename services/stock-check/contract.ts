/** Stock check (S0§2–§5; R9): wire bodies, events, reasons. A check holds no pieces and never moves stock. */
import { z } from 'zod';
import { asBarcode } from '../contracts/barcode.ts';
import { Day } from '../contracts/dates.ts';
import { Count } from '../contracts/units.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { Barcode, formText } from '../goods/contract.ts';

export const checkStream = (id: number): string => `check-${id}`;
export const CHECK_VIEWS = ['stock-checks', 'stock-check-counts'];

export const CheckHeader = z.object({
  shopId: z.int(),
  checkedOn: Day,
  category: z.string(),
  style: z.string().default(''),
  remark: z.string().default(''),
});
export type CheckHeader = z.infer<typeof CheckHeader>;

/** Why a scanned code is not among the pieces to be checked (R9); 盘点后到店: it came after the book was taken. */
export const NOT_FOUND_REASONS = ['其他分店', '已售', '已退', '已报损', '占用', '盘点后到店', '未知'] as const;
export const NotFound = z.object({ barcode: z.string(), reason: z.enum(NOT_FOUND_REASONS), detail: z.string() });
export type NotFound = z.infer<typeof NotFound>;

/** Frozen by the audit: what the books said at `bookPosition` and what was counted. */
export const CheckTotals = z.object({
  lineCount: z.int(),
  bookNum: z.int(),
  factNum: z.int(),
  scanNum: z.int(),
  notFound: z.int(),
});
export type CheckTotals = z.infer<typeof CheckTotals>;

const fact = <Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), data: z.object({ documentId: z.int(), ...data }) });
/** Counts belong to a round; a reset begins the next one, so that it costs one event whatever was counted. */
const counted = { round: z.int(), barcode: z.string() };

export const CheckEvent = z.discriminatedUnion('type', [
  /** `bookPosition`: the log position whose holdings are the books of this check. */
  fact('StockCheckOpened', { header: CheckHeader, bookPosition: z.int() }),
  fact('StockCheckHeaderCorrected', { header: CheckHeader }),
  /** A scan is a fact; `bookNum` is what the books have, which caps the counted quantity (R9). */
  fact('StockCounted', { ...counted, scans: z.int().positive(), bookNum: z.int(), device: z.string().default('') }),
  /** Typed by hand. `scanNum` only where it was handed in with the lines. */
  fact('StockCountCorrected', { ...counted, factNum: z.int(), scanNum: z.int().nullable().default(null) }),
  fact('StockCountRemarked', { ...counted, remark: z.string() }),
  fact('StockNotFound', { ...counted, reason: z.enum(NOT_FOUND_REASONS), detail: z.string() }),
  fact('StockNotFoundCleared', { barcodes: z.array(z.string()) }),
  fact('StockCheckReset', { round: z.int(), bookPosition: z.int() }),
  fact('StockCheckAudited', { auditor: z.string(), bookPosition: z.int(), totals: CheckTotals }),
  fact('StockCheckReversed', { reason: z.string() }),
  fact('StockCheckDeleted', {}),
]);
export type CheckEvent = z.infer<typeof CheckEvent>;
export const CHECK_EVENT_TYPES: readonly string[] = CheckEvent.options.map((option) => option.shape.type.value);

/** What of a line nothing explains: pieces that lack, and pieces beyond the books (R9). */
export type Unexplained = { readonly missing: number; readonly surplus: number };
/**
 * `moved`: net quantity of the shop's movements since the books were taken, `held`: what documents had, both at the
 * audit. What left or is held explains what lacks; what came explains what is more.
 */
export const unexplained = ({
  bookNum,
  factNum,
  moved,
  held,
}: {
  readonly bookNum: number;
  readonly factNum: number;
  readonly moved: number;
  readonly held: number;
}): Unexplained => ({
  missing: Math.max(0, bookNum - factNum - Math.max(0, -moved) - held),
  surplus: Math.max(0, factNum - bookNum - Math.max(0, moved)),
});
/** Most lines that are proposed of one check at a time, as many as a document takes. */
export const MAX_PROPOSED = 5_000;
/** The differences of an audited check, for whoever settles them; a refusal when it is not audited. */
export type AuditedChecks = (
  id: number,
  barcodes: readonly string[],
) => Promise<{ readonly shopId: number; readonly of: ReadonlyMap<string, Unexplained> } | Refusal>;

/** A line's count after a scan: one more scan; counted up to the books, never below what stood there (R9). */
export const afterScan = (
  { factNum, scanNum }: { readonly factNum: number; readonly scanNum: number },
  { scans, bookNum }: { readonly scans: number; readonly bookNum: number },
): { factNum: number; scanNum: number } => ({
  factNum: Math.max(factNum, Math.min(factNum + scans, bookNum)),
  scanNum: scanNum + scans,
});

const remark = formText(200)
  .nullish()
  .transform((value) => value ?? '');
const header = {
  shopId: z.int({ error: '分店不能为空' }).positive('分店不能为空'),
  checkAt: z.string({ error: '盘点日期不能为空' }).min(1, '盘点日期不能为空').pipe(Day),
  type: z.string({ error: '首饰类别不能为空' }).trim().min(1, '首饰类别不能为空').pipe(formText(60)),
  style: formText(60)
    .nullish()
    .transform((value) => value ?? ''),
  remark,
};
export const headerOf = (body: z.infer<typeof CheckOpenBody>): CheckHeader => ({
  shopId: body.shopId,
  checkedOn: body.checkAt,
  category: body.type,
  style: body.style,
  remark: body.remark,
});
/** Most lines of one save; longer checks are scanned, not sent. */
export const MAX_LINES = 100_000;
/** Most codes that a check keeps as not found. */
export const MAX_NOT_FOUND = 5_000;

/** POST /biz-check/open: a check of everything the books have there, to be scanned into; nothing is sent back and forth. */
export const CheckOpenBody = z.object(header);
/** Body of create and update (S0§3, §5). Lines set what they name; what they do not name stays as it is. */
export const CheckBody = z.object({
  id: z.int().positive().optional(),
  ...header,
  noFind: z.string().max(200_000, '未找到的条码太多').nullish(),
  bizGoodsList: z
    .array(
      z.object({
        goodsId: z.int().nullish(),
        barcode: Barcode,
        factNum: Count.nullish().transform((value) => value ?? 0),
        scanNum: Count.nullish().transform((value) => value ?? null),
        remark: formText(200).nullish(),
      }),
      { error: '请输入要盘点的首饰' },
    )
    .max(MAX_LINES, `一张盘点单最多${MAX_LINES}行`),
});
export type CheckBody = z.infer<typeof CheckBody>;

/** POST /biz-check/{id}/scan: one code or a batch in the order scanned; a code twice is two scans. */
export const ScanBody = z
  .object({
    barcode: z.string().max(200).optional(),
    barcodes: z.array(z.string().max(200)).max(200, '一次最多200个条码').optional(),
    device: formText(40).nullish(),
  })
  .transform(({ barcode, barcodes, device }) => ({
    codes: [...(barcode === undefined ? [] : [barcode]), ...(barcodes ?? [])]
      .map(asBarcode)
      .filter((code) => code !== ''),
    device: device ?? '',
  }))
  .refine(({ codes }) => codes.length > 0, '请输入条码！');
/** One scanned code: among the pieces of the check (`found`), or why not. */
export const ScanAnswer = z.object({
  barcode: z.string(),
  found: z.boolean(),
  bookNum: z.int(),
  reason: z.string(),
  detail: z.string(),
});
export type ScanAnswer = z.infer<typeof ScanAnswer>;
