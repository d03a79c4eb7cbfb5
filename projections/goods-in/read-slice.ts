/** 首饰入库: what the registry joins. */
import { goodsManifest } from 'services/goods/manifest';
import type { ReadSlice } from '../platform/routes/read-slice.ts';
import { behindPiece } from './behind-piece.ts';
import goodsIn from './projector.ts';
import queries from './query.ts';
import { goodsInVersions } from './versions.ts';

export const goodsInReads: ReadSlice = {
  projections: [goodsIn, goodsInVersions],
  queries,
  readsFrom: [behindPiece(goodsManifest.path, ['goods-in', 'goods-in-versions', 'holding', 'imports'])],
  titles: { 'goods-in': '首饰入库', 'goods-in-versions': '首饰入库（历史时点）' },
};
