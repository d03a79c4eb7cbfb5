/** 清洗明细: what the registry joins. */
import { lineOfWireId, saleStream } from 'services/sale/contract';
import type { ReadSlice } from '../../platform/routes/read-slice.ts';
import queries from './query.ts';

export const sellCleanReads: ReadSlice = {
  queries,
  readsFrom: [
    {
      paths: ['/report-sell-clean'],
      projections: ['repairs'],
      streamOf: ({ id }) => (typeof id === 'number' ? saleStream(lineOfWireId(id).saleId) : null),
    },
  ],
};
