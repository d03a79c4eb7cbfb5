/** Write-offs and write-ups, write side: /biz-stock-adjust. */
import type { PieceDesk, PieceMoments } from '../goods/contract.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { documentSlice } from '../platform/saga/document-slice.ts';
import { limitShops } from '../platform/shop-limit.ts';
import type { SliceDeps, SliceModule } from '../platform/slice.ts';
import type { AuditedChecks } from '../stock-check/contract.ts';
import { AdjustBody } from './contract.ts';
import { adjustDocument } from './document.ts';
import { prepareAdjust } from './prepare.ts';

type Joined = {
  /** The pieces of the goods slice, now and at moments of the log. */
  readonly piecesOf: (deps: SliceDeps) => PieceDesk;
  readonly momentsOf: (deps: Pick<SliceDeps, 'store'>) => PieceMoments;
  /** The checks of the stock-check slice. */
  readonly checksOf: (store: EventStore, moments: PieceMoments) => AuditedChecks;
};
export const stockAdjustSlice = ({ piecesOf, momentsOf, checksOf }: Joined): SliceModule =>
  documentSlice({
    spec: adjustDocument,
    piecesOf,
    desk: ({ store, lookup }, pieces) => ({
      path: '/biz-stock-adjust',
      permission: 'biz:bizStockAdjust',
      label: '损溢单',
      body: AdjustBody,
      prepare: prepareAdjust({ pieces, lookup, checks: checksOf(store, momentsOf({ store })) }),
      access: ({ shopId }, _touch, { user }) => limitShops(user, [shopId]),
      rowIds: async () => [],
    }),
  });
