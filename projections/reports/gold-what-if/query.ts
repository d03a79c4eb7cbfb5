/** GET /report-gold-what-if: rows and totals, now or as of any moment; all of it is cost (R13). */
import { sql } from 'slonik';
import { z } from 'zod';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { SumText, wireSum } from 'services/contracts/sums';
import { fenFromYuan, yuanFromFen } from 'services/contracts/units';
import { matchedRow, type BoardLine } from 'services/quoted-price/contract';
import { sellsByGram } from 'services/sale/contract';
import type { ListRequest, QueryDeps } from '../../platform/query-deps.ts';
import { reportRoutes } from '../../platform/report.ts';
import { validVersion } from '../../quoted-prices/reads.ts';
import { turnoverStates, type TurnoverStates } from '../goods-turnover/filters.ts';
import { GOLD_WHAT_IF_FIGURES, goldWhatIfReport, type GoldWhatIfQuery, type GoldWhatIfRow } from './contract.ts';

type Figure = (typeof GOLD_WHAT_IF_FIGURES)[number];
type Figures = Readonly<Record<Figure, bigint>>;
type Asked = ListRequest<GoldWhatIfQuery>;
const PLACES: Readonly<Record<Figure, number>> = {
  goldWeight: 3,
  value: 2,
  valueAt: 2,
  cost: 2,
  margin: 2,
  marginAt: 2,
};

const LastMoment = z.object({ at_ms: z.number() });
/** The board as it was valid then. */
const boardAt = async ({ db, now }: QueryDeps, asOf: number | undefined): Promise<readonly BoardLine[]> => {
  const last =
    asOf === undefined
      ? null
      : await db.maybeOne(sql.type(LastMoment)`
          SELECT at_ms FROM live.moments WHERE position <= ${asOf} ORDER BY position DESC LIMIT 1`);
  const moment = last === null ? now() : new Date(last.at_ms);
  return (await validVersion(db, { position: asOf, moment }))?.details ?? [];
};

const Stock = z.object({
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  fineness: z.string(),
  gold_content: z.string(),
  price_mode: z.string(),
  has_stone: z.boolean(),
  mg: SumText,
  cost_fen: SumText,
});
type StockRow = z.infer<typeof Stock>;
/** What is unsold, by all that decides how it is priced. */
const stockOf = ({ db }: QueryDeps, { from, where }: TurnoverStates): Promise<readonly StockRow[]> =>
  db.any(sql.type(Stock)`
    SELECT t.shop_id, s.name AS shop_name, t.fineness, t.gold_content,
      coalesce(g.attributes ->> 'priceMode', '') AS price_mode, t.main_stone_milli > 0 AS has_stone,
      sum(t.on_hand::numeric * t.net_weight_mg)::text AS mg, sum(t.on_hand::numeric * t.unit_cost_fen)::text AS cost_fen
    FROM ${from} JOIN live.goods_in g ON g.barcode = t.barcode AND g.bill_type = '1'
    LEFT JOIN master.shop s ON s.id = t.shop_id
    WHERE ${where} GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 3, 4`) as Promise<readonly StockRow[]>;

const MG_A_GRAM = 1000n;
/** Half up once; weights and prices are never negative. */
const worth = (mg: bigint, fenAGram: number): bigint => (mg * BigInt(fenAGram) * 2n + MG_A_GRAM) / (MG_A_GRAM * 2n);
type Group = Omit<GoldWhatIfRow, Figure | 'priceAt'> & {
  readonly atFen: number;
  readonly mg: bigint;
  readonly cost: bigint;
};
const figuresOf = ({ mg, cost, atFen }: Group, triedFen: number): Figures => {
  const [value, valueAt] = [worth(mg, triedFen), worth(mg, atFen)];
  return { goldWeight: mg, value, valueAt, cost, margin: value - cost, marginAt: valueAt - cost };
};
const wireOf = (figures: Figures) =>
  Object.fromEntries(
    GOLD_WHAT_IF_FIGURES.map((figure) => [figure, wireSum(String(figures[figure]), PLACES[figure])]),
  ) as Record<Figure, ReturnType<typeof wireSum>>;

/** By shop, fineness and content. A price that is tried is a quotation: what is unmarked is sold by it, unless it has a stone. */
const groupsOf = async (deps: QueryDeps, states: TurnoverStates, asOf: number | undefined): Promise<Group[]> => {
  const [stock, board] = await Promise.all([stockOf(deps, states), boardAt(deps, asOf)]);
  const byGram = stock.filter(({ price_mode: priceMode, has_stone: hasMainStone }) =>
    sellsByGram({ priceMode, hasMainStone, isQuoted: true }),
  );
  const groups = Map.groupBy(byGram, (row) => `${row.shop_id}/${row.fineness}/${row.gold_content}`);
  return [...groups].flatMap(([key, [first, ...others]]) => {
    if (first === undefined) return [];
    const { shop_id: shopId, shop_name: shopName, fineness, gold_content: goldContent } = first;
    const sum = (of: (row: StockRow) => string): bigint =>
      [first, ...others].reduce((total, row) => total + BigInt(of(row)), 0n);
    const atFen = matchedRow(board, { name: fineness, goldContent })?.priceFen ?? 0;
    const mg = sum((row) => row.mg);
    return [
      { key, shopId, shopName: shopName ?? '', fineness, goldContent, atFen, mg, cost: sum((row) => row.cost_fen) },
    ];
  });
};

type Chosen = { readonly states: TurnoverStates; readonly asOf: number | undefined };
const present = ({ atFen, mg: _mg, cost: _cost, ...group }: Group, figures: Figures): GoldWhatIfRow => ({
  ...group,
  priceAt: yuanFromFen(atFen),
  ...wireOf(figures),
});
const rowsOf = async (deps: QueryDeps, { states, asOf }: Chosen, { query }: Asked): Promise<GoldWhatIfRow[]> => {
  const first = (query.pageIndex - 1) * query.pageSize;
  const groups = (await groupsOf(deps, states, asOf)).slice(first, first + query.pageSize);
  return groups.map((group) => present(group, figuresOf(group, fenFromYuan(query.price))));
};
const NOTHING: Figures = { goldWeight: 0n, value: 0n, valueAt: 0n, cost: 0n, margin: 0n, marginAt: 0n };
const sumsOf = async (deps: QueryDeps, { states, asOf }: Chosen, { query }: Asked) => {
  const groups = await groupsOf(deps, states, asOf);
  const totals = groups
    .map((group) => figuresOf(group, fenFromYuan(query.price)))
    .reduce<Figures>(
      (sum, one) =>
        Object.fromEntries(GOLD_WHAT_IF_FIGURES.map((figure) => [figure, sum[figure] + one[figure]])) as Figures,
      NOTHING,
    );
  return { count: groups.length, totals: wireOf(totals) };
};
const report = (deps: QueryDeps) => ({
  endpoint: goldWhatIfReport,
  name: '金价试算',
  allow: 'biz:cost:view',
  choose: ({ query: { shopId, fineness }, user, asOf }: Asked) => {
    const states = turnoverStates({ shopId, fineness }, user, asOf);
    return isRefusal(states) ? states : { states, asOf };
  },
  rows: (chosen: Chosen, asked: Asked) => rowsOf(deps, chosen, asked),
  sums: (chosen: Chosen, asked: Asked) => sumsOf(deps, chosen, asked),
});

export default (deps: QueryDeps): Route[] => [...reportRoutes(report(deps))];
