/** GETs of transfers (S0§7): list, record, lines, latest day, history, export. */
import { sql } from 'slonik';
import { z } from 'zod';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { seesShop } from 'services/contracts/user';
import { TransferLine, transferStream } from 'services/transfer/contract';
import { transferManifest } from 'services/transfer/manifest';
import { documentEndpoints } from '../documents/endpoints.ts';
import { shownMoney } from '../documents/history.ts';
import { pieceDocuments } from '../documents/piece-documents.ts';
import { MADE_BY } from '../documents/reading.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { eitherShop } from '../platform/queries/scope.ts';
import { equals } from '../platform/queries/where-clauses.ts';
import { TransferQuery, TransferShop, transferFields, transferLine } from './contract.ts';
import { transfers } from './projector.ts';

const OUT = sql.fragment`d.out_shop_id`;
const IN = sql.fragment`d.in_shop_id`;
const documents = pieceDocuments({
  manifest: transferManifest,
  label: '首饰调拨',
  viewKeys: ['biz:bizAllocate:view'],
  stream: transferStream,
  declared: transfers,
  tables: { live: sql.fragment`live.transfers`, versions: sql.fragment`live.transfer_versions` },
  query: TransferQuery,
  partners: ({ outShopId, inShopId, allocateAt }, user) => {
    // A user of either shop sees the transfer (R13).
    const shops = eitherShop({ from: OUT, to: IN }, user, [outShopId, inShopId]);
    if (isRefusal(shops)) return shops;
    return [shops, equals(OUT, outShopId), equals(IN, inShopId), equals(sql.fragment`d.transferred_on`, allocateAt)];
  },
  sees: (row, user) => seesShop(user, row.out_shop_id) || seesShop(user, row.in_shop_id),
  shopOf: (row) => row.out_shop_id,
  shop: OUT,
  fields: transferFields,
  made: () => ({}),
  sheet: ['no', 'outShopName', 'inShopName', 'allocateAt', 'lineCount', 'num', 'goldWeight', 'inAmount', ...MADE_BY],
  line: TransferLine,
  lineFields: transferLine,
  lineMade: (_line, stock) => ({ outNum: stock }),
  lineWords: (line, withCost) => ['调入价', withCost ? shownMoney(line['inPriceFen']) : ''],
  parameter: 'allocateId',
});

/** Every shop of the chain by name: goods may be sent to a shop whose stock one may not see (R13). */
const shopsRoute = ({ db }: QueryDeps): Route =>
  route({
    method: 'GET',
    path: '/biz-allocate/shops',
    summary: '可调拨的分店',
    allow: documents.view,
    data: z.array(TransferShop),
    handler: async () => ({
      data: [
        ...(await db.any(sql.type(TransferShop)`
          SELECT id, name AS label, status <> '1' AS enabled FROM master.shop ORDER BY name COLLATE "zh-x-icu", id`)),
      ],
    }),
  });

export default (deps: QueryDeps): Route[] => documentEndpoints(deps, documents, [shopsRoute(deps)]);
