/** 旧料库存: what the registry joins. */
import { materialId, oldMaterialStream } from 'services/old-material/contract';
import oldMaterialMoves from '../../old-material/moves.ts';
import oldMaterialLots from '../../old-material/projector.ts';
import type { ReadSlice } from '../../platform/routes/read-slice.ts';
import queries from './query.ts';

export const recycleStockReads: ReadSlice = {
  projections: [oldMaterialLots, oldMaterialMoves],
  queries,
  readsFrom: [
    {
      paths: ['/report-recycle'],
      projections: ['old-material-lots', 'old-material-moves'],
      streamOf: ({ shopId, fineness }) =>
        typeof shopId === 'number' && typeof fineness === 'string'
          ? oldMaterialStream(materialId(shopId, fineness))
          : null,
    },
  ],
  titles: { 'old-material-lots': '旧料库存', 'old-material-moves': '旧料流水' },
};
