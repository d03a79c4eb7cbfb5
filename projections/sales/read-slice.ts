/** 销售单: what the registry joins. */
import { saleStream } from 'services/sale/contract';
import { saleManifest } from 'services/sale/manifest';
import { documentReads } from '../documents/read-slice.ts';
import type { ReadSlice } from '../platform/routes/read-slice.ts';
import sales, { saleVersions } from './projector.ts';
import queries from './query.ts';

const reads = documentReads(saleManifest, {
  title: '销售单',
  projections: [sales, saleVersions],
  queries,
  stream: saleStream,
  lines: ['-goods', '-balance', '-change', '-recycle', '-gift'],
});
/** Orders are told with where their repairs are, and what became of what they took back. */
export const saleReads: ReadSlice = {
  ...reads,
  readsFrom: (reads.readsFrom ?? []).map((one) => ({
    ...one,
    paths: [...one.paths, '/transaction'],
    projections: [...one.projections, 'repairs', 'return-inspections', 'goods-in'],
  })),
};
