/** What the house shows of the same things at the same position, and where it is something else. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { SumText } from 'services/contracts/sums';
import type { StoredDifference } from 'services/gold-recount/contract';
import { standing } from '../platform/queries/past-rows.ts';
import { allOf, equals, oneOfIds } from '../platform/queries/where-clauses.ts';
import { goldThere } from '../reports/gold-balance/reads.ts';
import type { Scope, Thing } from './count.ts';

const HousePieces = z.object({
  name: z.string(),
  shop_id: z.int(),
  fineness: z.string(),
  shelf: SumText,
  moves: SumText,
});
type HousePieces = z.infer<typeof HousePieces>;
const keyOf = (name: string, shopId: number, fineness: string): string => `${name}/${shopId}/${fineness}`;

const piecesShown = (
  db: CommonQueryMethods,
  names: readonly string[],
  until: number,
): Promise<readonly HousePieces[]> =>
  db.any(sql.type(HousePieces)`
    SELECT m.barcode AS name, m.shop_id, m.fineness, coalesce(sum(m.shelf), 0)::text AS shelf,
      coalesce(sum(m.moved), 0)::text AS moves
    FROM (
      SELECT t.barcode, t.shop_id, t.fineness, t.on_hand::numeric * t.net_weight_mg AS shelf, 0 AS moved
      FROM live.goods_turnover t
      WHERE t.barcode = ANY(${sql.array([...names], 'text')}) AND ${standing(sql.fragment`t`, until)}
      UNION ALL
      SELECT g.barcode, g.shop_id, g.fineness, 0, g.stock_mg FROM live.gold_moves g
      WHERE g.barcode = ANY(${sql.array([...names], 'text')}) AND g.kind = 'move' AND g.position <= ${until}) m
    GROUP BY 1, 2, 3`) as Promise<readonly HousePieces[]>;
const lotsShown = (
  db: CommonQueryMethods,
  names: readonly string[],
  until: number,
): Promise<readonly HousePieces[]> => {
  const lots = sql.array(names.map(Number), 'int8');
  return db.any(sql.type(HousePieces)`
    SELECT m.lot_id::text AS name, m.shop_id, m.fineness, coalesce(sum(m.shelf), 0)::text AS shelf,
      coalesce(sum(m.moved), 0)::text AS moves
    FROM (
      SELECT l.lot_id, l.shop_id, l.fineness, l.left_mg AS shelf, 0 AS moved FROM live.old_material_lots l
      WHERE l.lot_id = ANY(${lots}) AND ${standing(sql.fragment`l`, until)}
      UNION ALL
      SELECT v.lot_id, v.shop_id, v.fineness, 0, v.weight_mg FROM live.old_material_moves v
      WHERE v.lot_id = ANY(${lots}) AND v.position <= ${until}) m
    GROUP BY 1, 2, 3`) as Promise<readonly HousePieces[]>;
};

const WORDS = { piece: { shelf: 'pieces', moves: 'moves' }, lot: { shelf: 'lots', moves: 'lotMoves' } } as const;
const differencesOf = (thing: Thing, shown: HousePieces | undefined): StoredDifference[] =>
  (['shelf', 'moves'] as const).flatMap((side) => {
    const mg = shown?.[side] ?? '0';
    if (BigInt(mg) === thing.mg) return [];
    const { kind, name, shopId, fineness, documents } = thing;
    return [
      {
        kind: WORDS[kind][side],
        shop_id: shopId,
        fineness,
        thing: kind === 'lot' ? `JL${name}` : name,
        documents: [...documents],
        counted_mg: String(thing.mg),
        shown_mg: mg,
      },
    ];
  });

export type Sums = Map<string, { readonly shopId: number; readonly fineness: string; readonly mg: bigint }>;
const addTo = (sums: Sums, { shop_id: shopId, fineness, shelf }: HousePieces): void => {
  const key = `${shopId}/${fineness}`;
  sums.set(key, { shopId, fineness, mg: (sums.get(key)?.mg ?? 0n) + BigInt(shelf) });
};

type Comparison = { readonly until: number; readonly scope: Scope; readonly seen: Sums };
const isIn = ({ shops, fineness }: Scope, row: HousePieces): boolean =>
  (shops === null || shops.includes(row.shop_id)) && (fineness === '' || fineness === row.fineness);
const comparedOf = async (
  db: CommonQueryMethods,
  things: readonly Thing[],
  { until, scope, seen }: Comparison,
  kind: Thing['kind'],
): Promise<readonly StoredDifference[]> => {
  const names = [...new Set(things.map(({ name }) => name))];
  const rows = await (kind === 'piece' ? piecesShown : lotsShown)(db, names, until);
  const shown = new Map(
    rows.filter((row) => isIn(scope, row)).map((row) => [keyOf(row.name, row.shop_id, row.fineness), row]),
  );
  for (const row of shown.values()) addTo(seen, row);
  const known = things.flatMap((thing) => {
    const key = keyOf(thing.name, thing.shopId, thing.fineness);
    const row = shown.get(key);
    shown.delete(key);
    return differencesOf(thing, row);
  });
  // Where the house has a thing, and no event brought it.
  const others = [...shown.values()].flatMap((row) => {
    const { name, shop_id: shopId, fineness } = row;
    return differencesOf({ kind, name, shopId, fineness, mg: 0n, documents: [] }, row);
  });
  return [...known, ...others];
};
/** `seen` adds up what the house shows of these things. */
export const compared = async (
  db: CommonQueryMethods,
  things: readonly Thing[],
  comparison: Comparison,
): Promise<readonly StoredDifference[]> => {
  const found: StoredDifference[] = [];
  for (const kind of ['piece', 'lot'] as const) {
    const of = things.filter((thing) => thing.kind === kind);
    if (of.length > 0) found.push(...(await comparedOf(db, of, comparison, kind)));
  }
  return found;
};

const Total = z.object({ shop_id: z.int(), fineness: z.string(), mg: SumText });
/** Things that no event knows at all: the rest of what is shown there. */
export const unknownThere = async (
  db: CommonQueryMethods,
  { until, scope, seen }: Comparison,
): Promise<readonly StoredDifference[]> => {
  const where = allOf(
    oneOfIds(sql.fragment`m.shop_id`, scope.shops),
    equals(sql.fragment`m.fineness`, scope.fineness === '' ? undefined : scope.fineness),
  );
  const totals = await db.any(sql.type(Total)`
    SELECT t.shop_id, t.fineness, sum(t.mg)::text AS mg FROM (${goldThere({ where, asOf: until })}) AS t GROUP BY 1, 2`);
  return totals.flatMap(({ shop_id: shopId, fineness, mg }) => {
    const known = seen.get(`${shopId}/${fineness}`)?.mg ?? 0n;
    if (known === BigInt(mg)) return [];
    return [
      { kind: 'unknown', shop_id: shopId, fineness, thing: '', documents: [], counted_mg: String(known), shown_mg: mg },
    ];
  });
};
