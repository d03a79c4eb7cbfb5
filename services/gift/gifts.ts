/** {@link GiftDesk} over the event store, and what documents do to the stock of gifts. */
import type { Actor } from '../contracts/user.ts';
import type { JsonObject } from '../contracts/event.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { Handled, Recipient, Save } from '../contracts/save.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { loadState } from '../platform/streams/handle.ts';
import { GIFT_SCHEMA, giftStockId, giftStream, type GiftDesk, type GiftView } from './contract.ts';
import type { AtGift, GiftCommand, GiftMove } from './commands.ts';
import { giftDecider, parseGiftEvent } from './decider.ts';
import { attributesOf, heldOf, type GiftFact, type GiftState } from './state.ts';

/** Number of the state's shape and of the fold that makes it: snapshots of another one are not read (ADR 0034). */
const GIFT_STATE = 1;
export type GiftRecipient = Recipient<GiftState, GiftCommand, GiftFact & { readonly data: JsonObject }>;
export const GIFT_RECIPIENT: GiftRecipient = {
  decider: giftDecider,
  parse: parseGiftEvent,
  schema: GIFT_SCHEMA,
  remember: true,
  snapshot: GIFT_STATE,
};

const viewOf = (state: GiftState, at: AtGift): GiftView | null => {
  const gift = attributesOf(state);
  if (gift === null) return null;
  const heldBy = (kind: string, id: number): number => {
    const others = [...state.holds].filter(([, { holder }]) => holder.kind !== kind || holder.id !== id);
    return heldOf(state, at.shopId) - heldOf({ ...state, holds: new Map(others) }, at.shopId);
  };
  const { quantity, costFen } = state;
  return { ...at, gift, quantity, held: heldOf(state, at.shopId), costFen, heldBy };
};

export const createGifts = ({ store }: { readonly store: EventStore }): GiftDesk => ({
  view: async (shopId, barcode) => {
    const { state } = await loadState({ ...GIFT_RECIPIENT, store }, giftStream(giftStockId(shopId, barcode)));
    return viewOf(state, { shopId, barcode });
  },
});

/** One key per command and gift. */
const tagOf = (command: GiftMove): string =>
  `${command.type}/${'claimKey' in command ? command.claimKey : command.key}`;
const placeOf = (stockId: string): AtGift => {
  const [shop, ...barcode] = stockId.split('-');
  return { shopId: Number(shop), barcode: barcode.join('-') };
};
/** What is done to a stock of gifts. `stockId`: {@link giftStockId}. */
export const moveGift = async (
  { save, actor }: { readonly save: Save; readonly actor: Actor },
  stockId: string,
  command: GiftMove,
): Promise<Pick<Handled<GiftState, GiftFact>, 'position' | 'state'> | Refusal> => {
  const at = placeOf(stockId);
  const options = { actor, shopId: at.shopId, tag: tagOf(command) };
  const done = await save.send(GIFT_RECIPIENT, giftStream(stockId), { ...command, ...at }, options);
  return isRefusal(done) ? done : { position: done.position, state: done.state };
};
