/** 金价试算: what the registry joins. */
import type { ReadSlice } from '../../platform/routes/read-slice.ts';
import queries from './query.ts';

export const goldWhatIfReads: ReadSlice = {
  projections: [],
  queries,
  readsFrom: [
    {
      paths: ['/report-gold-what-if'],
      projections: ['goods-turnover', 'goods-in', 'goods-flow', 'quoted-prices'],
      streamOf: () => null,
    },
  ],
  titles: {},
};
