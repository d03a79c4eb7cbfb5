/** A write-off holds, leaves the books and comes back; a write-up announces, arrives and is claimed where it lies. */
import type { DocumentSpec, LineContext } from '../platform/saga/spec.ts';
import { AdjustEvent, adjustStream, causeOf, AdjustHeader, AdjustLine } from './contract.ts';

/** What the piece's life tells: the document's reason, and the line's own behind it. */
const reasonOf = ({ header, line }: LineContext<AdjustHeader, AdjustLine>): string =>
  line.reason === '' ? header.reason : `${header.reason}：${line.reason}`;

export const adjustDocument: DocumentSpec<AdjustHeader, AdjustLine> = {
  kind: 'adjust',
  name: 'StockAdjust',
  linesPath: 'bizGoodsList',
  values: { header: AdjustHeader, line: AdjustLine },
  sums: [
    { label: '合计件数', kind: 'documentPieces', of: ({ quantity }) => quantity },
    { label: '合计重量', kind: 'documentWeight', of: ({ netWeightMg, quantity }) => netWeightMg * quantity },
    { label: '成本金额', kind: 'documentMoney', of: ({ unitCostFen, quantity }) => unitCostFen * quantity },
  ],
  stream: adjustStream,
  parse: ({ type, data, meta }) => ({ ...AdjustEvent.parse({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  businessDate: ({ adjustedOn }) => adjustedOn,
  holdOf: ({ shopId }, { barcode, quantity }) => ({ barcode, shopId, quantity }),
  reserve: (header, hold) => {
    const cause = causeOf(header);
    const caused = cause === undefined ? {} : { cause };
    if (header.kind === 'loss') return { ...hold, ...caused };
    const { key, shopId, quantity, holder } = hold;
    return { type: 'ExpectFind', key, shopId, quantity, holder, ...caused };
  },
  post: (line) => ({
    type: line.header.kind === 'loss' ? 'WriteOffGoods' : 'PostFind',
    key: line.key,
    document: line.document,
    reason: reasonOf(line),
  }),
  claim: ({ header, line, claimKey, key, holder }) =>
    header.kind === 'loss'
      ? { type: 'ClaimWriteOff', claimKey, writeOffKey: key, holder }
      : { type: 'HoldGoods', key: claimKey, shopId: header.shopId, quantity: line.quantity, holder },
  releaseClaim: ({ header, claimKey, postedKey }) =>
    header.kind === 'loss'
      ? { type: 'ReleaseWriteOffClaim', claimKey, writeOffKey: postedKey }
      : { type: 'ReleaseGoods', key: claimKey },
  giveBack: ({ header, claimKey, key, backKey, document, holder }) =>
    header.kind === 'loss'
      ? { type: 'ReverseWriteOff', claimKey, writeOffKey: key, holdKey: backKey, document, holder }
      : { type: 'ReverseFind', claimKey, foundKey: key, holdKey: backKey, document, holder },
};
