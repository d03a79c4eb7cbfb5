/** GET /report-goods-allocate: what the registry joins. */
import { behindPiece } from '../../goods-in/behind-piece.ts';
import type { ReadSlice } from '../../platform/routes/read-slice.ts';
import queries from './query.ts';

export const goodsAllocateReads: ReadSlice = {
  queries,
  readsFrom: [behindPiece('/report-goods-allocate', ['goods-moves', 'goods-in'])],
};
