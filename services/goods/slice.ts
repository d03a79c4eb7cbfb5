/** Goods joined: receipts, imports and the desk through which documents reach pieces. */
import type { SliceModule } from '../platform/slice.ts';
import { together } from '../platform/together.ts';
import { batchRoutes } from './batch-routes.ts';
import { importMigration } from './import/import-jobs.ts';
import { importMatchingMigration } from './import/import-matchings.ts';
import { createImports } from './import/imports.ts';
import { importRoutes } from './import/routes.ts';
import { createPieces, goodsRecipient } from './pieces.ts';
import type { ReceiptDeps } from './receipt-desk.ts';
import { barcodeBlocks, bindReceipts, receiptIdsMigration, type ToBind } from './receipt-ids.ts';
import { goodsRoutes } from './routes.ts';

export const goodsSlice: SliceModule = {
  migrations: [receiptIdsMigration, importMigration, importMatchingMigration],
  create: ({ store, master: db, bindings, lookup, log, dataDir }) => {
    const barcodesOf = barcodeBlocks(bindings);
    const deps: ReceiptDeps = {
      db,
      lookup,
      recipient: goodsRecipient(store),
      bind: together((receipts: readonly ToBind[]) => bindReceipts(bindings, receipts, barcodesOf)),
    };
    const imports = createImports({ ...deps, store, log, dataDir });
    return {
      name: 'goods',
      routes: [
        ...goodsRoutes(deps, createPieces({ store, lookup })),
        ...importRoutes(imports),
        ...batchRoutes({ ...deps, store, log }),
      ],
      start: imports.watch,
    };
  },
};
