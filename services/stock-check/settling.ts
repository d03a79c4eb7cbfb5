/**
 * Write-offs and write-ups that settle the differences of a check lie on its audit: each says so in the check's own stream
 * before it stands, so the audit is taken back before one of them or after the last of them, never beneath one. Pure.
 */
import type { Verdict } from '../contracts/decider.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { CheckEvent, Settler } from './contract.ts';

/** By the keys that documents claim under; all that there ever were, of the few documents that are made of a check. */
export type Settling = {
  readonly claims: readonly { readonly key: string; readonly by: Settler }[];
  /** Became another claim of the same document. */
  readonly passed: readonly string[];
  /** Let go: what comes late with such a key is refused. */
  readonly released: readonly string[];
};
export const nothingSettled: Settling = { claims: [], passed: [], released: [] };

/** `instead`: claims of the same document that this one takes over. */
export type SettleCommand =
  | { readonly type: 'Claim'; readonly key: string; readonly by: Settler; readonly instead: readonly string[] }
  | { readonly type: 'Unclaim'; readonly key: string };
type SettleEvent = Extract<CheckEvent, { type: 'StockCheckClaimed' | 'StockCheckClaimReleased' }>;

export const settle = (settling: Settling, { type, data }: SettleEvent): Settling => {
  const { claims, passed, released } = settling;
  const others = claims.filter(({ key }) => key !== data.key);
  if (type === 'StockCheckClaimReleased') return { ...settling, claims: others, released: [...released, data.key] };
  const { key, by, instead } = data;
  return {
    claims: [...others.filter((one) => !instead.includes(one.key)), { key, by }],
    passed: [...passed, ...instead],
    released,
  };
};

type SettlingClaim = { readonly stage: string; readonly settling: Settling };
export const settled = (
  command: SettleCommand & { readonly documentId: number },
  { stage, settling }: SettlingClaim,
): Verdict<SettleEvent> => {
  const { documentId, key } = command;
  const isReleased = settling.released.includes(key);
  if (command.type === 'Unclaim')
    return isReleased ? [] : [{ type: 'StockCheckClaimReleased', data: { documentId, key } }];
  const { by, instead } = command;
  const isRepeat = instead.length > 0 && instead.every((one) => settling.passed.includes(one));
  if (isRepeat || settling.passed.includes(key) || settling.claims.some((one) => one.key === key)) return [];
  if (isReleased) return refuse('conflict', 'check.claim_released', '单据已撤销，请刷新后再试');
  if (stage !== 'audited') return refuse('conflict', 'check.not_audited', '盘点单已反审核，不能生成损溢单');
  return [{ type: 'StockCheckClaimed', data: { documentId, key, by, instead: [...instead] } }];
};

/** What stands on the audit goes first (R4); null where nothing does. */
export const whyNotReversed = (settlers: readonly Pick<Settler, 'no'>[]): Refusal | null => {
  const blockers = [...new Set(settlers.map(({ no }) => no))];
  return blockers.length === 0
    ? null
    : refuse('conflict', 'check.adjusted', `不能反审核，已生成损溢单${blockers.join('、')}`, { data: { blockers } });
};
