/** 首饰进销存: what the registry joins. */
import { behindPiece } from '../../goods-in/behind-piece.ts';
import type { ReadSlice } from '../../platform/routes/read-slice.ts';
import goodsTurnover from './projector.ts';
import queries from './query.ts';

export const goodsTurnoverReads: ReadSlice = {
  projections: [goodsTurnover],
  queries,
  readsFrom: [behindPiece('/report-goods-turnover', ['goods-turnover', 'goods-in'])],
  titles: { 'goods-turnover': '首饰进销存' },
};
