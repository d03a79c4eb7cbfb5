/** 积分: what the registry joins. */
import { pointsStream } from 'services/points/contract';
import type { ReadSlice } from '../platform/routes/read-slice.ts';
import { customerPoints } from './balance.ts';
import { pointsLedger } from './ledger.ts';
import queries from './query.ts';

export const pointsReads: ReadSlice = {
  projections: [customerPoints, pointsLedger],
  queries,
  readsFrom: [
    {
      paths: ['/base-customer'],
      projections: ['customer-points', 'points-ledger'],
      streamOf: ({ id }) => (typeof id === 'number' ? pointsStream(id) : null),
    },
  ],
  titles: { 'customer-points': '客户积分', 'points-ledger': '积分明细' },
};
