/** 卷宗: one bill, or one shop at a moment, as a signed archive that a stranger checks without the house. */
import { z } from 'zod';
import { Paging, pageOf } from '../../contracts/envelope.ts';
import { PartnerId, RecordId } from '../../contracts/ids.ts';
import { filterMoment } from '../../contracts/filters.ts';
import { TEXTS, wireText } from '../../contracts/values.ts';

export const CASE_FILE_PATH = '/case-file';
export const CASE_FILE_KEY = 'admin:caseFile:list';
export const CASE_FILE_CREATE_KEY = 'admin:caseFile:create';
/** Below DATA_DIR. */
export const CASE_FILE_FOLDER = 'case-files';
/** An archive lies ready for so long, then it is made anew. */
export const KEPT_DAYS = 7;

export const CASE_KINDS = { bill: '单据', shop: '分店库存' } as const;
export type CaseKind = keyof typeof CASE_KINDS;
const words = <Word extends string>(of: Readonly<Record<Word, string>>) => Object.keys(of) as [Word, ...Word[]];

/** `no` of a bill (XS10001), or `shopId`; `at` in the shops' time, a day for its end, without it now. */
export const CaseFileBody = z.object({
  kind: z.enum(words(CASE_KINDS), { error: '请选择卷宗类型' }),
  no: wireText(TEXTS.code, '请输入单据号').optional(),
  shopId: PartnerId.optional(),
  at: filterMoment(),
});
export type CaseFileBody = z.infer<typeof CaseFileBody>;
export const CaseFileQuery = z.object({ ...Paging });
export const CaseFileInPath = z.object({ id: RecordId });

export const CASE_STATES = { running: '正在制作', ready: '可下载', failed: '未完成', gone: '已过期' } as const;
export type CaseState = keyof typeof CASE_STATES;
/** Moments are ISO 8601, '' until then; `done` of `total` steps; `digest`: SHA-256 of the archive in hex. */
export const CaseFileRow = z.object({
  id: z.int(),
  kind: z.enum(words(CASE_KINDS)),
  about: z.string(),
  at: z.string(),
  shopName: z.string(),
  by: z.string(),
  askedAt: z.string(),
  state: z.enum(words(CASE_STATES)),
  done: z.int(),
  total: z.int(),
  result: z.string(),
  digest: z.string(),
  bytes: z.int(),
  events: z.int(),
  /** The seal that its last event lies under; 0 where it has none. */
  seal: z.int(),
  /** Whether it holds how customers are reached, and cost. */
  persons: z.boolean(),
  cost: z.boolean(),
});
export type CaseFileRow = z.infer<typeof CaseFileRow>;
export const caseFileList = { path: CASE_FILE_PATH, row: CaseFileRow, query: CaseFileQuery } as const;
export const CaseFilePage = pageOf(CaseFileRow);
