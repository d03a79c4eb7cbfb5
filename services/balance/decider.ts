/** Rules of a customer's stored value (R69, R79, R95): every change of stream `balance-<customerId>` behind one door. */
import type { Decider, Verdict } from '../contracts/decider.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { yuanText } from '../contracts/units.ts';
import type { BalanceCommand, CommandOf } from './commands.ts';
import { ACCOUNTS, type Account, type BalanceEvent, type BalanceHolder, type MergedSum } from './events.ts';
import { evolve } from './evolve.ts';
import { balanceOf, freeFen, initial, type BalanceFact, type BalanceState } from './state.ts';

const letGo = (key: string): Refusal =>
  refuse('conflict', 'balance.released', '余额占用已取消，请刷新后重试', { data: { key } });
const merged = (): Refusal => refuse('conflict', 'balance.merged', '该客户已合并到其他客户，余额已转走，请先撤销合并');
const unknown = (key: string): Refusal =>
  refuse('conflict', 'balance.not_posted', '余额未过账，不能反审核', { data: { key } });

/** Somebody else who keeps part of the account, to be named where it is missing. */
const otherHolder = (
  { holds, postings }: BalanceState,
  account: Account,
  own: BalanceHolder | null,
): BalanceHolder | undefined =>
  [
    ...[...holds.values()].flatMap(({ holder, takenFen, ...of }) =>
      of.account === account && takenFen > 0 ? [holder] : [],
    ),
    ...[...postings.values()].flatMap(({ claim, ...of }) => (of.account === account ? (claim?.holder ?? []) : [])),
  ].find(({ kind, id }) => own === null || kind !== own.kind || id !== own.id);
type Missing = { readonly neededFen: number; readonly freeFen: number; readonly own: BalanceHolder | null };
/** Why so much is not there, and who has it. */
const tooLittle = (state: BalanceState, account: Account, missing: Missing, what: string): Refusal => {
  const holder = otherHolder(state, account, missing.own);
  const taken = holder === undefined ? '' : `，部分余额已被${holder.no}占用`;
  const message = `${what}：可用${yuanText(missing.freeFen)}元，需要${yuanText(missing.neededFen)}元${taken}`;
  return refuse('conflict', 'balance.too_little', message, holder === undefined ? {} : { data: { holder } });
};

/** The reservation of the same document that this one stands in for, as long as it stands. */
const replacedBy = (
  { replaces }: CommandOf<'HoldBalance'>,
  { holds }: BalanceState,
): { readonly key?: string; readonly takenFen: number } => {
  const replaced = replaces === null ? undefined : holds.get(replaces);
  return replaces === null || replaced === undefined ? { takenFen: 0 } : { key: replaces, takenFen: replaced.takenFen };
};
/** Spending needs what is free; what is to come is nobody's yet. */
const hold = (command: CommandOf<'HoldBalance'>, state: BalanceState): Verdict<BalanceEvent> => {
  const { customerId, account, key, addedFen, takenFen, holder } = command;
  if (state.released.has(key)) return letGo(key);
  if (state.postings.has(key) || state.holds.has(key)) return [];
  if (state.movedTo !== null) return merged();
  const { key: replaces, takenFen: own } = replacedBy(command, state);
  const free = freeFen(state, account) + own;
  if (takenFen > free) {
    return tooLittle(state, account, { neededFen: takenFen, freeFen: free, own: holder }, '余额不足');
  }
  const data = { customerId, account, key, addedFen, takenFen, holder };
  return [{ type: 'BalanceHeld', data: { ...data, ...(replaces !== undefined && { replaces }) } }];
};
const release = (command: CommandOf<'ReleaseBalance'>, state: BalanceState): Verdict<BalanceEvent> => {
  const { customerId, account, key } = command;
  if (state.released.has(key)) return [];
  if (state.postings.has(key)) {
    return refuse('conflict', 'balance.posted', '余额已过账，不能取消占用', { data: { key } });
  }
  return [{ type: 'BalanceHoldReleased', data: { customerId, account, key } }];
};

const post = (command: CommandOf<'PostBalance'>, state: BalanceState): Verdict<BalanceEvent> => {
  const { customerId, account, key, document, addedFen, takenFen } = command;
  if (state.postings.has(key)) return [];
  const balanceFen = balanceOf(state, account) + addedFen - takenFen;
  return [{ type: 'BalancePosted', data: { customerId, account, key, document, addedFen, takenFen, balanceFen } }];
};

/** What was added must still be there when it is taken back. */
const claim = (command: CommandOf<'ClaimBalance'>, state: BalanceState): Verdict<BalanceEvent> => {
  const { customerId, account, claimKey, postedKey, holder } = command;
  if (state.reversals.has(claimKey)) return [];
  if (state.released.has(claimKey)) return letGo(claimKey);
  const posting = state.postings.get(postedKey);
  if (posting === undefined || posting.reversed) return unknown(postedKey);
  if (posting.claim !== null) return posting.claim.key === claimKey ? [] : letGo(claimKey);
  const amountFen = posting.addedFen;
  // What comes back would lie at a record that nobody looks at.
  if (state.movedTo !== null) return merged();
  const free = freeFen(state, account);
  if (amountFen > free) {
    const missing = { neededFen: amountFen, freeFen: free, own: holder };
    return tooLittle(state, account, missing, '本单余额已被使用，不能反审核');
  }
  return [{ type: 'BalanceClaimed', data: { customerId, account, claimKey, postedKey, amountFen, holder } }];
};
const releaseClaim = (command: CommandOf<'ReleaseBalanceClaim'>, state: BalanceState): Verdict<BalanceEvent> => {
  const { customerId, account, claimKey, postedKey } = command;
  if (state.released.has(claimKey)) return [];
  if (state.reversals.has(claimKey)) {
    return refuse('conflict', 'balance.reversed', '余额已反审核，不能取消', { data: { claimKey } });
  }
  return [{ type: 'BalanceClaimReleased', data: { customerId, account, claimKey, postedKey } }];
};
const reverse = (command: CommandOf<'ReverseBalance'>, state: BalanceState): Verdict<BalanceEvent> => {
  const { customerId, account, claimKey, postedKey, holdKey, document } = command;
  if (state.reversals.has(claimKey)) return [];
  const posting = state.postings.get(postedKey);
  if (posting === undefined || posting.claim?.key !== claimKey) return unknown(postedKey);
  const { addedFen, takenFen } = posting;
  const balanceFen = balanceOf(state, account) - addedFen + takenFen;
  const keys = { claimKey, postedKey, holdKey };
  const data = { customerId, account, ...keys, document, addedFen, takenFen, balanceFen };
  return [{ type: 'BalancePostingReversed', data }];
};

type Move = CommandOf<'HandOverBalance'> | CommandOf<'TakeOverBalance'> | CommandOf<'UndoHandOver'>;
const nameOf = ({ mergeId, doing }: Move): string => `${mergeId}/${doing}`;
/** What goes, account by account, and what is left; `sign` -1 goes away, 1 comes. */
const movedBy = (state: BalanceState, amountOf: (account: Account) => number, sign: 1 | -1): MergedSum[] =>
  ACCOUNTS.flatMap((account) => {
    const amountFen = amountOf(account);
    return amountFen === 0 ? [] : [{ account, amountFen, balanceFen: balanceOf(state, account) + sign * amountFen }];
  });
/** A document that keeps some, or whose reversal is about to move some. */
const keptBy = ({ holds, postings }: BalanceState): BalanceHolder | undefined =>
  [...holds.values(), ...[...postings.values()].flatMap(({ claim }) => claim ?? [])][0]?.holder;
/** A merge takes everything along, so nothing may be kept for a document; parting takes what came, as far as it is free. */
const handOver = (command: CommandOf<'HandOverBalance'>, state: BalanceState): Verdict<BalanceEvent> => {
  const { customerId, otherId: toCustomerId, mergeId, doing, amounts } = command;
  if (state.moves.has(nameOf(command))) return [];
  const holder = keptBy(state);
  if (doing === 'merge' && holder !== undefined) {
    return refuse('conflict', 'balance.held', `还有单据占用余额：${holder.no}`, { data: { holder } });
  }
  const moved = movedBy(
    state,
    (account) => (amounts === null ? balanceOf(state, account) : (amounts[account] ?? 0)),
    -1,
  );
  for (const { account, amountFen } of moved) {
    const free = freeFen(state, account);
    if (amountFen > free) {
      const missing = { neededFen: amountFen, freeFen: free, own: null };
      return tooLittle(state, account, missing, `转来的${account}已被使用，不能撤销合并`);
    }
  }
  return [{ type: 'BalanceHandedOver', data: { customerId, toCustomerId, mergeId, doing, moved } }];
};
const takeOver = (command: CommandOf<'TakeOverBalance'>, state: BalanceState): Verdict<BalanceEvent> => {
  const { customerId, otherId: fromCustomerId, mergeId, doing, amounts } = command;
  if (state.moves.has(nameOf(command))) return [];
  const moved = movedBy(state, (account) => amounts[account] ?? 0, 1);
  return [{ type: 'BalanceTakenOver', data: { customerId, fromCustomerId, mergeId, doing, moved } }];
};
const undo = (command: CommandOf<'UndoHandOver'>, state: BalanceState): Verdict<BalanceEvent> => {
  const { customerId, otherId: toCustomerId, mergeId, doing } = command;
  const went = state.moves.get(nameOf(command));
  if (went === undefined) return [];
  const moved = movedBy(state, (account) => went[account] ?? 0, 1);
  return [{ type: 'BalanceHandOverUndone', data: { customerId, toCustomerId, mergeId, doing, moved } }];
};

const decideMove = (command: Move, state: BalanceState): Verdict<BalanceEvent> => {
  switch (command.type) {
    case 'HandOverBalance':
      return handOver(command, state);
    case 'TakeOverBalance':
      return takeOver(command, state);
    case 'UndoHandOver':
      return undo(command, state);
  }
};
const decide = (command: BalanceCommand, state: BalanceState): Verdict<BalanceEvent> => {
  switch (command.type) {
    case 'HoldBalance':
      return hold(command, state);
    case 'ReleaseBalance':
      return release(command, state);
    case 'PostBalance':
      return post(command, state);
    case 'ClaimBalance':
      return claim(command, state);
    case 'ReleaseBalanceClaim':
      return releaseClaim(command, state);
    case 'ReverseBalance':
      return reverse(command, state);
    default:
      return decideMove(command, state);
  }
};

export const balanceDecider: Decider<BalanceState, BalanceCommand, BalanceFact> = { initial, evolve, decide };
