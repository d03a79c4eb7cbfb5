/** What others saw of an order (R142): its money, its lines, who sold it. */
import { documentNo } from '../contracts/document.ts';
import type { Judged, JudgedDocument, Previous, Saver } from '../documents/desk-rules.ts';
import type { Action } from '../documents/desk-rules.ts';
import { judgeChange, judgeRemoval, type ChangeVerdict, type Facts, type Witnesses } from '../documents/witnessed.ts';
import { saleStream, type SaleHeader, type SaleLine } from './contract.ts';
import { saleManifest } from './manifest.ts';

type Order = { readonly header: SaleHeader; readonly lines: readonly SaleLine[] };
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
const factsOf = ({ header, lines }: Order): Facts => ({
  paidFen: header.factFeeFen,
  methods: header.payments,
  sellers: [header.seller.id, ...(header.sellers ?? []).map(({ id, ratioBp }) => [id, ratioBp])],
  lines: lines.map(countedOf),
});

const seenOf = (witnesses: Witnesses, id: number) =>
  witnesses({ id, stream: saleStream(id), paper: saleManifest.print?.kind ?? '' });
const NONE: ChangeVerdict = { asks: [], notes: [] };
export const judgeEdit = async (
  witnesses: Witnesses,
  { before, after }: { readonly before: Previous<SaleHeader, SaleLine> | null; readonly after: Order },
  { user, now }: Saver,
): Promise<ChangeVerdict> =>
  before === null
    ? NONE
    : judgeChange({
        witnessed: await seenOf(witnesses, before.id),
        before: factsOf(before),
        after: factsOf(after),
        by: { userId: user.id, now },
        shopId: before.header.shopId,
        documentNo: documentNo(saleManifest.kind, before.id),
      });

/** Deleting an order and taking its audit back; auditing it asks nothing. */
export const judgeSale =
  (witnesses: Witnesses) =>
  async (action: Action, { id, header }: JudgedDocument<SaleHeader, SaleLine>): Promise<Judged> => {
    if (action === 'audit') return {};
    const { asks, notes } = judgeRemoval({
      witnessed: await seenOf(witnesses, id),
      shopId: header.shopId,
      documentNo: documentNo(saleManifest.kind, id),
      paidFen: header.factFeeFen,
      action,
    });
    return { asks, exceptions: notes };
  };
