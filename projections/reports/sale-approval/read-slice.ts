/** GET /report-sell-approval: what the registry joins. */
import { saleStream } from 'services/sale/contract';
import type { ReadSlice } from '../../platform/routes/read-slice.ts';
import queries from './query.ts';

export const saleApprovalReads: ReadSlice = {
  queries,
  readsFrom: [
    {
      paths: ['/report-sell-approval'],
      projections: ['sale-versions'],
      streamOf: ({ orderId }) => (typeof orderId === 'number' ? saleStream(orderId) : null),
    },
  ],
};
