/** A write-off holds, leaves the books and comes back; a write-up announces, arrives and is claimed where it lies. */
import { GOODS_LINES, pieceDocument } from '../documents/piece-document.ts';
import { pieceEffect, type PieceTerms } from '../goods/contract.ts';
import { CHECK, checkEffect } from '../stock-check/contract.ts';
import { AdjustEvent, adjustStream, causeOf, AdjustHeader, AdjustLine } from './contract.ts';
import { adjustManifest } from './manifest.ts';

/** What the piece's life tells: the document's reason, and the line's own behind it. */
const reasonOf = (header: AdjustHeader, line: AdjustLine): string =>
  line.reason === '' ? header.reason : `${header.reason}：${line.reason}`;

export const adjustDocument = pieceDocument(adjustManifest, {
  header: AdjustHeader,
  line: AdjustLine,
  events: AdjustEvent,
  lists: { ...GOODS_LINES, [CHECK]: { path: '', field: 'checkId' } },
  stream: adjustStream,
  sums: [{ label: '成本金额', kind: 'documentMoney', of: ({ unitCostFen, quantity }) => unitCostFen * quantity }],
  businessDate: ({ adjustedOn }) => adjustedOn,
  dayField: 'adjustAt',
  effectsOf: ({ kind, shopId }, { barcode, quantity }) => [
    pieceEffect(barcode, kind === 'loss' ? 'out' : 'in', quantity, shopId),
  ],
  // Its audit stands as long as this does (R4): both are decided in the check's own stream.
  headerEffectsOf: ({ checkId }) => (checkId === null ? [] : [{ list: CHECK, lineId: '0', of: checkEffect(checkId) }]),
  termsOf: (header, { line }): PieceTerms => ({
    move: header.kind === 'loss' ? 'write-off' : 'find',
    shopId: header.shopId,
    cause: causeOf(header),
    reason: reasonOf(header, line),
  }),
});
