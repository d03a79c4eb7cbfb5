/** Orders as they stand, for what comes back of them. */
import { DOCUMENT_SCHEMA } from '../contracts/document.ts';
import { documentDecider } from '../documents/decider.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { loadState } from '../platform/streams/handle.ts';
import { atPostedCost, type SaleHeader, type SaleLine } from './contract.ts';
import { saleDocument } from './document.ts';

/** The stream of an order, read by others than its own desk: remembered, never written. */
export const orderRecipient = (store: EventStore) =>
  ({
    store,
    decider: documentDecider(saleDocument),
    parse: saleDocument.parse,
    remember: true,
    schema: DOCUMENT_SCHEMA,
  }) as const;

export type SoldOrder = { readonly header: SaleHeader; readonly lines: readonly SaleLine[] };
/** The order as it stands, pending or audited; null where there is none, or it was deleted. */
export type SoldOrders = (id: number) => Promise<SoldOrder | null>;

export const soldOrders = (store: EventStore): SoldOrders => {
  const recipient = orderRecipient(store);
  return async (id) => {
    const { state } = await loadState(recipient, saleDocument.stream(id));
    const { current, stage, outcomes } = state;
    if (current === null || stage === 'deleted' || stage === 'refused') return null;
    const { header, lines } = current;
    return { header, lines: atPostedCost(header.shopId, lines, outcomes).lines };
  };
};
