/** Goods joined: receipts, imports and the desk through which documents reach pieces. */
import { printedRoutes } from './printed-routes.ts';
import type { JoinedReads } from '../contracts/joined-services.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { lowTags } from './low-tag.ts';
import { receiptFigures } from './receipt-figures.ts';
import { batched } from '../platform/base/batches.ts';
import { batchRoutes } from './batch-routes.ts';
import { GOODS_SCHEMA, GoodsEvent, ImportEvent } from './contract.ts';
import { importMigration } from './import/import-jobs.ts';
import { importMatchingMigration } from './import/import-matchings.ts';
import { createImports } from './import/imports.ts';
import { importRoutes } from './import/routes.ts';
import { createPieces, goodsRecipient } from './pieces.ts';
import type { ReceiptDeps } from './receipt-desk.ts';
import { barcodeBlocks, bindReceipts, receiptIdsMigration, type ToBind } from './receipt-ids.ts';
import { goodsRoutes } from './routes.ts';

export default (join: (deps: SliceDeps) => Pick<JoinedReads, 'goldPrices'>): SliceModule => ({
  events: [
    { union: GoodsEvent, schema: GOODS_SCHEMA },
    { union: ImportEvent, schema: GOODS_SCHEMA },
  ],
  migrations: [receiptIdsMigration, importMigration, importMatchingMigration],
  create: (given) => {
    const { store, master: db, bindings, ids, lookup, log, dataDir, closedDays, exceptions } = given;
    const barcodesOf = barcodeBlocks(bindings);
    const deps: ReceiptDeps = {
      db,
      lookup,
      closedDays,
      exceptions,
      lowTags: lowTags({ lookup, goldPrices: join(given).goldPrices }),
      figures: receiptFigures(lookup),
      recipient: goodsRecipient(store),
      freshBarcode: batched(async (years: readonly number[]) => {
        const fresh: string[] = [];
        for (const year of years) fresh.push(...(await barcodesOf(year, 1)));
        return fresh;
      }),
      bind: batched((receipts: readonly ToBind[]) => bindReceipts(bindings, receipts, barcodesOf)),
    };
    const pieces = createPieces({ store, lookup });
    const imports = createImports({ ...deps, store, ids, log, dataDir });
    return {
      name: 'goods',
      routes: [
        ...printedRoutes(db, pieces),
        ...goodsRoutes(deps, pieces),
        ...importRoutes(imports),
        ...batchRoutes({ ...deps, store, ids, log }),
      ],
      start: imports.watch,
      startAppends: true,
    };
  },
});
