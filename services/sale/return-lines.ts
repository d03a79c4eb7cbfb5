/** Lines that brought something back, as the order that took them tells it. */
import type { EventStore } from '../platform/event-store/port.ts';
import { PIECE } from '../goods/contract.ts';
import { loadState } from '../platform/streams/handle.ts';
import type { SessionUser } from '../contracts/user.ts';
import { limitScope } from '../platform/auth/shop-limit.ts';
import { CHANGE_LIST, type ReturnedLines } from './contract.ts';
import { saleDocument } from './document.ts';
import { orderRecipient } from './sold-orders.ts';

export const returnedLines = (store: EventStore): ReturnedLines => {
  const recipient = orderRecipient(store);
  return async (saleId, lineId) => {
    const { state } = await loadState(recipient, saleDocument.stream(saleId));
    const { current, stage } = state;
    if (current === null || stage === 'deleted' || stage === 'refused') return null;
    const line = current.lines.filter((one) => one.list === CHANGE_LIST).find((one) => one.lineId === lineId);
    if (line === undefined) return null;
    const effect = current.effects.find(({ custodian, id }) => custodian === PIECE && id === line.barcode);
    if (effect === undefined) return null;
    const limit = (user: SessionUser) => limitScope(store, user, saleDocument.stream(saleId));
    return { shopId: current.header.shopId, line, key: effect.key, limit };
  };
};
