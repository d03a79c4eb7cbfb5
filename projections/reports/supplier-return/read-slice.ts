/** GET /report-goods-return: what the registry joins. */
import { behindPiece } from '../../goods-in/behind-piece.ts';
import type { ReadSlice } from '../../platform/routes/read-slice.ts';
import queries from './query.ts';

export const supplierReturnReportReads: ReadSlice = {
  queries,
  readsFrom: [behindPiece('/report-goods-return', ['goods-moves', 'goods-in'])],
};
