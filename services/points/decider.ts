/** Rules of a customer's points (R21, R46, R69): every change of stream `points-<customerId>` behind one door. */
import type { Decider, Verdict } from '../contracts/decider.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { PointsEvent, PointsHolder, PostedLine } from './events.ts';
import { evolve } from './evolve.ts';
import { freePoints, initial, type Data, type PointsFact, type PointsState } from './state.ts';

type Sums = { readonly earned: number; readonly spent: number; readonly takenBack: number };
export type PointsCommand = { readonly customerId: number } & (
  | ({ readonly type: 'HoldPoints'; readonly key: string; readonly replaces: string | null } & Sums & {
        readonly holder: PointsHolder;
      })
  | { readonly type: 'ReleasePoints'; readonly key: string }
  | {
      readonly type: 'PostPoints';
      readonly key: string;
      readonly document: Data<'PointsPosted'>['document'];
      readonly lines: readonly PostedLine[];
    }
  | {
      readonly type: 'ClaimPoints';
      readonly claimKey: string;
      readonly postedKey: string;
      readonly holder: PointsHolder;
    }
  | { readonly type: 'ReleasePointsClaim'; readonly claimKey: string; readonly postedKey: string }
  | {
      readonly type: 'ReversePoints';
      readonly claimKey: string;
      readonly postedKey: string;
      readonly holdKey: string;
      readonly document: Data<'PointsPosted'>['document'];
    }
  | { readonly type: 'CorrectPoints'; readonly points: number; readonly reason: string }
);
type Of<Type extends PointsCommand['type']> = Extract<PointsCommand, { type: Type }>;

/** What lines come to, by what they are for. */
export const sumsOf = (lines: readonly PostedLine[]): Sums => {
  const sum = (purpose: PostedLine['purpose']): number =>
    lines.reduce((total, line) => total + (line.purpose === purpose ? Math.abs(line.points) : 0), 0);
  return { earned: sum('earn'), spent: sum('spend'), takenBack: sum('take-back') };
};
const netOf = ({ earned, spent, takenBack }: Sums): number => earned - spent - takenBack;

const letGo = (key: string): Refusal =>
  refuse('conflict', 'points.released', '积分占用已取消，请刷新后重试', { data: { key } });
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
const replacedBy = ({ replaces }: Of<'HoldPoints'>, { holds }: PointsState): { key?: string; points: number } => {
  const replaced = replaces === null ? undefined : holds.get(replaces);
  return replaces === null || replaced === undefined ? { points: 0 } : { key: replaces, points: replaced.points };
};
/** Gifts need free points; a return takes its points back whatever is left (R69). What is earned is nobody's yet. */
const hold = (command: Of<'HoldPoints'>, state: PointsState): Verdict<PointsEvent> => {
  const { customerId, key, earned: expected, spent, takenBack, holder } = command;
  if (state.released.has(key)) return letGo(key);
  if (state.postings.has(key) || state.holds.has(key)) return [];
  const { key: replaces, points: own } = replacedBy(command, state);
  if (spent > 0 && freePoints(state) + own < spent) return tooFew(state, spent, holder, '可用积分不足');
  const held = { customerId, key, points: spent + takenBack, expected, holder };
  return [{ type: 'PointsHeld', data: { ...held, ...(replaces !== undefined && { replaces }) } }];
};
const release = ({ customerId, key }: Of<'ReleasePoints'>, state: PointsState): Verdict<PointsEvent> => {
  if (state.released.has(key)) return [];
  if (state.postings.has(key)) {
    return refuse('conflict', 'points.posted', '积分已过账，不能取消占用', { data: { key } });
  }
  return [{ type: 'PointsHoldReleased', data: { customerId, key, points: state.holds.get(key)?.points ?? 0 } }];
};

const post = ({ customerId, key, document, lines }: Of<'PostPoints'>, state: PointsState): Verdict<PointsEvent> => {
  if (state.postings.has(key)) return [];
  const sums = sumsOf(lines);
  const balance = state.balance + netOf(sums);
  return [{ type: 'PointsPosted', data: { customerId, key, document, lines: [...lines], ...sums, balance } }];
};

/**
 * What was earned must still be there when it is taken back: points that were spent meanwhile are in the way. What the
 * same posting took back comes along.
 */
const claim = (command: Of<'ClaimPoints'>, state: PointsState): Verdict<PointsEvent> => {
  const { customerId, claimKey, postedKey, holder } = command;
  if (state.reversals.has(claimKey)) return [];
  if (state.released.has(claimKey)) return letGo(claimKey);
  const posting = state.postings.get(postedKey);
  if (posting === undefined || posting.reversed) return unknown(postedKey);
  if (posting.claim !== null) return posting.claim.key === claimKey ? [] : letGo(claimKey);
  const { earned, takenBack } = posting;
  if (earned > takenBack && freePoints(state) < earned - takenBack) {
    return tooFew(state, earned - takenBack, holder, '本单积分已被使用，不能反审核');
  }
  return [{ type: 'PointsClaimed', data: { customerId, claimKey, postedKey, points: earned, holder } }];
};
const releaseClaim = (command: Of<'ReleasePointsClaim'>, state: PointsState): Verdict<PointsEvent> => {
  const { customerId, claimKey, postedKey } = command;
  if (state.released.has(claimKey)) return [];
  if (state.reversals.has(claimKey)) {
    return refuse('conflict', 'points.reversed', '积分已反审核，不能取消', { data: { claimKey } });
  }
  return [{ type: 'PointsClaimReleased', data: { customerId, claimKey, postedKey } }];
};
const reverse = (command: Of<'ReversePoints'>, state: PointsState): Verdict<PointsEvent> => {
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

/** Nobody takes away by hand what is not there, or kept for a document (R69). */
const correct = ({ customerId, points, reason }: Of<'CorrectPoints'>, state: PointsState): Verdict<PointsEvent> => {
  if (points < 0 && freePoints(state) + points < 0) return tooFew(state, -points, null, '可用积分不足');
  return [{ type: 'PointsCorrected', data: { customerId, points, reason, balance: state.balance + points } }];
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
  }
};

export const pointsDecider: Decider<PointsState, PointsCommand, PointsFact> = { initial, evolve, decide };
