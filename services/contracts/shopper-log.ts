/** The operation log of shoppers, apart from that of users: what somebody did with his own record, at home or at the counter. */
import type { CommonQueryMethods } from 'slonik';
import type { Client } from './client.ts';
import type { SessionUser } from './user.ts';

/** The key is stored and never changes. */
export const SHOPPER_ACTS = {
  'sign-in': '登录',
  'sign-out': '退出登录',
  code: '发送验证码',
  bind: '绑定微信',
  unbind: '解除绑定',
  proof: '出示名片码',
  claim: '领取礼品',
  consent: '授权同意',
  'consent-withdrawn': '撤回同意',
  'data-copy': '个人信息副本',
  erasure: '申请注销',
} as const;
export type ShopperAct = keyof typeof SHOPPER_ACTS;

export type ShopperNote = {
  readonly act: ShopperAct;
  /** His record; null or 0 while he has none. */
  readonly customerId: number | null;
  /** By which he signed in; '' by number. The log keeps a short mark of it, from which it cannot be told. */
  readonly openId: string;
  /** One Chinese sentence without names, numbers of telephones and codes. */
  readonly what: string;
  /** false: it was refused; `what` says why. */
  readonly isDone?: boolean;
  /** Who did it for him at the counter. */
  readonly by?: Pick<SessionUser, 'id' | 'nickName'>;
};
/** So many of a person within such a time. */
export type NoteLimit = { readonly most: number; readonly withinMs: number };
export interface ShopperLog {
  /** Notes what a person may do so often alone, all his records together; when he may again, where he may not now and nothing is noted. */
  noteWithin(
    note: ShopperNote & { readonly customerId: number },
    at: { readonly client: Pick<Client, 'ip'>; readonly now: Date },
    limit: NoteLimit,
  ): Promise<Date | null>;
  /** `tx`: the transaction of the act, where it has one; the row is there with it, or neither is. */
  note(
    note: ShopperNote,
    at: { readonly client: Pick<Client, 'ip'>; readonly now: Date },
    tx?: CommonQueryMethods,
  ): Promise<void>;
}
