/** 储值: what the registry joins. */
import { balanceStream } from 'services/balance/contract';
import type { ReadSlice } from '../platform/routes/read-slice.ts';
import { customerBalances } from './balance.ts';
import { balanceLedger } from './ledger.ts';
import queries from './query.ts';

export const balanceReads: ReadSlice = {
  projections: [customerBalances, balanceLedger],
  queries,
  readsFrom: [
    {
      paths: ['/base-customer'],
      projections: ['customer-balances', 'balance-ledger'],
      streamOf: ({ id }) => (typeof id === 'number' ? balanceStream(id) : null),
    },
  ],
  titles: { 'customer-balances': '客户余额', 'balance-ledger': '储值明细' },
};
