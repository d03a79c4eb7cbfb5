/** An inspection as the saga sees it: a piece is judged where it lies. */
import { pieceDocument } from '../documents/piece-document.ts';
import { TAKEN_BY, pieceEffect, type PieceTerms } from '../goods/contract.ts';
import type { SupplierReturnRequest } from '../supplier-return/contract.ts';
import { InspectionEvent, InspectionHeader, InspectionLine, inspectionStream } from './contract.ts';
import { inspectionManifest } from './manifest.ts';

export const inspectionDocument = pieceDocument(inspectionManifest, {
  header: InspectionHeader,
  line: InspectionLine,
  events: InspectionEvent,
  stream: inspectionStream,
  businessDate: ({ inspectedOn }) => inspectedOn,
  effectsOf: ({ shopId }, { barcode, quantity }) => [pieceEffect(barcode, 'stay', quantity, shopId)],
  termsOf: ({ shopId }, { line: { result, note }, handTo }): PieceTerms => ({
    move: 'inspection',
    shopId,
    result,
    note,
    ...(handTo !== null && { handTo }),
  }),
  opens: [
    {
      kind: TAKEN_BY.supplier,
      takes: ({ result }) => result === 'supplier',
      askOf: ({ id, day, header: { shopId }, lines }): SupplierReturnRequest => ({
        inspectionId: id,
        shopId,
        returnedOn: day,
        lines: lines.map(({ barcode, quantity, note }) => ({ barcode, quantity, remark: note })),
      }),
    },
  ],
});
