/** Whoever looked at the papers of large cash signs for it at the filler's screen (R139). */
import { fieldsUnder } from '../contracts/envelope.ts';
import { isRefusal, refuseField, type Refusal } from '../contracts/refusal.ts';
import { can, seesShop, type SessionUser } from '../contracts/user.ts';
import type { Claim, ClaimedBy, Identity } from '../platform/auth/identity.ts';

export const FILLS = 'biz:bizCashReport:edit';
export type CheckDeps = { readonly identity: Pick<Identity, 'confirm' | 'holders'> };
type Check = {
  readonly claim: Claim;
  readonly shopId: number;
  readonly by: ClaimedBy & { readonly user: SessionUser };
};

const refuseChecker = (message: string): Refusal => refuseField('cash_report.checker', 'checker.username', message);
/** The shop where the papers are looked at: of the report, or the filler's own where that was noticed elsewhere. */
export const checkedAt = (user: SessionUser, shopId: number): number =>
  seesShop(user, shopId) ? shopId : (user.lockShops[0] ?? shopId);

/**
 * Whoever that is, judged as a sign-in is; asked last of all rules, since a code counts once. The filler checks himself only
 * where that shop has nobody else who may.
 */
export const confirmChecker = async (
  { identity }: CheckDeps,
  { claim, shopId, by }: Check,
): Promise<SessionUser | Refusal> => {
  const checker = await identity.confirm(claim, by);
  if (isRefusal(checker)) return { ...checker, fields: fieldsUnder('checker', checker.fields ?? []) };
  if (!can(checker, FILLS) || !seesShop(checker, shopId))
    return refuseChecker(`${checker.nickName}在该分店没有登记大额现金的权限`);
  if (checker.id !== by.user.id) return checker;
  const others = (await identity.holders(FILLS, shopId)).filter(({ id }) => id !== checker.id);
  return others.length === 0 ? checker : refuseChecker('须由登记人以外的人核对');
};
