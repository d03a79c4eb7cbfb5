/** 退货质检: what the registry joins. */
import { goodsStream } from 'services/goods/contract';
import type { ReadSlice } from '../platform/routes/read-slice.ts';
import returnInspections from './projector.ts';
import queries from './query.ts';

export const returnInspectionReads: ReadSlice = {
  projections: [returnInspections],
  queries,
  readsFrom: [
    {
      paths: ['/biz-sell-change/inspect'],
      projections: ['return-inspections', 'sale-lines', 'goods-in'],
      streamOf: ({ barcode }) => (typeof barcode === 'string' ? goodsStream(barcode) : null),
    },
  ],
  titles: { 'return-inspections': '退货质检' },
};
