/** What others saw of an order (R142): its money, its lines, who sold it. */
import { judgesOf } from '../documents/witnessed-kind.ts';
import { saleStream, type SaleHeader, type SaleLine } from './contract.ts';
import { saleManifest } from './manifest.ts';

const countedOf = (line: SaleLine): unknown => {
  switch (line.list) {
    case 'goods':
      return [line.list, line.barcode, line.quantity, line.sellWeightMg, line.amountFen];
    case 'change':
      return [line.list, line.barcode, line.rawSellId, line.quantity, line.refundFen, line.returnTo];
    case 'recycle':
      return [line.list, line.fineness, line.weightMg, line.lossRatioBp, line.priceFen];
    case 'gift':
      return [line.list, line.barcode, line.quantity, line.amountFen, line.spentPoints];
    case 'clean':
      return [line.list, line.category, line.style, line.fineness, line.weightMg, line.priceFen];
  }
};

export const saleWitness = judgesOf<SaleHeader, SaleLine>({
  manifest: saleManifest,
  stream: saleStream,
  places: { paid: 'factFee', lines: 'sellGoodsList', methods: 'sellBalanceList' },
  factsOf: ({ header, lines }) => ({
    paidFen: header.factFeeFen,
    methods: header.payments,
    sellers: [header.seller.id, ...(header.sellers ?? []).map(({ id, ratioBp }) => [id, ratioBp])],
    lines: lines.map(countedOf),
  }),
});
