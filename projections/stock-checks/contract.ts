/** GET /biz-check, /{id}, /{id}/changes, /extract, /biz-check-detail/list (S0§2, §3, §7; R9). */
import { z } from 'zod';
import { costField } from 'services/contracts/cost';
import { auditFlag, code, filterDay, filterShop, term } from 'services/contracts/filters';
import { ChosenShop } from 'services/contracts/ids';
import { requiredText } from 'services/contracts/values';
import { Paging } from 'services/contracts/envelope';
import { UnmatchedCode } from 'services/stock-check/contract';

export const CheckQuery = z.object({
  ...Paging,
  shopId: filterShop(),
  type: term(60),
  style: term(60),
  auditFlag: auditFlag(),
  beginTime: filterDay(),
  endTime: filterDay(),
});
export type CheckQuery = z.infer<typeof CheckQuery>;

export const CheckRow = z.object({
  id: z.int(),
  no: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  checkAt: z.string(),
  type: z.string(),
  style: z.string(),
  /** Codes that were not found, each followed by a comma (S0§4). */
  noFind: z.string(),
  auditFlag: z.int(),
  /** 盲盘; its books are told to nobody before `finished`. */
  blind: z.boolean(),
  /** 已完成盘点, or audited: what lacks is missing from then on. */
  finished: z.boolean(),
  auditor: z.string(),
  remark: z.string(),
  /** Frozen by the audit; null before. */
  bookNum: z.int().nullable(),
  factNum: z.int().nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type CheckRow = z.infer<typeof CheckRow>;
export const checkList = { path: '/biz-check', row: CheckRow, query: CheckQuery, asOf: true } as const;

/**
 * How books and count compare: 相符, 缺失 (books have more and nothing explains it), 已说明 (a movement or a document
 * explains it), 盘盈 (more than the books), 账外 (counted, but the books have none). While the count goes on nothing is
 * missing: what lacks is 未盘.
 */
export const LINE_STATES = ['equal', 'missing', 'explained', 'over', 'extra', 'uncounted'] as const;
export type LineState = (typeof LINE_STATES)[number];
/** `gone` pieces are explained; what lacks beyond them is missing. */
export const compareLine = ({
  bookNum,
  factNum,
  gone,
  finished,
}: {
  readonly bookNum: number;
  readonly factNum: number;
  readonly gone: number;
  readonly finished: boolean;
}): { readonly state: LineState; readonly missing: number } => {
  if (bookNum === 0) return { state: 'extra', missing: 0 };
  if (factNum === bookNum) return { state: 'equal', missing: 0 };
  if (factNum > bookNum) return { state: 'over', missing: 0 };
  const missing = Math.max(0, bookNum - factNum - gone);
  if (missing === 0) return { state: 'explained', missing };
  return finished ? { state: 'missing', missing } : { state: 'uncounted', missing: 0 };
};
export const CheckLineRow = z.object({
  goodsId: z.int(),
  barcode: z.string(),
  type: z.string(),
  name: z.string(),
  bookNum: z.int(),
  factNum: z.int(),
  scanNum: z.int(),
  goldWeight: z.number(),
  sellPrice: z.number(),
  /** JSON list of file names. */
  pictures: z.string(),
  remark: z.string(),
  state: z.enum(LINE_STATES),
  /** Pieces that nothing explains. */
  missing: z.int(),
  /** Pieces that left since the books were taken, or that a pending document has. */
  gone: z.int(),
  /** What happened to the piece since the books were taken. */
  explain: z.string(),
  /** Who counted it last. */
  by: z.string(),
});
export type CheckLineRow = z.infer<typeof CheckLineRow>;
/** What only the books say: left out of every line while the count is blind. */
export const BOOK_FIELDS = ['bookNum', 'state', 'missing', 'gone', 'explain'] as const;
/** A line on the wire: only what was counted, while the count is blind. */
export const ShownLine = CheckLineRow.partial({
  bookNum: true,
  state: true,
  missing: true,
  gone: true,
  explain: true,
});
export type ShownLine = z.infer<typeof ShownLine>;
export const checkLines = { path: '/biz-check-detail/list', row: ShownLine } as const;
export const CheckRecordRow = CheckRow.extend({
  notFound: z.array(UnmatchedCode),
  /** Books and differences are not told (盲盘). */
  hidden: z.boolean(),
  bizGoodsList: z.array(ShownLine),
});
export type CheckRecordRow = z.infer<typeof CheckRecordRow>;

export const ExtractQuery = z.object({
  ...Paging,
  shopId: ChosenShop,
  type: requiredText('请选择首饰类别！', 60),
  style: term(60),
  barcode: code(),
});
export type ExtractQuery = z.infer<typeof ExtractQuery>;

/** What the audit left unexplained of a piece, proposed for a write-off or a write-up. */
export const ProposedLine = z.object({
  goodsId: z.int(),
  barcode: z.string(),
  type: z.string(),
  name: z.string(),
  num: z.int(),
  piceCost: costField(z.number()),
  goldWeight: z.number(),
  /** SY… of the document that settles it already; '' while none does. */
  settledBy: z.string(),
});
export type ProposedLine = z.infer<typeof ProposedLine>;
/** GET /biz-check/{id}/differences: an audited check's losses and finds, and the documents made of them. */
export const CheckDifferences = z.object({
  losses: z.array(ProposedLine),
  finds: z.array(ProposedLine),
  adjusts: z.array(
    z.object({ id: z.int(), no: z.string(), kind: z.string(), kindName: z.string(), auditFlag: z.int(), num: z.int() }),
  ),
});
export type CheckDifferences = z.infer<typeof CheckDifferences>;

/** Counts changed since `after`; a higher round says that the check was reset and its lines are to be read again. */
export const CheckChanges = z.object({
  position: z.int(),
  round: z.int(),
  auditFlag: z.int(),
  /** By 完成盘点; an audit without it ends the count too. */
  finished: z.boolean(),
  hidden: z.boolean(),
  notFound: z.array(UnmatchedCode),
  /** Changes with the round, the audit, the end of the count and the codes not found; handed back by who waits for news. */
  mark: z.string(),
  lines: z.array(CheckLineRow.pick({ barcode: true, factNum: true, scanNum: true, remark: true, by: true })),
});
export type CheckChanges = z.infer<typeof CheckChanges>;
