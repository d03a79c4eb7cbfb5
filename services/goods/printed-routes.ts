/** POST /biz-goods-in/printed: labels that came out of the printer; what asked for a new one has it now (R74). */
import { z } from 'zod';
import type { CommonQueryMethods } from 'slonik';
import { Ids } from '../contracts/envelope.ts';
import { isRefusal, refuse } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import { OTHER_SCOPE, seesRow, seesShop } from '../contracts/user.ts';
import { inFlight } from '../platform/base/in-flight.ts';
import type { Pieces } from './contract.ts';
import { labelRows } from './live-checks.ts';

/** By the shop's print service, or the browser's own print page. */
const PrintedLabels = Ids.extend({ kind: z.enum(['service', 'browser'], { error: '请选择打印方式' }) });

export const printedRoutes = (db: CommonQueryMethods, pieces: Pick<Pieces, 'apply'>): readonly Route[] => [
  route({
    method: 'POST',
    path: '/biz-goods-in/printed',
    summary: '登记已打印的标签',
    allow: ['biz:bizGoodsIn:print', 'biz:bizGoodsIn:offlinePrint'],
    body: PrintedLabels,
    data: z.null(),
    handler: async ({ body: { ids: sent }, ...call }) => {
      const ids = [...new Set(sent)];
      const rows = await labelRows(db, ids);
      if (rows.length < ids.length || rows.some(({ shopId }) => !seesShop(call.user, shopId))) {
        return refuse('not-found', 'goods.row_unknown', '入库记录不存在');
      }
      if (!rows.every((row) => seesRow(call.user, row))) return OTHER_SCOPE;
      const barcodes = [...new Set(rows.filter(({ needsLabel }) => needsLabel).map(({ barcode }) => barcode))];
      const done = await inFlight(barcodes, (barcode) => pieces.apply(barcode, { type: 'RenewLabel' }, call));
      const refused = done.find(isRefusal);
      if (refused !== undefined) return refused;
      const position = Math.max(-1, ...done.map((one) => (isRefusal(one) ? -1 : one.position)));
      return { data: null, msg: '已登记', settled: { position } };
    },
  }),
];
