/** GET /report-goods-check: what the registry joins. */
import { behindPiece } from '../../goods-in/behind-piece.ts';
import type { ReadSlice } from '../../platform/routes/read-slice.ts';
import queries from './query.ts';

export const goodsCheckReads: ReadSlice = {
  queries,
  readsFrom: [
    behindPiece('/report-goods-check', [
      'holding',
      'goods-in',
      'stock-checks',
      'stock-check-versions',
      'stock-check-counts',
    ]),
  ],
};
