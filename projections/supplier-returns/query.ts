/** GETs of returns to suppliers (S0§7): list, record, lines, latest day, history, export. */
import { sql } from 'slonik';
import type { Route } from 'services/contracts/route';
import { SupplierReturnLine, supplierReturnStream } from 'services/supplier-return/contract';
import { supplierReturnManifest } from 'services/supplier-return/manifest';
import { documentEndpoints } from '../documents/endpoints.ts';
import { shownMoney } from '../documents/history.ts';
import { ofOneShop, pieceDocuments } from '../documents/piece-documents.ts';
import { MADE_BY } from '../documents/reading.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { equals } from '../platform/queries/where-clauses.ts';
import { SupplierReturnQuery, supplierReturnFields, supplierReturnLine } from './contract.ts';
import { supplierReturns } from './projector.ts';

const returns = pieceDocuments({
  manifest: supplierReturnManifest,
  label: '首饰退货',
  stream: supplierReturnStream,
  declared: supplierReturns,
  tables: { live: sql.fragment`live.supplier_returns`, versions: sql.fragment`live.supplier_return_versions` },
  query: SupplierReturnQuery,
  ...ofOneShop<SupplierReturnQuery>(({ supplierId }) => [equals(sql.fragment`d.supplier_id`, supplierId)]),
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
