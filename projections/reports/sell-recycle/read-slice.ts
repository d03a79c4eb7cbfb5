/** 首饰回收明细: what the registry joins. */
import { materialId, oldMaterialStream } from 'services/old-material/contract';
import type { ReadSlice } from '../../platform/routes/read-slice.ts';
import queries from './query.ts';

export const sellRecycleReads: ReadSlice = {
  queries,
  readsFrom: [
    {
      paths: ['/report-sell-recycle'],
      projections: ['old-material-lots', 'old-material-moves'],
      streamOf: ({ shopId, fineness }) =>
        typeof shopId === 'number' && typeof fineness === 'string'
          ? oldMaterialStream(materialId(shopId, fineness))
          : null,
    },
  ],
};
