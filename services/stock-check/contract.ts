/** Stock check (S0§2–§5; R9): wire bodies, events, reasons. A check holds no pieces and never moves stock. */
import { z } from 'zod';
import { storedPerson } from '../contracts/person.ts';
import {
  LISTS,
  TEXTS,
  chosenId,
  rawText,
  requiredText,
  stored,
  storedName,
  storedText,
  storedWhole,
  wireWhole,
} from '../contracts/values.ts';
import { asBarcode } from '../contracts/barcode.ts';
import { Day, StoredDay } from '../contracts/dates.ts';
import { Count } from '../contracts/units.ts';
import { documentNo, type EffectLeg } from '../contracts/document.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { Barcode, Holder, formText, type PieceView } from '../goods/contract.ts';

export const checkStream = (id: number): string => `check-${id}`;

/** The custodian's name in stored effects, and what a document asks of it that settles differences of a check. */
export const CHECK = 'stock-check';
/** Its number, as it stands in messages. */
export const checkOf = (effectId: string): number => Number(effectId.replace(/^\D+/, ''));
export const checkEffect = (id: number) => ({
  custodian: CHECK,
  id: documentNo('check', id),
  role: 'stay' as const satisfies EffectLeg['role'],
  quantity: 1,
  place: 0,
});
/** A document that stands on the audit of a check. */
export const Settler = Holder;
export type Settler = z.infer<typeof Settler>;

export const CheckHeader = z.object({
  shopId: storedWhole('partnerId'),
  checkedOn: StoredDay,
  category: storedName(),
  style: storedName().default(''),
  remark: storedText().default(''),
});
export type CheckHeader = z.infer<typeof CheckHeader>;

/** Why a scanned code is not among the pieces to be checked (R9); 盘点后到店: it came after the book was taken. */
export const NOT_FOUND_REASONS = ['其他分店', '已售', '已退', '已报损', '占用', '盘点后到店', '未知'] as const;
export const UnmatchedCode = z.object({
  barcode: storedName(),
  reason: z.enum(NOT_FOUND_REASONS),
  detail: storedText(),
});
export type UnmatchedCode = z.infer<typeof UnmatchedCode>;

/** Frozen by the audit: what the books said at `bookPosition` and what was counted. */
export const CheckTotals = z.object({
  lineCount: storedWhole('position'),
  bookNum: storedWhole('position'),
  factNum: storedWhole('position'),
  scanNum: storedWhole('position'),
  notFound: storedWhole('position'),
});
export type CheckTotals = z.infer<typeof CheckTotals>;

const fact = <Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), data: z.object({ documentId: storedWhole('id'), ...data }) });
/** Counts belong to a round; a reset begins the next one, so that it costs one event whatever was counted. */
const counted = { round: storedWhole('index'), barcode: storedName() };

/** Number of the shapes below. Up to 1 events left out what was not said. */
export const CHECK_SCHEMA = 2;
export const CheckEvent = z.discriminatedUnion('type', [
  /**
   * `bookPosition`: the log position whose holdings are the books of this check. `blind`: whoever counts is told nothing
   * of them before the count is finished; said once, here, and never taken back.
   */
  fact('StockCheckOpened', {
    header: CheckHeader,
    bookPosition: storedWhole('position'),
    blind: z.literal(true).optional(),
  }),
  fact('StockCheckHeaderCorrected', { header: CheckHeader }),
  /**
   * A scan is a fact; `bookNum` is what the books have, which caps the counted quantity (R9). A blind count has a `cap`
   * of its own, or scanning on would tell what the books have.
   */
  fact('StockCounted', {
    ...counted,
    scans: stored('lotPieces'),
    bookNum: storedWhole('pieces'),
    device: storedText().default(''),
    cap: storedWhole('pieces').optional(),
  }),
  /** Typed by hand. `scanNum` only where it was handed in with the lines. */
  fact('StockCountCorrected', {
    ...counted,
    factNum: storedWhole('pieces'),
    scanNum: storedWhole('pieces').nullable().default(null),
  }),
  fact('StockCountRemarked', { ...counted, remark: storedText() }),
  fact('StockNotFound', { ...counted, reason: z.enum(NOT_FOUND_REASONS), detail: storedText() }),
  fact('StockNotFoundCleared', { barcodes: z.array(storedName()).max(LISTS.checkLines) }),
  fact('StockCheckReset', { round: storedWhole('index'), bookPosition: storedWhole('position') }),
  /** All is counted: what lacks now is missing, and a blind count shows its books. */
  fact('StockCheckFinished', {}),
  fact('StockCheckResumed', {}),
  fact('StockCheckAudited', { auditor: storedPerson(), bookPosition: storedWhole('position'), totals: CheckTotals }),
  fact('StockCheckReversed', { reason: storedText() }),
  fact('StockCheckDeleted', {}),
  /** A document settles what the audit left, and the audit stands as long as it does; `instead`: claims it had before. */
  fact('StockCheckClaimed', {
    key: storedText(),
    by: Settler,
    instead: z.array(storedText()).max(LISTS.choices),
  }),
  fact('StockCheckClaimReleased', { key: storedText() }),
]);
export type CheckEvent = z.infer<typeof CheckEvent>;
export const CHECK_EVENT_TYPES: readonly string[] = CheckEvent.options.map((option) => option.shape.type.value);

/** What of a line nothing explains: pieces that lack, and pieces beyond the books (R9). */
export type UnexplainedPieces = { readonly missing: number; readonly surplus: number };
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
}): UnexplainedPieces => ({
  missing: Math.max(0, bookNum - factNum - Math.max(0, -moved) - held),
  surplus: Math.max(0, factNum - bookNum - Math.max(0, moved)),
});
/** Another count of the same pieces would tell what the books of the blind count `id` have. */
export const whyHidden = (id: number): Refusal =>
  refuse('conflict', 'check.blind', `盲盘单${documentNo('check', id)}正在盘点同样的首饰，请等它完成盘点`);
/** Most lines that are proposed of one check at a time, as many as a document takes. */
export const MAX_PROPOSED = 5_000;
/** The differences of an audited check, for whoever settles them; a refusal when it is not audited. */
export type AuditedChecks = (
  id: number,
  barcodes: readonly string[],
) => Promise<{ readonly shopId: number; readonly of: ReadonlyMap<string, UnexplainedPieces> } | Refusal>;

/** A piece when the books were taken and now, and the event that moved it last. */
export type PieceTimes = (
  barcode: string,
  position: number,
) => Promise<{ readonly before: PieceView | null; readonly now: PieceView | null; readonly lastMove: string | null }>;

/** A line's count after a scan: one more scan; counted up to the books or the cap, never below what stood there (R9). */
export const afterScan = (
  { factNum, scanNum }: { readonly factNum: number; readonly scanNum: number },
  {
    scans,
    bookNum,
    cap = bookNum,
  }: { readonly scans: number; readonly bookNum: number; readonly cap?: number | undefined },
): { factNum: number; scanNum: number } => ({
  factNum: Math.max(factNum, Math.min(factNum + scans, cap)),
  scanNum: scanNum + scans,
});

const remark = formText(200)
  .nullish()
  .transform((value) => value ?? '');
const header = {
  shopId: chosenId('partnerId', '分店不能为空'),
  checkAt: requiredText('盘点日期不能为空', TEXTS.short).pipe(Day),
  type: requiredText('首饰类别不能为空', 60),
  style: formText(60)
    .nullish()
    .transform((value) => value ?? ''),
  remark,
};
export const headerOf = (body: Omit<z.infer<typeof CheckOpenBody>, 'blind'>): CheckHeader => ({
  shopId: body.shopId,
  checkedOn: body.checkAt,
  category: body.type,
  style: body.style,
  remark: body.remark,
});
/** Most lines of one save; longer checks are scanned, not sent. */
export const MAX_LINES = LISTS.checkLines;
/** Most codes that a check keeps as not found. */
export const MAX_NOT_FOUND = 5_000;

/** POST /biz-check/open: a check of everything the books have there, to be scanned into; nothing is sent back and forth. */
export const CheckOpenBody = z.object({
  ...header,
  /** 盲盘: the books stay hidden until the count is finished. */
  blind: z.boolean('请选择是否盲盘').default(false),
});
/** Body of create and update (S0§3, §5). Lines set what they name; what they do not name stays as it is. */
export const CheckBody = z.object({
  id: chosenId('id').optional(),
  ...header,
  noFind: rawText(200_000, { long: '未找到的条码太多' }).nullish(),
  bizGoodsList: z
    .array(
      z.object({
        goodsId: wireWhole('id').nullish(),
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
    barcode: rawText(200).optional(),
    barcodes: z.array(rawText(200)).max(LISTS.scans, `一次最多${LISTS.scans}个条码`).optional(),
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
  /** Left out where the count is blind. */
  bookNum: z.int().optional(),
  reason: z.string(),
  detail: z.string(),
});
export type ScanAnswer = z.infer<typeof ScanAnswer>;
