/** 今日金价: what the registry joins. */
import { BOARD_ID, boardStream } from 'services/quoted-price/contract';
import type { ReadSlice } from '../platform/routes/read-slice.ts';
import { quotedPrices } from './projector.ts';
import queries from './query.ts';

export const quotedPriceReads: ReadSlice = {
  projections: [quotedPrices],
  titles: { [quotedPrices.name]: '今日金价' },
  queries,
  readsFrom: [
    {
      paths: ['/base-quoted-price', '/base-quoted-price-detail'],
      projections: [quotedPrices.name],
      streamOf: () => boardStream(BOARD_ID),
    },
  ],
};
