/** GET /biz-material-check/lots: the lots that a shop has, which a count weighs again. */
import { sql } from 'slonik';
import { z } from 'zod';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { gramsFromMg } from 'services/contracts/units';
import { MOST_LOTS } from 'services/material-check/contract';
import { materialCheckManifest } from 'services/material-check/manifest';
import { LOT_COLUMNS, StoredLot, lotChoice } from '../old-material/lot-choice.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { shopFilter } from '../platform/queries/scope.ts';
import { allOf, equals } from '../platform/queries/where-clauses.ts';
import { booksHidden } from './blind.ts';
import { LotToWeigh, LotsToWeighQuery, lotsToWeigh } from './contract.ts';

const Stored = StoredLot.extend({ left_mg: z.int() });
const MOST = sql.literalValue(String(MOST_LOTS));
const KEYS = materialCheckManifest.permission;

export const lotsToWeighRoute = ({ db }: QueryDeps): Route =>
  route({
    method: 'GET',
    path: lotsToWeigh.path,
    summary: '待称重的旧料',
    allow: [`${KEYS}:add`, `${KEYS}:edit`],
    query: LotsToWeighQuery,
    data: z.array(LotToWeigh),
    handler: async ({ query, user }) => {
      const shops = shopFilter(sql.fragment`l.shop_id`, user, query.shopId);
      if (isRefusal(shops)) return shops;
      const hidden = query.blind === '1' || (await booksHidden(db, query, user));
      const rows = await db.any(sql.type(Stored)`
        SELECT ${LOT_COLUMNS}, l.left_mg
        FROM live.old_material_lots l
        WHERE l.to_position IS NULL AND l.left_mg > 0
          AND ${allOf(shops, equals(sql.fragment`l.fineness`, query.fineness))}
        ORDER BY l.received_on, l.lot_id LIMIT ${MOST}`);
      return {
        data: rows.map((row) => ({
          ...lotChoice(row),
          book: hidden ? null : gramsFromMg(row.left_mg),
        })),
      };
    },
  });
