/** 异常 (R148): facts an owner would want to see. Whoever notices one notes it with the act; equal ones of a day are one row. */
import type { Save } from './save.ts';
import type { Actor } from './user.ts';

/** `level` 1: to be looked at today; 2: figures. The key is stored and never changes. */
export const EXCEPTION_KINDS = {
  word: { label: '授权', level: 2 },
  'standing-word': { label: '长期授权', level: 1 },
  'word-disowned': { label: '否认授权', level: 1 },
  'trial-price': { label: '试价', level: 1 },
  'low-tag': { label: '标价过低', level: 1 },
  'receipt-figures': { label: '入库数据矛盾', level: 1 },
  'near-floor': { label: '屡近最低价', level: 2 },
  'refund-without-piece': { label: '退款未退货', level: 1 },
  'return-weight': { label: '退货重量不符', level: 1 },
  'return-price': { label: '高价退货', level: 1 },
  'gift-kept': { label: '退货未退赠品', level: 1 },
  'back-dated': { label: '补录日期', level: 2 },
  'edit-after-print': { label: '打印或交班后修改', level: 1 },
  'delete-after-print': { label: '打印后删除', level: 1 },
  'free-gift': { label: '免费赠品', level: 2 },
  'free-cleaning': { label: '免费清洗过多', level: 2 },
  'shift-difference': { label: '交班差额', level: 1 },
  'metal-loss': { label: '熔料损耗', level: 1 },
  'material-loss': { label: '旧料盘亏', level: 1 },
  'metal-not-back': { label: '旧料未回', level: 1 },
  'own-audit': { label: '自己审核', level: 1 },
  misses: { label: '试号码', level: 1 },
  'gift-code': { label: '核销码', level: 1 },
  'points-by-hand': { label: '手工积分', level: 2 },
  'points-beyond': { label: '手工积分超限', level: 1 },
  'balance-proof': { label: '余额积分无人核对', level: 1 },
  'proof-tries': { label: '试验证码', level: 1 },
  'changed-number': { label: '更改手机号', level: 1 },
  'shopper-binding': { label: '微信绑定', level: 1 },
  'paper-without-amounts': { label: '单据无金额字段', level: 1 },
  'archive-taken': { label: '下载备份', level: 1 },
  'rights-widened': { label: '扩大权限', level: 1 },
  'walk-in-cash': { label: '散客现金', level: 1 },
  'closed-day': { label: '结账', level: 1 },
  'limit-changed': { label: '修改限额', level: 1 },
  'warranty-key': { label: '更换签名密钥', level: 1 },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly level: 1 | 2 }>>;
export type ExceptionKind = keyof typeof EXCEPTION_KINDS;

export type ExceptionNote = {
  readonly kind: ExceptionKind;
  /** null: of no shop. */
  readonly shopId: number | null;
  /** What happened, one Chinese sentence that an owner understands without opening anything; without costs. */
  readonly what: string;
  /** As people call the document; '' none. */
  readonly documentNo?: string;
  /** What it is about, fen; added up over equal ones. */
  readonly amountFen?: number;
  /** Whoever was there besides: who approved, countersigned, was granted something. */
  readonly second?: { readonly id: number; readonly name: string } | undefined;
  /** Whose act it is, where it is not the caller's. */
  readonly who?: { readonly id: number; readonly name: string };
};
export type ExceptionBy = Actor & { readonly save?: Save | undefined };

export interface ExceptionDesk {
  /** Keeps the note with the act; the same note of the same command again adds nothing. */
  note(note: ExceptionNote, by: ExceptionBy): Promise<void>;
}
