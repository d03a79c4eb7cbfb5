/** Rules of a customer's points (R21, R46, R69): every change of stream `points-<customerId>` behind one door. */
import type { Decider, Verdict } from '../contracts/decider.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { netOf, sumsOf, type CommandOf, type PointsCommand, type Sums } from './commands.ts';
import type { PointsEvent, PointsHolder } from './events.ts';
import { evolve } from './evolve.ts';
import { freePoints, initial, type PointsFact, type PointsState } from './state.ts';

const letGo = (key: string): Refusal =>
  refuse('conflict', 'points.released', '积分占用已取消，请刷新后重试', { data: { key } });
const merged = (): Refusal => refuse('conflict', 'points.merged', '该客户已合并到其他客户，积分已转走，请先撤销合并');
const unknown = (key: string): Refusal =>
  refuse('conflict', 'points.not_posted', '积分未过账，不能反审核', { data: { key } });

/** Somebody else who keeps points, to be named where they are missing. */
const otherHolder = ({ holds, postings }: PointsState, own: PointsHolder | null): PointsHolder | undefined =>
  [
    ...[...holds.values()].map(({ holder }) => holder),
    ...[...postings.values()].flatMap(({ claim }) => claim?.holder ?? []),
  ].find(({ kind, id }) => own === null || kind !== own.kind || id !== own.id);
/** Why so many points are not there, and who has them. */
const tooFew = (state: PointsState, needed: number, own: PointsHolder | null, what: string): Refusal => {
  const holder = otherHolder(state, own);
  const taken = holder === undefined ? '' : `，部分积分已被${holder.no}占用`;
  const message = `${what}：可用${freePoints(state)}，需要${needed}${taken}`;
  return refuse('conflict', 'points.too_few', message, holder === undefined ? {} : { data: { holder } });
};

/** The reservation of the same document that this one stands in for, as long as it stands. */
const replacedBy = (
  { replaces }: CommandOf<'HoldPoints'>,
  { holds }: PointsState,
): { key?: string; points: number } => {
  const replaced = replaces === null ? undefined : holds.get(replaces);
  return replaces === null || replaced === undefined ? { points: 0 } : { key: replaces, points: replaced.points };
};
/** Gifts need free points; a return takes its points back whatever is left (R69). What is earned is nobody's yet. */
const hold = (command: CommandOf<'HoldPoints'>, state: PointsState): Verdict<PointsEvent> => {
  const { customerId, key, earned: expected, spent, takenBack, holder } = command;
  if (state.released.has(key)) return letGo(key);
  if (state.postings.has(key) || state.holds.has(key)) return [];
  // Its order was judged while the record was still its own: sent again, it goes to the one that stays.
  if (state.movedTo !== null) return merged();
  const { key: replaces, points: own } = replacedBy(command, state);
  if (spent > 0 && freePoints(state) + own < spent) return tooFew(state, spent, holder, '可用积分不足');
  const held = { customerId, key, points: spent + takenBack, expected, holder };
  return [{ type: 'PointsHeld', data: { ...held, ...(replaces !== undefined && { replaces }) } }];
};
const release = ({ customerId, key }: CommandOf<'ReleasePoints'>, state: PointsState): Verdict<PointsEvent> => {
  if (state.released.has(key)) return [];
  if (state.postings.has(key)) {
    return refuse('conflict', 'points.posted', '积分已过账，不能取消占用', { data: { key } });
  }
  return [{ type: 'PointsHoldReleased', data: { customerId, key, points: state.holds.get(key)?.points ?? 0 } }];
};

const post = (
  { customerId, key, document, lines }: CommandOf<'PostPoints'>,
  state: PointsState,
): Verdict<PointsEvent> => {
  if (state.postings.has(key)) return [];
  const sums = sumsOf(lines);
  const balance = state.balance + netOf(sums);
  return [{ type: 'PointsPosted', data: { customerId, key, document, lines: [...lines], ...sums, balance } }];
};

/** Why points that a posting earned cannot be taken back; what the same posting took back comes along. */
const whyGone = ({ earned, takenBack }: Sums, state: PointsState, holder: PointsHolder): Refusal | null => {
  // Gone with the others, or back at a record that nobody looks at.
  if (state.movedTo !== null) return merged();
  return earned > takenBack && freePoints(state) < earned - takenBack
    ? tooFew(state, earned - takenBack, holder, '本单积分已被使用')
    : null;
};
/**
 * What was earned must still be there when it is taken back: points that were spent meanwhile are in the way. What the
 * same posting took back comes along.
 */
const claim = (command: CommandOf<'ClaimPoints'>, state: PointsState): Verdict<PointsEvent> => {
  const { customerId, claimKey, postedKey, holder } = command;
  if (state.reversals.has(claimKey)) return [];
  if (state.released.has(claimKey)) return letGo(claimKey);
  const posting = state.postings.get(postedKey);
  if (posting === undefined || posting.reversed) return unknown(postedKey);
  if (posting.claim !== null) return posting.claim.key === claimKey ? [] : letGo(claimKey);
  const { earned } = posting;
  const gone = whyGone(posting, state, holder);
  if (gone !== null) return gone;
  return [{ type: 'PointsClaimed', data: { customerId, claimKey, postedKey, points: earned, holder } }];
};
const releaseClaim = (command: CommandOf<'ReleasePointsClaim'>, state: PointsState): Verdict<PointsEvent> => {
  const { customerId, claimKey, postedKey } = command;
  if (state.released.has(claimKey)) return [];
  if (state.reversals.has(claimKey)) {
    return refuse('conflict', 'points.reversed', '积分已反审核，不能取消', { data: { claimKey } });
  }
  return [{ type: 'PointsClaimReleased', data: { customerId, claimKey, postedKey } }];
};
const reverse = (command: CommandOf<'ReversePoints'>, state: PointsState): Verdict<PointsEvent> => {
  const { customerId, claimKey, postedKey, holdKey, document } = command;
  if (state.reversals.has(claimKey)) return [];
  const posting = state.postings.get(postedKey);
  if (posting === undefined || posting.claim?.key !== claimKey) return unknown(postedKey);
  const { earned, spent, takenBack } = posting;
  const balance = state.balance - netOf(posting);
  const sums = { earned, spent, takenBack };
  return [
    { type: 'PointsPostingReversed', data: { customerId, claimKey, postedKey, holdKey, document, ...sums, balance } },
  ];
};

/** Nobody takes away by hand what is not there, or kept for a document (R69), or gives to a record that nobody looks at. */
const correct = (
  { customerId, points, reason }: CommandOf<'CorrectPoints'>,
  state: PointsState,
): Verdict<PointsEvent> => {
  if (state.movedTo !== null) return merged();
  if (points < 0 && freePoints(state) + points < 0) return tooFew(state, -points, null, '可用积分不足');
  return [{ type: 'PointsCorrected', data: { customerId, points, reason, balance: state.balance + points } }];
};

/** A merge takes everything along, so nothing may be kept for a document; parting takes what came, as far as it is free. */
const handOver = (command: CommandOf<'HandOverPoints'>, state: PointsState): Verdict<PointsEvent> => {
  const { customerId, otherId, mergeId, doing } = command;
  if (state.moves.has(`${mergeId}/${doing}`)) return [];
  const points = command.points ?? state.balance;
  const holder = otherHolder(state, null);
  if (doing === 'merge' && holder !== undefined) {
    return refuse('conflict', 'points.held', `还有单据占用积分：${holder.no}`, { data: { holder } });
  }
  if (doing === 'part' && points > 0 && freePoints(state) < points) {
    return tooFew(state, points, null, '转来的积分已被使用，不能撤销合并');
  }
  const data = { customerId, toCustomerId: otherId, mergeId, doing, points, balance: state.balance - points };
  return [{ type: 'PointsHandedOver', data }];
};
const takeOver = (command: CommandOf<'TakeOverPoints'>, state: PointsState): Verdict<PointsEvent> => {
  const { customerId, otherId, mergeId, doing, points } = command;
  if (state.moves.has(`${mergeId}/${doing}`)) return [];
  const data = { customerId, fromCustomerId: otherId, mergeId, doing, points, balance: state.balance + points };
  return [{ type: 'PointsTakenOver', data }];
};

const decide = (command: PointsCommand, state: PointsState): Verdict<PointsEvent> => {
  switch (command.type) {
    case 'HoldPoints':
      return hold(command, state);
    case 'ReleasePoints':
      return release(command, state);
    case 'PostPoints':
      return post(command, state);
    case 'ClaimPoints':
      return claim(command, state);
    case 'ReleasePointsClaim':
      return releaseClaim(command, state);
    case 'ReversePoints':
      return reverse(command, state);
    case 'CorrectPoints':
      return correct(command, state);
    case 'HandOverPoints':
      return handOver(command, state);
    case 'TakeOverPoints':
      return takeOver(command, state);
  }
};

export const pointsDecider: Decider<PointsState, PointsCommand, PointsFact> = { initial, evolve, decide };
