/**
 * Merging takes one record's money and points to another, parting takes them away again: where there is any stored value, or more than
 * 1,000 points, it takes the word of somebody else who sees the shops of both (R136).
 */
import type { BalanceDesk } from '../balance/contract.ts';
import type { ExceptionNote } from '../contracts/exception.ts';
import type { ProofAsk } from '../contracts/proof.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { Call } from '../contracts/route.ts';
import { yuanFromFen, yuanText } from '../contracts/units.ts';
import { onlyShop } from '../contracts/user.ts';
import type { WordAsk, WordContext } from '../contracts/word.ts';
import { isAlone } from '../platform/auth/sole-owner.ts';
import type { SliceDeps } from '../platform/slice/slice.ts';
import type { MergeBody } from './contract.ts';
import type { Points } from './points.ts';

/** Whole points, of one record. */
const MOST_POINTS = 1000;
type Money = Awaited<ReturnType<BalanceDesk['of']>>;
/** What a record has, or what leaves it. */
type Holding = { readonly money: Money; readonly points: number };

const fenOf = ({ money }: Holding): number => Object.values(money).reduce((sum, fen) => sum + Math.abs(fen), 0);
const isWorth = (holding: Holding): boolean => fenOf(holding) > 0 || holding.points > MOST_POINTS;
const saidOf = ({ money, points }: Holding): string =>
  [
    ...Object.entries(money).flatMap(([account, fen]) => (fen === 0 ? [] : [`${account}${yuanText(fen)}元`])),
    ...(points === 0 ? [] : [`${points}积分`]),
  ].join('、') || '没有余额和积分';

export type Carrying = {
  readonly doing: 'merge' | 'part';
  readonly keepId: number;
  readonly mergeId: number;
  /** What the one that stays has; of parting nothing. */
  readonly stays: Holding | null;
  /** What goes from one to the other. */
  readonly goes: Holding;
  readonly makerId: number;
};
/** Whoever something leaves is asked; where the one that goes has nothing, the one that stays with more. */
const proofOf = ({ doing, keepId, mergeId, goes }: Carrying): ProofAsk => ({
  customerId: doing === 'merge' && isWorth(goes) ? mergeId : keepId,
  purpose: doing === 'merge' ? 'merge' : 'unmerge',
  amountFen: fenOf(goes),
});
/** What it asks a word for; pure. */
export const carryAsks = (carrying: Carrying): readonly WordAsk[] => {
  const { doing, keepId, mergeId, stays, goes, makerId } = carrying;
  if (!isWorth(goes) && (stays === null || !isWorth(stays))) return [];
  const message =
    stays === null
      ? `${saidOf(goes)}要转回被合并的客户`
      : `被合并的客户：${saidOf(goes)}；保留的客户：${saidOf(stays)}`;
  return [
    {
      path: 'mergeId',
      rule: doing === 'merge' ? 'merge' : 'unmerge',
      message,
      value: yuanFromFen(fenOf(goes)),
      binds: [keepId, mergeId, goes, stays],
      notBy: [makerId],
      amountFen: fenOf(goes),
      proof: proofOf(carrying),
    },
  ];
};

export type CarryDeps = Pick<SliceDeps, 'words' | 'exceptions' | 'identity'> & {
  readonly points: Pick<Points, 'stateOf'>;
  readonly balances: Pick<BalanceDesk, 'of' | 'mergedOf'>;
  readonly shopsOf: (customerIds: readonly number[]) => Promise<readonly number[]>;
};
type MergeCall = Call<unknown, unknown, MergeBody>;
const WORDS = { merge: ['合并客户', 'merge'], part: ['撤销合并客户', 'unmerge'] } as const;

const holdingOf = async ({ points, balances }: CarryDeps, customerId: number): Promise<Holding> => ({
  money: await balances.of(customerId),
  points: (await points.stateOf(customerId)).balance,
});
/** `merge`: the one that is undone; null: they are merged now. */
const carryingOf = async (
  deps: CarryDeps,
  { body: { keepId, mergeId }, user }: MergeCall,
  merge: { readonly id: number; readonly points: number } | null,
): Promise<Carrying> => {
  const pair = { keepId, mergeId, makerId: user.id };
  if (merge === null) {
    const [stays, goes] = [await holdingOf(deps, keepId), await holdingOf(deps, mergeId)];
    return { doing: 'merge', ...pair, stays, goes };
  }
  const money = await deps.balances.mergedOf(mergeId, merge.id);
  return { doing: 'part', ...pair, stays: null, goes: { money, points: merge.points } };
};

/** What is noted once it is done: its owner had nobody to ask. */
export const judgeCarry = async (
  deps: CarryDeps,
  call: MergeCall,
  merge: { readonly id: number; readonly points: number } | null,
): Promise<readonly ExceptionNote[] | Refusal> => {
  const { keepId, mergeId, approval, proof, reason } = call.body;
  const carrying = await carryingOf(deps, call, merge);
  const asks = carryAsks(carrying);
  if (asks.length === 0) return [];
  const shops = await deps.shopsOf([keepId, mergeId]);
  const [act, path] = WORDS[carrying.doing];
  const shopId = onlyShop(shops);
  if (await isAlone(deps.identity, call, { shops })) {
    const what = `${act}（编号${keepId}和${mergeId}）：${asks.map(({ message }) => message).join('；')}；${reason}`;
    return [{ kind: 'balance-proof', shopId, what, amountFen: fenOf(carrying.goes) }];
  }
  const route = `POST /base-customer/${path}`;
  const place: WordContext = { act, route, shopId, shops, customerId: keepId, approval, proof };
  const word = await deps.words.ask(asks, place, call);
  return isRefusal(word) ? word : [];
};
