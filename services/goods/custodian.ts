/** The custodian of pieces: what documents ask becomes commands to the stream `goods-<barcode>` (R1, R2, R4). */
import type { Ask, ClaimAsk, Custodian, GiveBackAsk, ReserveAsk } from '../documents/custodian.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { Pieces } from './contract.ts';
import { defined } from '../contracts/maps.ts';
import type { Holder, MovementDocument } from './events.ts';
import type { PieceCommand } from './piece-commands.ts';
import { PieceTerms } from './piece-terms.ts';

type PieceAsk<Of extends Ask> = Of & {
  readonly terms: PieceTerms;
  readonly holder: Holder;
  readonly quantity: number;
  readonly key: string;
  readonly moved: MovementDocument;
};
const read = <Of extends Ask>(ask: Of): PieceAsk<Of> => {
  const { kind, id, no, line, businessDate } = ask.document;
  return {
    ...ask,
    terms: PieceTerms.parse(ask.terms),
    holder: { kind, id, no },
    quantity: ask.effect.legs.reduce((sum, leg) => sum + leg.quantity, 0),
    key: ask.effect.key,
    moved: { kind, id, no, line, businessDate },
  };
};
const withCause = (cause: string | undefined) => (cause === undefined ? {} : { cause });

const reserving = ({ terms, key, quantity, holder, replaces }: PieceAsk<ReserveAsk>): PieceCommand => {
  const asked = { key, quantity, holder };
  if (terms.move === 'find') {
    return { type: 'ExpectFind', ...asked, shopId: terms.shopId, ...withCause(terms.cause) };
  }
  if (terms.move === 'customer-return') {
    const { saleKey: postedKey, broughtBefore } = terms;
    const claim = { claimKey: key, postedKey, holder, returns: quantity, ...defined({ broughtBefore }) };
    return { type: 'ClaimDeparture', way: 'sale', ...claim, ...(replaces !== null && { replaces }) };
  }
  const hold = { type: 'HoldGoods', ...asked, ...(replaces !== null && { replaces }) } as const;
  if (terms.move === 'transfer') return { ...hold, shopId: terms.fromShopId };
  const { shopId } = terms;
  if (terms.move === 'supplier-return') return { ...hold, shopId, takesOver: 'supplier' };
  if (terms.move === 'inspection') {
    return { ...hold, shopId, ...(terms.returnedKey !== undefined && { takesReturn: terms.returnedKey }) };
  }
  return { ...hold, shopId, ...(terms.move === 'write-off' && withCause(terms.cause)) };
};

const inspectedBy = ({ result, note, handTo, returnedKey }: Extract<PieceTerms, { move: 'inspection' }>) => ({
  result,
  note,
  ...(result === 'melt' && returnedKey !== undefined && { melts: true as const }),
  ...(handTo !== undefined && { handTo }),
});
const posting = ({ terms, key, moved: document }: PieceAsk<Ask>): PieceCommand => {
  const at = { key, document };
  switch (terms.move) {
    case 'transfer': {
      const { move: _move, fromShopId: _from, ...to } = terms;
      return { type: 'TransferGoods', ...at, ...to };
    }
    case 'sale':
      return { type: 'SellGoods', ...at, amountFen: terms.amountFen, soldWeightMg: terms.soldWeightMg };
    case 'supplier-return':
      return { type: 'ReturnToSupplier', ...at, supplierId: terms.supplierId, returnPriceFen: terms.returnPriceFen };
    case 'customer-return': {
      const { move: _move, broughtBefore: _before, goesTo, cut, ...back } = terms;
      return { type: 'ReturnFromCustomer', ...at, ...back, ...defined({ goesTo, cut }) };
    }
    case 'write-off':
      return { type: 'WriteOffGoods', ...at, reason: terms.reason };
    case 'find':
      return { type: 'PostFind', ...at, reason: terms.reason };
    case 'inspection':
      return { type: 'InspectGoods', ...at, ...inspectedBy(terms) };
  }
};

/** What still lies in a shop is claimed by a hold there, what left the chain by its departure. */
const claiming = ({ terms, key, claimKey, holder, quantity }: PieceAsk<ClaimAsk>): PieceCommand => {
  const claim = { claimKey, holder };
  const hold = { type: 'HoldGoods', key: claimKey, quantity, holder } as const;
  switch (terms.move) {
    case 'transfer':
      return { ...hold, shopId: terms.toShopId, backOf: terms.rowId };
    case 'find':
      return { ...hold, shopId: terms.shopId };
    case 'customer-return':
      return { type: 'ClaimCustomerReturn', ...claim, returnedKey: key };
    case 'inspection':
      return { type: 'ClaimInspection', ...claim, inspectedKey: key };
    default:
      return { type: 'ClaimDeparture', way: terms.move, ...claim, postedKey: key };
  }
};

const givingBack = (ask: PieceAsk<GiveBackAsk>): PieceCommand => {
  const { terms, key, claimKey, backKey: holdKey, holder, quantity, moved: document } = ask;
  const back = { claimKey, holdKey, document, holder };
  switch (terms.move) {
    case 'transfer': {
      const { move: _move, ...moved } = terms;
      return { type: 'ReverseTransfer', ...back, ...moved, quantity };
    }
    case 'find':
      return { type: 'ReverseFind', ...back, foundKey: key };
    case 'customer-return':
      return { type: 'ReverseCustomerReturn', ...back, returnedKey: key };
    case 'inspection':
      return { type: 'ReverseInspection', ...back, inspectedKey: key };
    default:
      return { type: 'ReverseDeparture', way: terms.move, ...back, postedKey: key };
  }
};

/** A movement has the price and the row of one line, so two lines cannot share a piece. */
const oneLine = ({ effect }: Ask): Refusal | null =>
  effect.legs.length === 1 ? null : refuse('invalid', 'document.duplicate', '列表已存在此首饰，请不要重复输入！');

export const pieceCustodian = (pieces: Pieces): Custodian => {
  const apply = ({ effect, actor, save }: Ask, command: PieceCommand): ReturnType<Pieces['apply']> =>
    pieces.apply(effect.id, command, actor, save);
  return {
    reserve: async (ask) => oneLine(ask) ?? apply(ask, reserving(read(ask))),
    post: (ask) => apply(ask, posting(read(ask))),
    claim: (ask) => apply(ask, claiming(read(ask))),
    giveBack: (ask) => apply(ask, givingBack(read(ask))),
    release: ({ id, key, claimOf, actor, save }) =>
      pieces.apply(
        id,
        claimOf === null ? { type: 'ReleaseGoods', key } : { type: 'ReleaseClaim', claimKey: key, postedKey: claimOf },
        actor,
        save,
      ),
  };
};
