/** GETs whose rows are pieces. */
import { goodsStream } from 'services/goods/contract';
import type { ReadsFrom } from '../platform/parking/parked-answers.ts';

export const behindPiece = (path: string, projections: readonly string[]): ReadsFrom => ({
  paths: [path],
  projections,
  streamOf: ({ barcode }) => (typeof barcode === 'string' ? goodsStream(barcode) : null),
});
