/** GETs of returns to suppliers (S0§7): list, record, lines, latest day, history, export. */
import { sql } from 'slonik';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { seesShop } from 'services/contracts/user';
import { SupplierReturnLine, supplierReturnStream } from 'services/supplier-return/contract';
import { supplierReturnManifest } from 'services/supplier-return/manifest';
import { documentEndpoints } from '../documents/endpoints.ts';
import { shownMoney } from '../documents/history.ts';
import { pieceDocuments } from '../documents/piece-documents.ts';
import { MADE_BY } from '../documents/reading.ts';
import type { QueryDeps } from '../platform/query-deps.ts';
import { shopFilter } from '../platform/scope.ts';
import { equals } from '../platform/where.ts';
import { SupplierReturnQuery, supplierReturnFields, supplierReturnLine } from './contract.ts';
import { supplierReturns } from './projector.ts';

const returns = pieceDocuments({
  manifest: supplierReturnManifest,
  label: '首饰退货',
  stream: supplierReturnStream,
  declared: supplierReturns,
  tables: { live: sql.fragment`live.supplier_returns`, versions: sql.fragment`live.supplier_return_versions` },
  query: SupplierReturnQuery,
  partners: (query, user) => {
    const shops = shopFilter(sql.fragment`d.shop_id`, user, query.shopId);
    return isRefusal(shops) ? shops : [...shops, equals(sql.fragment`d.supplier_id`, query.supplierId)];
  },
  sees: (row, user) => seesShop(user, row.shop_id),
  shopOf: (row) => row.shop_id,
  shop: sql.fragment`d.shop_id`,
  fields: supplierReturnFields,
  made: () => ({}),
  sheet: ['no', 'supplierName', 'shopName', 'returnAt', 'lineCount', 'num', 'goldWeight', 'returnAmount', ...MADE_BY],
  line: SupplierReturnLine,
  lineFields: supplierReturnLine,
  lineMade: (_line, stock) => ({ num: stock }),
  lineWords: (line, withCost) => ['退货价', withCost ? shownMoney(line['returnPriceFen']) : ''],
  parameter: 'returnId',
});
export default (deps: QueryDeps): Route[] => documentEndpoints(deps, returns);
