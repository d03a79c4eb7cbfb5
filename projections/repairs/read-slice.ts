/** 维修清洗: what the registry joins. */
import { lineOfWireId, saleStream } from 'services/sale/contract';
import type { ReadSlice } from '../platform/routes/read-slice.ts';
import repairs from './projector.ts';
import queries from './query.ts';

export const repairReads: ReadSlice = {
  projections: [repairs],
  queries,
  readsFrom: [
    {
      // The lines of an order too, which are told with where they are.
      paths: ['/biz-sell-clean', '/base-print-template/print-data/clean'],
      projections: ['repairs', 'sales', 'sale-versions'],
      streamOf: ({ id }) => (typeof id === 'number' ? saleStream(lineOfWireId(id).saleId) : null),
    },
  ],
  titles: { repairs: '维修清洗' },
};
