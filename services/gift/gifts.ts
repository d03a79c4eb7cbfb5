/** {@link GiftDesk} over the event store, and what documents do to the stock of gifts. */
import type { Actor } from '../contracts/user.ts';
import type { OneCommit } from '../contracts/one-commit.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { EventStore, JsonObject } from '../platform/event-store/port.ts';
import { handle, loadState, type Handled } from '../platform/streams/handle.ts';
import type { Recipient } from '../platform/streams/stream-state.ts';
import { GIFT_SCHEMA, giftStockId, giftStream, type GiftDesk, type GiftView } from './contract.ts';
import type { AtGift, GiftCommand, GiftMove } from './commands.ts';
import { giftDecider, parseGiftEvent } from './decider.ts';
import { attributesOf, heldOf, type GiftFact, type GiftState } from './state.ts';

/** Number of the state's shape and of the fold that makes it: snapshots of another one are not read (ADR 0034). */
const GIFT_STATE = 1;
export type GiftRecipient = Recipient<GiftState, GiftCommand, GiftFact & { readonly data: JsonObject }>;
export const giftRecipient = (store: EventStore): GiftRecipient => ({
  store,
  decider: giftDecider,
  parse: parseGiftEvent,
  schema: GIFT_SCHEMA,
  remember: true,
  snapshot: GIFT_STATE,
});

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

/** One key per command and gift. */
const tagOf = (command: GiftMove): string =>
  `${command.type}/${'claimKey' in command ? command.claimKey : command.key}`;

export interface Gifts extends GiftDesk {
  /** `stockId`: {@link giftStockId}. With `oneCommit` the events wait there for the rest of their command. */
  apply(
    stockId: string,
    command: GiftMove,
    actor: Actor,
    oneCommit?: OneCommit,
  ): Promise<Pick<Handled<GiftState, GiftFact>, 'position' | 'state'> | Refusal>;
}
const placeOf = (stockId: string): AtGift => {
  const [shop, ...barcode] = stockId.split('-');
  return { shopId: Number(shop), barcode: barcode.join('-') };
};
export const createGifts = ({ store }: { readonly store: EventStore }): Gifts => {
  const recipient = giftRecipient(store);
  return {
    view: async (shopId, barcode) => {
      const { state } = await loadState(recipient, giftStream(giftStockId(shopId, barcode)));
      return viewOf(state, { shopId, barcode });
    },
    apply: async (stockId, command, actor, oneCommit) => {
      const at = placeOf(stockId);
      const done = await handle(
        recipient,
        giftStream(stockId),
        { ...command, ...at },
        { actor, shopId: at.shopId, tag: tagOf(command), oneCommit },
      );
      return isRefusal(done) ? done : { position: done.position, state: done.state };
    },
  };
};
