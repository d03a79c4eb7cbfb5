/** Transfers between shops, write side: /biz-allocate. */
import { sql } from 'slonik';
import { z } from 'zod';
import { seesShop } from '../contracts/user.ts';
import type { PieceDesk } from '../goods/contract.ts';
import { documentSlice } from '../platform/saga/document-slice.ts';
import { limitShops } from '../platform/shop-limit.ts';
import type { SliceDeps, SliceModule } from '../platform/slice.ts';
import { TransferBody } from './contract.ts';
import { transferDocument } from './document.ts';
import { prepareTransfer } from './prepare.ts';

const RowId = z.object({ id: z.int() });

/** `piecesOf` joins the pieces of the goods slice: `transferSlice(createPieces)`. */
export const transferSlice = (piecesOf: (deps: SliceDeps) => PieceDesk): SliceModule =>
  documentSlice({
    spec: transferDocument,
    piecesOf,
    desk: ({ master, lookup }, pieces) => ({
      path: '/biz-allocate',
      permission: 'biz:bizAllocate',
      label: '调拨单',
      body: TransferBody,
      prepare: prepareTransfer({ pieces, lookup }),
      // Sender edits and deletes; sender or receiver may audit what has arrived, or take the audit back (R13).
      access: ({ outShopId, inShopId }, touch, { user }) =>
        touch === 'audit' && seesShop(user, inShopId) ? null : limitShops(user, [outShopId]),
      // Unbound on purpose: they are written in the audit event, and a retry finds that event.
      rowIds: (lines) =>
        master.anyFirst(sql.type(RowId)`SELECT nextval('master.wire_id') AS id FROM generate_series(1, ${lines})`),
    }),
  });
