/** The slices of this house: a new one is one line here, and main.ts mounts what it hands over. */
import type { SliceModule } from './platform/slice.ts';
import { goodsSlice } from './goods/slice.ts';
import { createPieces, pieceMoments, pieceTimes } from './goods/pieces.ts';
import { masterDataSlice } from './master-data/slice.ts';
import { saleSlice } from './sale/slice.ts';
import { stockAdjustSlice } from './stock-adjust/slice.ts';
import { auditedChecks } from './stock-check/differences.ts';
import { stockCheckSlice } from './stock-check/slice.ts';
import { supplierReturnSlice } from './supplier-return/slice.ts';
import { systemSlice } from './system/slice.ts';
import { transferSlice } from './transfer/slice.ts';

export const slices: readonly SliceModule[] = [
  systemSlice,
  masterDataSlice,
  goodsSlice,
  transferSlice(createPieces),
  stockCheckSlice(pieceTimes),
  supplierReturnSlice(createPieces),
  stockAdjustSlice({ piecesOf: createPieces, momentsOf: pieceMoments, checksOf: auditedChecks }),
  saleSlice(createPieces),
];
