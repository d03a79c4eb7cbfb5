/** 赠品库存: what the registry joins. */
import { giftStockId, giftStream } from 'services/gift/contract';
import giftFlow from '../../gifts/flow.ts';
import giftStock from '../../gifts/stock.ts';
import type { ReadSlice } from '../../platform/routes/read-slice.ts';
import queries from './query.ts';

export const giftTurnoverReads: ReadSlice = {
  projections: [giftStock, giftFlow],
  queries,
  readsFrom: [
    {
      paths: ['/report-gift-turnover'],
      projections: [giftStock.name, giftFlow.name],
      streamOf: ({ shopId, barcode }) =>
        typeof shopId === 'number' && typeof barcode === 'string' ? giftStream(giftStockId(shopId, barcode)) : null,
    },
  ],
  titles: { [giftStock.name]: '赠品库存', [giftFlow.name]: '赠品流水' },
};
