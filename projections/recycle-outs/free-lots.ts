/** GET /biz-recycle-out/lots: what of a shop's old material may leave. */
import { sql } from 'slonik';
import { z } from 'zod';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { gramsFromMg } from 'services/contracts/units';
import { recycleOutManifest } from 'services/recycle-out/manifest';
import { ofLot } from '../old-material/of-lot.ts';
import { LOT_COLUMNS, StoredLot, lotChoice } from '../old-material/lot-choice.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { shopFilter } from '../platform/queries/scope.ts';
import { allOf, equals } from '../platform/queries/where-clauses.ts';
import { FreeLot, FreeLotsQuery, freeLots } from './contract.ts';

const Stored = StoredLot.extend({ free_mg: z.int() });
/** A picker shows no more; whoever has more lots narrows them by fineness. */
const MOST = sql.literalValue('200');
const KEYS = recycleOutManifest.permission;

export const freeLotsRoute = ({ db }: QueryDeps): Route =>
  route({
    method: 'GET',
    path: freeLots.path,
    summary: '可出库的旧料',
    allow: [`${KEYS}:add`, `${KEYS}:edit`],
    query: FreeLotsQuery,
    data: z.array(FreeLot),
    handler: async ({ query, user }) => {
      const shops = shopFilter(sql.fragment`l.shop_id`, user, query.shopId);
      if (isRefusal(shops)) return shops;
      const rows = await db.any(sql.type(Stored)`
        SELECT ${LOT_COLUMNS},
          l.left_mg - l.held_mg AS free_mg
        FROM live.old_material_lots l
        WHERE l.to_position IS NULL AND l.left_mg > 0
          AND ${allOf(sql.fragment`l.left_mg > l.held_mg`, shops, ofLot(query.barcode), equals(sql.fragment`l.fineness`, query.fineness))}
        ORDER BY l.received_on, l.lot_id LIMIT ${MOST}`);
      return {
        data: rows.map((row) => ({
          ...lotChoice(row),
          free: gramsFromMg(row.free_mg),
        })),
      };
    },
  });
