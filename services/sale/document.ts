/** A sale as the saga sees it: hold in its shop, sell, claim the sold line, take it back. */
import type { DocumentSpec } from '../platform/saga/spec.ts';
import { SaleEvent, saleStream, SaleHeader, SaleLine } from './contract.ts';

export const saleDocument: DocumentSpec<SaleHeader, SaleLine> = {
  kind: 'sale',
  name: 'Sale',
  linesPath: 'sellGoodsList',
  values: { header: SaleHeader, line: SaleLine },
  sums: [
    { label: '合计件数', kind: 'documentPieces', of: ({ quantity }) => quantity },
    { label: '合计重量', kind: 'documentWeight', of: ({ sellWeightMg }) => sellWeightMg },
  ],
  stream: saleStream,
  parse: ({ type, data, meta }) => ({ ...SaleEvent.parse({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  businessDate: ({ soldOn }) => soldOn,
  holdOf: ({ shopId }, { barcode, quantity }) => ({ barcode, shopId, quantity }),
  post: ({ line, key, document }) => ({
    type: 'SellGoods',
    key,
    document,
    amountFen: line.amountFen,
    soldWeightMg: line.sellWeightMg,
  }),
  claim: ({ claimKey, key, holder }) => ({ type: 'ClaimSale', claimKey, saleKey: key, holder }),
  releaseClaim: ({ claimKey, postedKey }) => ({ type: 'ReleaseSaleClaim', claimKey, saleKey: postedKey }),
  giveBack: ({ claimKey, key, backKey, document, holder }) => ({
    type: 'ReverseSale',
    claimKey,
    saleKey: key,
    holdKey: backKey,
    document,
    holder,
  }),
};
