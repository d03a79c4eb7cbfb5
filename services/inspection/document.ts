/** An inspection as the saga sees it: a piece is judged where it lies. */
import { pieceDocument } from '../documents/piece-document.ts';
import { TAKEN_BY, pieceEffect, type PieceTerms } from '../goods/contract.ts';
import { OLD_MATERIAL, materialEffect, type MaterialTerms } from '../old-material/contract.ts';
import type { SupplierReturnRequest } from '../supplier-return/contract.ts';
import { InspectionEvent, InspectionHeader, InspectionLine, inspectionStream, type BroughtBack } from './contract.ts';
import { inspectionManifest } from './manifest.ts';

type Melting = InspectionLine & { readonly broughtBack: BroughtBack };
/** What a customer brought back becomes old material at once; what was received waits for somebody who takes it. */
export const melts = (line: InspectionLine): line is Melting =>
  line.result === 'melt' && line.broughtBack !== undefined;
const lotTerms = (shopId: number, line: InspectionLine, lotId: number): MaterialTerms => {
  if (!melts(line)) throw new RangeError(`${line.barcode} becomes no old material`);
  const { category, name } = line;
  const { style, fineness, weightMg: netWeightMg, costFen: priceFen } = line.broughtBack;
  const lot = { lotId, source: 'returned-piece' as const, category, style, name, netWeightMg, priceFen };
  return { shopId, fineness, legs: [lot] };
};

export const inspectionDocument = pieceDocument(inspectionManifest, {
  header: InspectionHeader,
  line: InspectionLine,
  events: InspectionEvent,
  stream: inspectionStream,
  businessDate: ({ inspectedOn }) => inspectedOn,
  dayField: 'inspectAt',
  effectsOf: ({ shopId }, line) => [
    pieceEffect(line.barcode, 'stay', line.quantity, shopId),
    ...(melts(line)
      ? [materialEffect({ shopId, fineness: line.broughtBack.fineness }, 'in', line.broughtBack.weightMg)]
      : []),
  ],
  termsOf: ({ shopId }, { effect, line, rowId, handTo }): PieceTerms | MaterialTerms => {
    if (effect.custodian === OLD_MATERIAL) return lotTerms(shopId, line, rowId);
    const { result, note, broughtBack } = line;
    return {
      move: 'inspection',
      shopId,
      result,
      note,
      ...(broughtBack !== undefined && { returnedKey: broughtBack.key }),
      ...(handTo !== null && { handTo }),
    };
  },
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
