/** An inspection as the saga sees it: a piece is judged where it lies. */
import type { DocumentSpec } from '../documents/spec.ts';
import { pieceEffect, type PieceTerms } from '../goods/contract.ts';
import { InspectionEvent, InspectionHeader, InspectionLine, inspectionStream } from './contract.ts';
import { inspectionManifest } from './manifest.ts';

export const inspectionDocument: DocumentSpec<InspectionHeader, InspectionLine> = {
  kind: inspectionManifest.kind,
  name: 'Inspection',
  linesPath: 'bizGoodsList',
  values: { header: InspectionHeader, line: InspectionLine },
  sums: [
    { label: '合计件数', kind: 'documentPieces', of: ({ quantity }) => quantity },
    { label: '合计重量', kind: 'documentWeight', of: ({ netWeightMg, quantity }) => netWeightMg * quantity },
  ],
  stream: inspectionStream,
  parse: ({ type, data, meta }) => ({ ...InspectionEvent.parse({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  businessDate: ({ inspectedOn }) => inspectedOn,
  effectsOf: ({ shopId }, { barcode, quantity }) => [pieceEffect(barcode, 'stay', quantity, shopId)],
  termsOf: ({ shopId }, { line: { result, note } }): PieceTerms => ({ move: 'inspection', shopId, result, note }),
};
