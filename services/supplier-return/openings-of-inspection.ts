/** Returns that an inspection opens: one for each supplier of what did not pass. */
import { GOODS_LIST } from '../contracts/document.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { listed } from '../documents/lines.ts';
import type { OpeningRules } from '../documents/opens.ts';
import { pieceOf } from '../documents/piece-lines.ts';
import type { PieceDesk, PieceView } from '../goods/contract.ts';
import { inFlight } from '../platform/base/in-flight.ts';
import {
  SupplierReturnRequest,
  commonSupplier,
  type SupplierReturnHeader,
  type SupplierReturnLine,
} from './contract.ts';
import { usableSupplier } from './usable.ts';

type Rules = { readonly pieces: Pick<PieceDesk, 'view'>; readonly lookup: Pick<MasterLookup, 'supplier'> };
type RequestedLine = SupplierReturnRequest['lines'][number];

/**
 * Each piece of them as it lies in its shop.
 * @throws {Error} for a piece that was never received (a fault: the inspection holds it).
 */
const viewsOf = ({ pieces }: Rules, lines: readonly RequestedLine[]): Promise<readonly PieceView[]> =>
  inFlight(lines, async ({ barcode }) => {
    const view = await pieces.view(barcode);
    if (view === null) throw new Error(`${barcode} is unknown`);
    return view;
  });

const lineOf = ({ quantity, barcode, remark }: RequestedLine, view: PieceView, shopId: number) => {
  const here = view.holdings.find((holding) => holding.shopId === shopId);
  const unitCostFen = here?.unitCostFen ?? 0;
  return {
    ...pieceOf(barcode, { view, quantity, rowId: here?.rowId ?? 0, unitCostFen }),
    unitCostFen,
    // Nobody has named a price yet (R10).
    returnPriceFen: unitCostFen,
    supplierId: view.supplierId,
    remark,
  };
};

export const openedSupplierReturns = (rules: Rules): OpeningRules<SupplierReturnHeader, SupplierReturnLine> => ({
  divide: async (asked) => {
    const { lines } = SupplierReturnRequest.parse(asked);
    const suppliers = (await viewsOf(rules, lines)).map(({ supplierId }) => supplierId);
    const known = new Map<number | null, number | null>();
    for (const id of new Set(suppliers)) known.set(id, await usableSupplier(rules.lookup, id));
    const groups = Map.groupBy(suppliers.keys(), (place) => known.get(suppliers[place] ?? null) ?? null);
    return [...groups.values()];
  },
  prepare: async (asked) => {
    const { inspectionId, shopId, returnedOn, lines: wanted } = SupplierReturnRequest.parse(asked);
    const views = await viewsOf(rules, wanted);
    const lines = listed<SupplierReturnLine>(
      GOODS_LIST,
      wanted.map((line, index) => lineOf(line, views[index] as PieceView, shopId)),
    );
    const supplierId = await usableSupplier(rules.lookup, commonSupplier(lines));
    return { header: { supplierId, shopId, returnedOn, status: '2', remark: '', inspectionId }, lines };
  },
});
