/** Rules of old material: what is held is nobody else's, what left a lot took its share of the cost with it. */
import same from 'fast-deep-equal';
import type { Verdict } from '../contracts/decider.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import { gramsFromMg } from '../contracts/units.ts';
import type { Lot, LotHolder, LotTake, LotTaking, MoveOrigin, OldMaterialEvent } from './events.ts';
import { countedTakings, movedSince } from './counting.ts';
import { endingWith, takenOf } from './lot-holds.ts';
import { holderOf, keeperOf, taken } from './holders.ts';
import { lotNo } from './names.ts';
import { firstBrought, firstIn } from './first-in.ts';
import { heldIn, ownLots, takingOf, type Hold, type LotState, type OldMaterialState, type Posting } from './state.ts';

type LotPosition = { readonly shopId: number; readonly fineness: string };
export type OldMaterialCommand = LotPosition &
  (
    | {
        readonly type: 'Hold';
        readonly key: string;
        readonly holder: LotHolder;
        readonly takes: readonly LotTake[];
        /** To be taken first in, first out; what the document brings itself may be of it. */
        readonly firstMg?: number;
        readonly bringsMg?: number;
        readonly replaces: string | null;
      }
    | { readonly type: 'Release'; readonly key: string }
    | {
        readonly type: 'Post';
        readonly key: string;
        readonly document: MoveOrigin;
        readonly lots: readonly Lot[];
        readonly firstMg?: number;
        /** Of a count: what is held of lots is what they lack, and this is what they have too much. */
        readonly gains?: readonly LotTake[];
      }
    | { readonly type: 'Claim'; readonly key: string; readonly claimKey: string; readonly holder: LotHolder }
    | { readonly type: 'ReleaseClaim'; readonly key: string; readonly claimKey: string }
    | {
        readonly type: 'GiveBack';
        readonly key: string;
        readonly claimKey: string;
        readonly holdKey: string;
        readonly document: MoveOrigin;
        readonly holder: LotHolder;
      }
  );
type CommandOf<Type extends OldMaterialCommand['type']> = Extract<OldMaterialCommand, { type: Type }>;

const keyReused = (key: string): Refusal =>
  refuse('conflict', 'old_material.key', '旧料占用编号重复，请刷新后重试', { data: { key } });
const wasReleased = (key: string): Refusal =>
  refuse('conflict', 'old_material.released', '占用已取消，请刷新后重试', { data: { key } });
const notHeld = (key: string): Refusal =>
  refuse('conflict', 'old_material.not_held', '旧料没有被本单占用', { data: { key } });
const grams = (mg: number): string => gramsFromMg(mg).toFixed(3);

const keyKnown = ({ holds, postings, released }: OldMaterialState, key: string): boolean =>
  holds.has(key) || postings.has(key) || released.has(key);

/** One event for each lot; one without a lot where there is none. */
const lotsOrNone = (lots: readonly number[]): readonly (number | null)[] => (lots.length === 0 ? [null] : lots);

/** The hold that this one may stand in for: of the same document, and in no pair already. */
const replacedBy = ({ replaces, holder }: CommandOf<'Hold'>, { holds }: OldMaterialState): string | undefined => {
  if (replaces === null) return undefined;
  const before = holds.get(replaces);
  if (before === undefined || !same(before.holder, holder)) return undefined;
  const paired = before.replaces !== undefined && holds.has(before.replaces);
  return paired || [...holds.values()].some((one) => one.replaces === replaces) ? undefined : replaces;
};

/** Each lot once, with all that is to leave it. */
const whole = (takes: readonly LotTake[]): readonly LotTake[] =>
  [...new Set(takes.map(({ lotId }) => lotId))].map((lotId) => ({ lotId, weightMg: takenOf(takes, lotId) }));

/** Why the metal is not there or not free; null when it is. `free` counts what this hold stands in for. */
const whyNotFree = (
  state: OldMaterialState,
  command: CommandOf<'Hold'>,
  replaced: string | undefined,
): Refusal | null => {
  const kept = replaced === undefined ? [] : (state.holds.get(replaced)?.takes ?? []);
  for (const { lotId, weightMg } of command.takes) {
    const lot = state.lots.get(lotId);
    if (lot === undefined) {
      return refuse('conflict', 'old_material.unknown', `本店没有${command.fineness}旧料${lotNo(lotId)}`);
    }
    const free = lot.leftMg - heldIn(state, lotId) + takenOf(kept, lotId);
    if (weightMg <= free) continue;
    const holder = holderOf(state, lotId, command.holder);
    if (holder !== null) return taken(lotId, holder);
    const message = `旧料${lotNo(lotId)}剩余${grams(free)}克，不够${grams(weightMg)}克`;
    return refuse('conflict', 'old_material.short', message);
  }
  return null;
};

const sumOf = (takes: readonly { readonly weightMg: number }[]): number =>
  takes.reduce((sum, { weightMg }) => sum + weightMg, 0);
/** Lots that came first, besides those that are named; or that there is too little, also with what the document brings. */
const firstTakes = (
  state: OldMaterialState,
  { firstMg = 0, bringsMg = 0, takes, fineness }: CommandOf<'Hold'>,
  replaced: string | undefined,
): readonly LotTake[] | Refusal => {
  if (firstMg === 0) return [];
  const kept = replaced === undefined ? [] : (state.holds.get(replaced)?.takes ?? []);
  const found = firstIn(state, firstMg, (lotId) => {
    const free = (state.lots.get(lotId)?.leftMg ?? 0) - heldIn(state, lotId) + takenOf(kept, lotId);
    return free - takenOf(takes, lotId);
  });
  const there = sumOf(found) + bringsMg;
  if (there < firstMg) {
    const message = `${fineness}旧料可用${grams(there)}克，不够${grams(firstMg)}克`;
    return refuse('conflict', 'old_material.short', message);
  }
  return found.map(({ lotId, weightMg }) => ({ lotId, weightMg }));
};
/** Which lots came first may have changed since: the hold that stands is the one. */
const sameHold = (before: Hold, { firstMg = 0, takes, holder }: CommandOf<'Hold'>): boolean =>
  same(before.holder, holder) && (firstMg > 0 || same(before.takes, whole(takes)));

export const hold = (command: CommandOf<'Hold'>, state: OldMaterialState): Verdict<OldMaterialEvent> => {
  const { shopId, fineness, key, holder } = command;
  const before = state.holds.get(key);
  if (before !== undefined) return sameHold(before, command) ? [] : keyReused(key);
  if (state.postings.has(key)) return [];
  if (state.released.has(key)) return wasReleased(key);
  const replaces = replacedBy(command, state);
  const first = firstTakes(state, command, replaces);
  if (isRefusal(first)) return first;
  const takes = whole([...command.takes, ...first]);
  const refused = whyNotFree(state, { ...command, takes }, replaces);
  if (refused !== null) return refused;
  const at = { shopId, fineness, key, holder, ...(replaces !== undefined && { replaces }) };
  const held = takes.length === 0 ? [{ lotId: null, weightMg: 0 }] : takes;
  return held.map((take) => ({ type: 'OldMaterialHeld' as const, data: { ...at, ...take } }));
};

export const release = (
  { shopId, fineness, key }: CommandOf<'Release'>,
  state: OldMaterialState,
): Verdict<OldMaterialEvent> => {
  if (state.released.has(key)) return [];
  if (state.postings.has(key)) return refuse('conflict', 'old_material.posted', '已过账，不能取消占用');
  const lots = lotsOrNone((state.holds.get(key)?.takes ?? []).map(({ lotId }) => lotId));
  return lots.map((lotId) => ({ type: 'OldMaterialHoldReleased' as const, data: { shopId, fineness, key, lotId } }));
};

/** A hold that ends because its stand-in, or what it stands in for, is posted: its lots are named, so that each knows. */
const endedBy = (
  { shopId, fineness, key }: CommandOf<'Post'>,
  { holds }: OldMaterialState,
): readonly OldMaterialEvent[] =>
  endingWith(holds, key)
    .filter((ended) => ended !== key)
    .flatMap((ended) =>
      (holds.get(ended)?.takes ?? []).map(({ lotId }) => ({
        type: 'OldMaterialHoldReleased' as const,
        data: { shopId, fineness, key: ended, lotId },
      })),
    );
/** What was not there when it was held comes out of what the document brings itself. */
const ownTakings = ({ lots, firstMg = 0 }: CommandOf<'Post'>, { takes }: Hold): readonly LotTaking[] =>
  firstBrought(lots, Math.max(0, firstMg - sumOf(takes))).map(({ lot: { lotId }, ...taken }) => ({ lotId, ...taken }));
export const post = (command: CommandOf<'Post'>, state: OldMaterialState): Verdict<OldMaterialEvent> => {
  const { shopId, fineness, key, document, lots } = command;
  if (state.postings.has(key)) return [];
  const held = state.holds.get(key);
  if (held === undefined) return notHeld(key);
  const at = { shopId, fineness, key, document };
  if (command.gains !== undefined) {
    const { losses, gains } = countedTakings(state, held.takes, command.gains);
    return [
      ...endedBy(command, state),
      ...losses.map((loss) => ({ type: 'OldMaterialLost' as const, data: { ...at, ...loss } })),
      ...gains.map((gain) => ({ type: 'OldMaterialGained' as const, data: { ...at, ...gain } })),
    ];
  }
  const takings = [...held.takes.map(takingOf(state)), ...ownTakings(command, held)];
  return [
    ...endedBy(command, state),
    ...lots.map((lot) => ({ type: 'OldMaterialReceived' as const, data: { ...at, ...lot } })),
    ...takings.map((taking) => ({ type: 'OldMaterialTaken' as const, data: { ...at, ...taking } })),
  ];
};

/** What stands against taking a lot back: somebody holds of it, or took of it. */
const usedBy = (state: OldMaterialState, lotId: number, posting: Posting): Refusal | null => {
  const own = posting.document;
  const holder = keeperOf(state, lotId, { kind: own.kind, id: own.id, no: own.no });
  if (holder !== null) return taken(lotId, holder);
  const count = [...state.postings.values()].find(
    (one) => !one.reversed && [...one.losses, ...one.gains].some((found) => found.lotId === lotId),
  );
  if (count !== undefined)
    return refuse('conflict', 'old_material.counted', `旧料${lotNo(lotId)}已盘点调整，见${count.document.no}`);
  const lot = state.lots.get(lotId);
  const left = (lot?.leftMg ?? 0) + takenOf(posting.takings, lotId);
  if (lot === undefined || left === lot.weightMg) return null;
  const taker = [...state.postings.values()].find(
    (one) => !one.reversed && one !== posting && takenOf(one.takings, lotId) > 0,
  );
  const by = taker === undefined ? '' : `，见${taker.document.no}`;
  return refuse('conflict', 'old_material.used', `旧料${lotNo(lotId)}已部分或全部出库${by}`);
};
/** Why what a posting did cannot be taken back; null when it can. */
const whyNotBack = (state: OldMaterialState, posting: Posting): Refusal | null => {
  const counted = [...posting.losses, ...posting.gains].map(({ lotId }) => movedSince(state, lotId, posting));
  const brought = posting.lots.map((lotId) => usedBy(state, lotId, posting));
  return [...counted, ...brought].find((one) => one !== null) ?? null;
};
export const claim = (command: CommandOf<'Claim'>, state: OldMaterialState): Verdict<OldMaterialEvent> => {
  const { shopId, fineness, key, claimKey, holder } = command;
  if (state.reversals.has(claimKey)) return [];
  if (state.released.has(claimKey)) return wasReleased(claimKey);
  const posting = state.postings.get(key);
  if (posting === undefined || posting.reversed) return notHeld(key);
  if (posting.claim !== null) {
    return posting.claim.key === claimKey ? [] : refuse('conflict', 'old_material.claimed', '正在反审核，请稍后重试');
  }
  const refused = whyNotBack(state, posting);
  if (refused !== null) return refused;
  const at = { shopId, fineness, claimKey, postedKey: key, holder };
  return lotsOrNone(ownLots(posting)).map((lotId) => ({ type: 'OldMaterialClaimed' as const, data: { ...at, lotId } }));
};
export const releaseClaim = (
  command: CommandOf<'ReleaseClaim'>,
  state: OldMaterialState,
): Verdict<OldMaterialEvent> => {
  const { shopId, fineness, key: postedKey, claimKey } = command;
  if (state.released.has(claimKey)) return [];
  if (state.reversals.has(claimKey)) return refuse('conflict', 'old_material.reversed', '已反审核，不能取消');
  const at = { shopId, fineness, claimKey, postedKey };
  const posting = state.postings.get(postedKey);
  const claimed = posting?.claim?.key === claimKey ? ownLots(posting) : [];
  return lotsOrNone(claimed).map((lotId) => ({
    type: 'OldMaterialClaimReleased' as const,
    data: { ...at, lotId },
  }));
};

/** The lot as it came in. */
const cameAs = ({ leftMg: _mg, leftNetMg: _net, leftFen: _fen, document: _document, ...lot }: LotState): Lot => lot;
export const giveBack = (command: CommandOf<'GiveBack'>, state: OldMaterialState): Verdict<OldMaterialEvent> => {
  const { shopId, fineness, key: postedKey, claimKey, holdKey, document, holder } = command;
  const done = state.reversals.get(claimKey);
  if (done !== undefined) return same(done, { postedKey, holdKey }) ? [] : keyReused(claimKey);
  const posting = state.postings.get(postedKey);
  if (posting === undefined || posting.claim?.key !== claimKey) return notHeld(postedKey);
  if (keyKnown(state, holdKey)) return keyReused(holdKey);
  const at = { shopId, fineness, claimKey, postedKey, holdKey, document, holder };
  return [
    ...posting.takings.map((taking) => ({ type: 'OldMaterialReturned' as const, data: { ...at, ...taking } })),
    ...posting.losses.map((loss) => ({ type: 'OldMaterialLossReversed' as const, data: { ...at, ...loss } })),
    ...posting.gains.map((gain) => ({ type: 'OldMaterialGainReversed' as const, data: { ...at, ...gain } })),
    ...posting.lots.flatMap((lotId) => {
      const lot = state.lots.get(lotId);
      return lot === undefined ? [] : [{ type: 'OldMaterialWithdrawn' as const, data: { ...at, ...cameAs(lot) } }];
    }),
  ];
};
