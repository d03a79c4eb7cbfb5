/** GETs of write-offs and write-ups: list, record, lines, latest day, history, export. */
import { sql } from 'slonik';
import type { Route } from 'services/contracts/route';
import { ADJUST_KINDS, AdjustKind, AdjustLine, adjustStream } from 'services/stock-adjust/contract';
import { adjustManifest } from 'services/stock-adjust/manifest';
import { documentEndpoints } from '../documents/endpoints.ts';
import { shown } from '../documents/history.ts';
import { ofOneShop, pieceDocuments } from '../documents/piece-documents.ts';
import { MADE_BY } from '../documents/reading.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { equals } from '../platform/queries/where-clauses.ts';
import { AdjustQuery, adjustFields, adjustLine } from './contract.ts';
import { stockAdjusts } from './projector.ts';

const adjusts = pieceDocuments({
  manifest: adjustManifest,
  label: '报损报溢',
  stream: adjustStream,
  declared: stockAdjusts,
  tables: { live: sql.fragment`live.stock_adjusts`, versions: sql.fragment`live.stock_adjust_versions` },
  query: AdjustQuery,
  ...ofOneShop<AdjustQuery>((query) => {
    const kind = AdjustKind.options.find((one) => ADJUST_KINDS[one].wire === query.kind);
    return [equals(sql.fragment`d.kind`, kind), equals(sql.fragment`d.check_id`, query.checkId)];
  }),
  fields: adjustFields,
  made: ({ kind }) => ({ kind: ADJUST_KINDS[kind].wire, kindName: ADJUST_KINDS[kind].label }),
  sheet: ['no', 'kindName', 'shopName', 'adjustAt', 'reason', 'checkNo', 'num', 'goldWeight', 'costAmount', ...MADE_BY],
  line: AdjustLine,
  lineFields: adjustLine,
  lineMade: (_line, stock) => ({ stock }),
  lineWords: (line) => ['原因', shown(line['reason'])],
  parameter: 'adjustId',
});
export default (deps: QueryDeps): Route[] => documentEndpoints(deps, adjusts);
