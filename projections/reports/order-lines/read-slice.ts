/** Reports over the lines of sales: what the registry joins. */
import { saleStream } from 'services/sale/contract';
import type { ReadSlice } from '../../platform/routes/read-slice.ts';
import saleLines from '../../sale-lines/projector.ts';
import sellSum from '../sell-sum/query.ts';
import queries from './query.ts';

const PATHS = [
  '/report-sell-detail',
  '/report-sell-goods',
  '/report-sell-change',
  '/report-sell-gift',
  '/report-seller-score',
  '/finance-profit',
  '/report-sell-sum',
];
export const orderLineReads: ReadSlice = {
  projections: [saleLines],
  titles: { 'sale-lines': '销售报表' },
  queries: (deps) => [...queries(deps), ...sellSum(deps)],
  readsFrom: [
    {
      paths: PATHS,
      projections: ['sale-lines'],
      streamOf: ({ orderId }) => (typeof orderId === 'number' ? saleStream(orderId) : null),
    },
  ],
};
