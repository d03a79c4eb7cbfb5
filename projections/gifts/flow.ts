/** gift_flow: the ledger of gifts. A reversal is a row of its own (R7). */
import type { Recorded } from 'services/event-store/port';
import { giftStockOf, type GiftEvent } from 'services/gift/contract';
import { ledger, type Row } from '../platform/projection/projection.ts';
import { GIFT_MOVEMENTS, isMoving, movementOf } from './movements.ts';

const rowsOf = (recorded: Recorded): readonly Row[] => {
  const event = recorded as unknown as GiftEvent;
  if (!isMoving(event)) return [];
  const { shopId, barcode, document } = event.data;
  const { billType, inNum, outNum, costFen } = movementOf(event);
  return [
    {
      position: recorded.position,
      line: 0,
      at: recorded.meta.at,
      event_id: recorded.id,
      stock_id: giftStockOf(recorded.stream),
      shop_id: shopId,
      barcode,
      bill_type: billType,
      in_num: inNum,
      out_num: outNum,
      cost_fen: costFen,
      document_no: document.no,
    },
  ];
};
export default ledger<Row>({
  name: 'gift-flow',
  version: 2,
  ddl: `
    -- Movements of gifts, signed.
    CREATE TABLE gift_flow (
      position {position} NOT NULL,
      line {index} NOT NULL,
      at {moment} NOT NULL,
      event_id text NOT NULL,
      stock_id text NOT NULL,
      shop_id {partnerId} NOT NULL,
      barcode text NOT NULL,
      bill_type text NOT NULL,
      in_num {documentPieces} NOT NULL,
      out_num {documentPieces} NOT NULL,
      cost_fen {documentMoney} NOT NULL,
      document_no text NOT NULL,
      PRIMARY KEY (position, line)
    );
    CREATE INDEX gift_flow_stock ON gift_flow (stock_id, position);`,
  table: 'gift_flow',
  events: GIFT_MOVEMENTS,
  rows: rowsOf,
});
