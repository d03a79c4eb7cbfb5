/** What documents that wait hold of gifts and of lots, counted anew (R86, R89): a hold that is posted, let go or replaced ends. */
import { GIFT_EVENT_TYPES, type GiftEvent } from 'services/gift/contract';
import { heldQuantity, pairedWith, type PieceHold } from 'services/goods/contract';
import {
  OLD_MATERIAL_EVENT_TYPES,
  heldOf,
  lotNo,
  type LotHold,
  type OldMaterialEvent,
} from 'services/old-material/contract';
import type { Counter, Emit, StreamFold } from './counting.ts';

class GiftHolds implements StreamFold {
  readonly #holds = new Map<string, PieceHold>();
  #shop = 0;
  #barcode = '';

  readonly add: StreamFold['add'] = (recorded) => {
    const { type, data } = recorded as unknown as GiftEvent;
    this.#shop = data.shopId;
    this.#barcode = data.barcode;
    switch (type) {
      case 'GiftHeld':
        this.#holds.set(data.key, data);
        return;
      case 'GiftIssueReversed':
        this.#holds.set(data.holdKey, { shopId: data.shopId, quantity: data.quantity });
        return;
      case 'GiftHoldReleased':
        this.#holds.delete(data.key);
        return;
      case 'GiftIssued':
        return this.#posted(data.key);
      case 'GiftReceiptReversed':
        return this.#posted(data.claimKey);
      default:
    }
  };
  readonly end = (emit: Emit): void => {
    const held = heldQuantity(this.#holds.values(), this.#shop, (key) => this.#holds.get(key));
    if (held !== 0) emit({ report: 'gift-turnover', shop: this.#shop, key: this.#barcode, figures: { held } });
  };
  #posted(key: string): void {
    for (const ended of [key, ...pairedWith(this.#holds, key)]) this.#holds.delete(ended);
  }
}

/** `left` in milligrams; one that is claimed is held whole. */
type LotState = { readonly shop: number; readonly holds: Map<string, LotHold>; left: number; claimed: boolean };
class LotHolds implements StreamFold {
  readonly #lots = new Map<number, LotState>();

  readonly add: StreamFold['add'] = (recorded) => {
    const event = recorded as unknown as OldMaterialEvent;
    const { type, data } = event;
    if (type === 'OldMaterialReceived') {
      this.#lots.set(data.lotId, { shop: data.shopId, holds: new Map(), left: data.weightMg, claimed: false });
      return;
    }
    const lot = data.lotId === null ? undefined : this.#lots.get(data.lotId);
    if (data.lotId === null || lot === undefined) return;
    if (type === 'OldMaterialWithdrawn') this.#lots.delete(data.lotId);
    else change(lot, event);
  };
  readonly end = (emit: Emit): void => {
    for (const [id, { shop, holds, left, claimed }] of this.#lots) {
      const held = claimed ? left : heldOf(holds, id);
      if (held !== 0) emit({ report: 'recycle-stock', shop, key: lotNo(id), figures: { held } });
    }
  };
}
/** What is taken back ends the claim on lots that were counted. */
const movedBack = (lot: LotState, type: OldMaterialEvent['type'], weightMg: number): void => {
  lot.left += weightMg;
  if (type !== 'OldMaterialReturned') lot.claimed = false;
};
const change = (lot: LotState, { type, data }: OldMaterialEvent): void => {
  switch (type) {
    case 'OldMaterialHeld': {
      const { key, lotId, weightMg, replaces } = data;
      const takes = [{ lotId: lotId ?? 0, weightMg }];
      lot.holds.set(key, { takes, ...(replaces !== undefined && { replaces }) });
      return;
    }
    case 'OldMaterialHoldReleased':
      lot.holds.delete(data.key);
      return;
    case 'OldMaterialTaken':
    case 'OldMaterialLost':
      lot.holds.delete(data.key);
      lot.left -= data.weightMg;
      return;
    case 'OldMaterialGained':
      lot.holds.delete(data.key);
      lot.left += data.weightMg;
      return;
    case 'OldMaterialReturned':
    case 'OldMaterialLossReversed':
      lot.holds.set(data.holdKey, { takes: [{ lotId: data.lotId, weightMg: data.weightMg }] });
      return movedBack(lot, type, data.weightMg);
    case 'OldMaterialGainReversed':
      return movedBack(lot, type, -data.weightMg);
    case 'OldMaterialClaimed':
    case 'OldMaterialClaimReleased':
      lot.claimed = type === 'OldMaterialClaimed';
      return;
    case 'OldMaterialReceived':
    case 'OldMaterialWithdrawn':
  }
};
export const heldCounters: readonly Counter[] = [
  { types: GIFT_EVENT_TYPES, open: () => new GiftHolds() },
  { types: OLD_MATERIAL_EVENT_TYPES, open: () => new LotHolds() },
];
