/** What a stream of old material remembers, and how each event changes it. Pure; never refuses. */
import { drop, put } from '../contracts/maps.ts';
import { lateOf, releasing, type ReleasedKeys } from '../contracts/released-keys.ts';
import { mulDiv } from '../contracts/units.ts';
import { endingWith, heldOf, type LotHold } from './lot-holds.ts';
import type { Lot, LotHolder, LotTake, LotTaking, MoveOrigin, OldMaterialEvent } from './events.ts';

/** An event as the log gives it: decided ones carry no meta yet. */
export type OldMaterialFact = OldMaterialEvent & { readonly meta?: { readonly userName: string; readonly at: string } };
/** A lot with what is left of it. */
export type LotState = Lot & {
  readonly leftMg: number;
  readonly leftNetMg: number;
  readonly leftFen: number;
  readonly document: MoveOrigin;
};
export type Hold = LotHold & { readonly holder: LotHolder; readonly by: string; readonly at: string };
/** What a document brought and took under one key. */
export type Posting = {
  readonly document: MoveOrigin;
  readonly lots: readonly number[];
  readonly takings: readonly LotTaking[];
  /** What a count found of lots: `losses` left them, `gains` joined them. */
  readonly losses: readonly LotTaking[];
  readonly gains: readonly LotTaking[];
  readonly claim: { readonly key: string; readonly holder: LotHolder } | null;
  readonly reversed: boolean;
};
export type OldMaterialState = {
  readonly lots: ReadonlyMap<number, LotState>;
  readonly holds: ReadonlyMap<string, Hold>;
  readonly postings: ReadonlyMap<string, Posting>;
  /** Reversals done, by the key of their claim. */
  readonly reversals: ReadonlyMap<string, { readonly postedKey: string; readonly holdKey: string }>;
  /** Keys of holds and claims that were let go, and when, for 30 days. */
  readonly released: ReleasedKeys;
};
export const initial: OldMaterialState = {
  lots: new Map(),
  holds: new Map(),
  postings: new Map(),
  reversals: new Map(),
  released: new Map(),
};

/** Lots that a posting brought, or whose weight it corrected: they are its own while it is taken back. */
export const ownLots = ({ lots, losses, gains }: Posting): readonly number[] => [
  ...lots,
  ...[...losses, ...gains].map(({ lotId }) => lotId),
];
/** Held of a lot: by documents that will take of it, or whole by the reversal that will take it back. */
export const heldIn = ({ holds, postings, lots }: OldMaterialState, lotId: number): number => {
  const claimed = [...postings.values()].some(
    (one) => one.claim !== null && !one.reversed && ownLots(one).includes(lotId),
  );
  return claimed ? (lots.get(lotId)?.leftMg ?? 0) : heldOf(holds, lotId);
};

type Data<Type extends OldMaterialEvent['type']> = Extract<OldMaterialEvent, { type: Type }>['data'];

/** Lots when that leaves one of them (`sign` -1) or comes back to it (1). */
const moved = (
  lots: ReadonlyMap<number, LotState>,
  { lotId, weightMg, netWeightMg, costFen }: LotTaking,
  sign: 1 | -1,
): ReadonlyMap<number, LotState> => {
  const lot = lots.get(lotId);
  if (lot === undefined) return lots;
  return put(lots, lotId, {
    ...lot,
    leftMg: lot.leftMg + sign * weightMg,
    leftNetMg: lot.leftNetMg + sign * netWeightMg,
    leftFen: lot.leftFen + sign * costFen,
  });
};

const NOTHING_POSTED = { lots: [], takings: [], losses: [], gains: [], claim: null, reversed: false } as const;
/** What one more lot of a posting adds to it; its hold and whoever stands in for that end with the first. */
const posted = (
  state: OldMaterialState,
  { key, document }: { readonly key: string; readonly document: MoveOrigin },
  add: (before: Posting) => Partial<Posting>,
): Pick<OldMaterialState, 'holds' | 'postings'> => {
  const before = state.postings.get(key) ?? { ...NOTHING_POSTED, document };
  return {
    holds: drop(state.holds, ...endingWith(state.holds, key)),
    postings: put(state.postings, key, { ...before, ...add(before) }),
  };
};
const received = (state: OldMaterialState, data: Data<'OldMaterialReceived'>): OldMaterialState => {
  const { key: _key, document, shopId: _shop, fineness: _fineness, ...lot } = data;
  const left = { leftMg: lot.weightMg, leftNetMg: lot.netWeightMg, leftFen: lot.priceFen };
  return {
    ...state,
    ...posted(state, data, ({ lots }) => ({ lots: [...lots, lot.lotId] })),
    lots: put(state.lots, lot.lotId, { ...lot, ...left, document }),
  };
};
const taken = (state: OldMaterialState, data: Data<'OldMaterialTaken'>): OldMaterialState => {
  const { lotId, weightMg, netWeightMg, costFen } = data;
  const taking = { lotId, weightMg, netWeightMg, costFen };
  return {
    ...state,
    ...posted(state, data, ({ takings }) => ({ takings: [...takings, taking] })),
    lots: moved(state.lots, taking, -1),
  };
};
/** What a count found of a lot. */
const counted = (
  state: OldMaterialState,
  data: Data<'OldMaterialLost'>,
  list: 'losses' | 'gains',
): OldMaterialState => {
  const { lotId, weightMg, netWeightMg, costFen } = data;
  const found = { lotId, weightMg, netWeightMg, costFen };
  return {
    ...state,
    ...posted(state, data, (before) => ({ [list]: [...before[list], found] })),
    lots: moved(state.lots, found, list === 'losses' ? -1 : 1),
  };
};

type Reversal = Pick<Data<'OldMaterialWithdrawn'>, 'claimKey' | 'postedKey' | 'holdKey' | 'holder'>;
/** The hold that the document has again, with `takes` more than before. */
const reversed = (
  state: OldMaterialState,
  { claimKey, postedKey, holdKey, holder }: Reversal,
  takes: readonly LotTake[],
  by: FactOrigin,
): OldMaterialState => {
  const before = state.postings.get(postedKey);
  const held = state.holds.get(holdKey)?.takes ?? [];
  return {
    ...state,
    holds: put(state.holds, holdKey, { holder, takes: [...held, ...takes], ...by }),
    postings:
      before === undefined
        ? state.postings
        : put(state.postings, postedKey, { ...before, claim: null, reversed: true }),
    reversals: put(state.reversals, claimKey, { postedKey, holdKey }),
  };
};
/** What the document took of a lot that it brought itself is no hold of its own: it comes with the lot again. */
const withoutLot = (
  holds: OldMaterialState['holds'],
  { holdKey, lotId }: Data<'OldMaterialWithdrawn'>,
): OldMaterialState['holds'] => {
  const hold = holds.get(holdKey);
  if (hold === undefined) return holds;
  return put(holds, holdKey, { ...hold, takes: hold.takes.filter((take) => take.lotId !== lotId) });
};
const claiming = (
  state: OldMaterialState,
  postedKey: string,
  claim: Posting['claim'],
): Pick<OldMaterialState, 'postings'> => {
  const before = state.postings.get(postedKey);
  return { postings: before === undefined ? state.postings : put(state.postings, postedKey, { ...before, claim }) };
};

type FactOrigin = { readonly by: string; readonly at: string };
const letGo = (released: ReleasedKeys, key: string, at: string): ReleasedKeys =>
  releasing(lateOf(released, at), [key], at);

const held = (state: OldMaterialState, data: Data<'OldMaterialHeld'>, by: FactOrigin): OldMaterialState => {
  const { key, holder, lotId, weightMg, replaces } = data;
  const before = state.holds.get(key)?.takes ?? [];
  const takes = lotId === null ? before : [...before, { lotId, weightMg }];
  return {
    ...state,
    holds: put(state.holds, key, { holder, takes, ...by, ...(replaces !== undefined && { replaces }) }),
  };
};
/** What had left a lot is back (1), or what had joined it is out again (-1); so much is held of it as before. */
const broughtBack = (
  state: OldMaterialState,
  data: Data<'OldMaterialReturned'>,
  { sign, by }: { readonly sign: 1 | -1; readonly by: FactOrigin },
): OldMaterialState => {
  const { lotId, weightMg } = data;
  const after = reversed(state, data, [{ lotId, weightMg: sign === 1 ? weightMg : 0 }], by);
  return { ...after, lots: moved(after.lots, data, sign) };
};
const step = (state: OldMaterialState, { type, data }: OldMaterialEvent, by: FactOrigin): OldMaterialState => {
  switch (type) {
    case 'OldMaterialHeld':
      return held(state, data, by);
    case 'OldMaterialHoldReleased':
      return {
        ...state,
        holds: drop(state.holds, data.key),
        released: letGo(state.released, data.key, by.at),
      };
    case 'OldMaterialReceived':
      return received(state, data);
    case 'OldMaterialTaken':
      return taken(state, data);
    case 'OldMaterialClaimed': {
      const { claimKey: key, holder, postedKey } = data;
      return { ...state, ...claiming(state, postedKey, { key, holder }) };
    }
    case 'OldMaterialClaimReleased': {
      const { claimKey, postedKey } = data;
      const mine = state.postings.get(postedKey)?.claim?.key === claimKey;
      const released = letGo(state.released, claimKey, by.at);
      return { ...state, ...(mine && claiming(state, postedKey, null)), released };
    }
    case 'OldMaterialWithdrawn': {
      const { lots, ...after } = reversed(state, data, [], by);
      return { ...after, holds: withoutLot(after.holds, data), lots: drop(lots, data.lotId) };
    }
    case 'OldMaterialLost':
      return counted(state, data, 'losses');
    case 'OldMaterialGained':
      return counted(state, data, 'gains');
    case 'OldMaterialReturned':
    case 'OldMaterialLossReversed':
      return broughtBack(state, data, { sign: 1, by });
    case 'OldMaterialGainReversed':
      return broughtBack(state, data, { sign: -1, by });
  }
};
export const evolve = (state: OldMaterialState, { meta, ...event }: OldMaterialFact): OldMaterialState =>
  step(state, event as OldMaterialEvent, { by: meta?.userName ?? '', at: meta?.at ?? '' });

/** The share of what is left that goes with the metal; the last of a lot takes all the rest. */
export const takingOf =
  (state: OldMaterialState) =>
  ({ lotId, weightMg }: LotTake): LotTaking => {
    const { leftMg = weightMg, leftNetMg = 0, leftFen = 0 } = state.lots.get(lotId) ?? {};
    return {
      lotId,
      weightMg,
      netWeightMg: mulDiv([leftNetMg, weightMg], leftMg),
      costFen: mulDiv([leftFen, weightMg], leftMg),
    };
  };
