/** What the messaging app says when it does not say who came, as one Chinese sentence each for shopper and administrator. */
import { refuse, type Refusal } from '../contracts/refusal.ts';

/**
 * `code`: used, expired or wrong, a new sign-in does; `person`: the app holds something against this account; `settings`: the
 * house is set up wrongly; `busy`: the same call may do in a moment; `away`: no answer, or none that can be read.
 */
export const REFUSAL_REASONS = ['code', 'person', 'settings', 'busy', 'away'] as const;
type RefusalReason = (typeof REFUSAL_REASONS)[number];
export type ProviderRefusal = {
  readonly reason: RefusalReason;
  /** The app's number; null where it said none. */
  readonly errcode: number | null;
  /** For the log and the check of the settings; without id, secret and code. */
  readonly detail: string;
};

const CODES = new Map<number, readonly [RefusalReason, string]>([
  [-1, ['busy', '微信系统繁忙']],
  [40_001, ['settings', 'AppSecret 不正确']],
  [40_002, ['settings', '授权类型不正确']],
  [40_013, ['settings', 'AppID 不正确']],
  [40_029, ['code', '授权码无效或已使用']],
  [40_125, ['settings', 'AppSecret 不正确']],
  [40_163, ['code', '授权码已使用']],
  [40_164, ['settings', '服务器地址不在公众号的IP白名单中']],
  [40_226, ['person', '该微信账号存在风险']],
  [40_243, ['settings', 'AppSecret 已被冻结']],
  [41_002, ['settings', '没有填写 AppID']],
  [41_004, ['settings', '没有填写 AppSecret']],
  [41_008, ['code', '没有授权码']],
  [42_003, ['code', '授权码已过期']],
  [45_009, ['busy', '公众号的调用次数已达上限']],
  [45_011, ['busy', '调用过于频繁']],
  [48_001, ['settings', '公众号没有网页授权的权限']],
  [50_001, ['settings', '公众号没有该接口的权限']],
  [50_002, ['settings', '公众号的接口已被限制']],
]);
/** A number that nobody has told us is taken for the house's own matter: a new sign-in would say the same. */
export const refusalOf = (errcode: number): ProviderRefusal => {
  const [reason, detail] = CODES.get(errcode) ?? ['settings', '微信拒绝了请求'];
  return { reason, errcode, detail: `${detail}（${errcode}）` };
};
export const awayBecause = (detail: string): ProviderRefusal => ({ reason: 'away', errcode: null, detail });

const SAID: Readonly<Record<RefusalReason, Refusal>> = {
  code: refuse('invalid', 'shopper.code', '登录已失效，请重试'),
  person: refuse('invalid', 'shopper.person', '微信暂不允许该账号登录，请改用手机号和短信验证码'),
  settings: refuse('unavailable', 'shopper.settings', '微信登录暂不可用，请联系门店，或稍后重试'),
  busy: refuse('unavailable', 'shopper.busy', '微信繁忙，请稍后重试'),
  away: refuse('unavailable', 'shopper.away', '微信没有应答，请重试'),
};
/** What the shopper is told; the page puts 重试 beside it. */
export const toldToShopper = ({ reason }: Pick<ProviderRefusal, 'reason'>): Refusal => SAID[reason];
