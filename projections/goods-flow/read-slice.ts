/** 首饰流水: what the registry joins. */
import { behindPiece } from '../goods-in/behind-piece.ts';
import type { ReadSlice } from '../platform/routes/read-slice.ts';
import goodsFlow from './projector.ts';
import queries from './query.ts';

export const goodsFlowReads: ReadSlice = {
  projections: [goodsFlow],
  queries,
  readsFrom: [behindPiece('/report-goods-flow', ['goods-flow', 'holding', 'goods-in'])],
  titles: { 'goods-flow': '首饰流水' },
};
