/** GETs of write-offs and write-ups: list, record, lines, latest day, history, export. */
import { sql } from 'slonik';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { seesShop } from 'services/contracts/user';
import { ADJUST_KINDS, AdjustKind, AdjustLine, adjustStream } from 'services/stock-adjust/contract';
import { adjustManifest } from 'services/stock-adjust/manifest';
import { documentEndpoints } from '../documents/endpoints.ts';
import { shown } from '../documents/history.ts';
import { pieceDocuments } from '../documents/piece-documents.ts';
import { MADE_BY } from '../documents/reading.ts';
import { photosOf, thumbsOf } from '../goods-in/present.ts';
import type { QueryDeps } from '../platform/query-deps.ts';
import { shopFilter } from '../platform/scope.ts';
import { equals } from '../platform/where.ts';
import { AdjustQuery, adjustFields, adjustLine } from './contract.ts';
import { stockAdjusts } from './projector.ts';

const adjusts = pieceDocuments({
  manifest: adjustManifest,
  label: '报损报溢',
  stream: adjustStream,
  declared: stockAdjusts,
  tables: { live: sql.fragment`live.stock_adjusts`, versions: sql.fragment`live.stock_adjust_versions` },
  query: AdjustQuery,
  partners: (query, user) => {
    const shops = shopFilter(sql.fragment`d.shop_id`, user, query.shopId);
    if (isRefusal(shops)) return shops;
    const kind = AdjustKind.options.find((one) => ADJUST_KINDS[one].wire === query.kind);
    return [...shops, equals(sql.fragment`d.kind`, kind), equals(sql.fragment`d.check_id`, query.checkId)];
  },
  sees: (row, user) => seesShop(user, row.shop_id),
  shopOf: (row) => row.shop_id,
  shop: sql.fragment`d.shop_id`,
  fields: adjustFields,
  made: ({ kind, pictures }) => ({
    kind: ADJUST_KINDS[kind].wire,
    kindName: ADJUST_KINDS[kind].label,
    pictures: JSON.stringify(pictures),
    thumbs: thumbsOf(pictures),
    photos: photosOf(pictures),
  }),
  sheet: ['no', 'kindName', 'shopName', 'adjustAt', 'reason', 'checkNo', 'num', 'goldWeight', 'costAmount', ...MADE_BY],
  line: AdjustLine,
  lineFields: adjustLine,
  lineMade: (_line, stock) => ({ stock }),
  lineWords: (line) => ['原因', shown(line['reason'])],
  parameter: 'adjustId',
});
export default (deps: QueryDeps): Route[] => documentEndpoints(deps, adjusts);
