/** An inspection as the saga sees it: a piece is judged where it lies. */
import { pieceDocument } from '../documents/piece-document.ts';
import { pieceEffect, type PieceTerms } from '../goods/contract.ts';
import { InspectionEvent, InspectionHeader, InspectionLine, inspectionStream } from './contract.ts';
import { inspectionManifest } from './manifest.ts';

export const inspectionDocument = pieceDocument(inspectionManifest, {
  header: InspectionHeader,
  line: InspectionLine,
  events: InspectionEvent,
  stream: inspectionStream,
  businessDate: ({ inspectedOn }) => inspectedOn,
  effectsOf: ({ shopId }, { barcode, quantity }) => [pieceEffect(barcode, 'stay', quantity, shopId)],
  termsOf: ({ shopId }, { line: { result, note } }): PieceTerms => ({ move: 'inspection', shopId, result, note }),
});
