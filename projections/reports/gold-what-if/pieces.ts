/** Unsold pieces that are sold by the gram, each with what it is worth at the price that is tried and at the board's. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { fenFromYuan } from 'services/contracts/units';
import { matchedRow, type BoardLine } from 'services/quoted-price/contract';
import { sellsByGram } from 'services/sale/contract';
import type { QueryDeps } from '../../platform/queries/query-deps.ts';
import { validVersion } from '../../quoted-prices/reads.ts';
import type { TurnoverStates } from '../goods-turnover/filters.ts';
import type { GOLD_WHAT_IF_FIGURES } from './contract.ts';

export type Figure = (typeof GOLD_WHAT_IF_FIGURES)[number];
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

const MODE = sql.fragment`coalesce(g.attributes ->> 'priceMode', '')`;
const HAS_STONE = sql.fragment`t.main_stone_milli > 0`;
const stockIn = ({ from }: TurnoverStates): FragmentSqlToken =>
  sql.fragment`${from} JOIN live.goods_in g ON g.barcode = t.barcode AND g.bill_type = '1'`;
const Kind = z.object({
  fineness: z.string(),
  gold_content: z.string(),
  price_mode: z.string(),
  has_stone: z.boolean(),
});

export type Pieces = {
  /** Pieces (alias `t`), each with its kind (alias `k`), whose `fen` is the board's price. */
  readonly from: FragmentSqlToken;
  /** In whole units: mg and fen. What a piece is worth is rounded once, so that pieces add up to their totals. */
  readonly figures: Readonly<Record<Figure, FragmentSqlToken>>;
};
/** A price that is tried is a quotation: what is unmarked is sold by it, unless it has a stone. */
export const piecesOf = async (
  deps: QueryDeps,
  states: TurnoverStates,
  { price, asOf }: { readonly price: number; readonly asOf: number | undefined },
): Promise<Pieces> => {
  const [kinds, board] = await Promise.all([
    deps.db.any(sql.type(Kind)`
      SELECT t.fineness, t.gold_content, ${MODE} AS price_mode, ${HAS_STONE} AS has_stone
      FROM ${stockIn(states)} WHERE ${states.where} GROUP BY 1, 2, 3, 4`),
    boardAt(deps, asOf),
  ]);
  const priced = kinds
    .filter((kind) => sellsByGram({ priceMode: kind.price_mode, hasMainStone: kind.has_stone, isQuoted: true }))
    .map((kind) => ({
      ...kind,
      fen: matchedRow(board, { name: kind.fineness, goldContent: kind.gold_content })?.priceFen ?? 0,
    }));
  const mg = sql.fragment`t.on_hand::numeric * t.net_weight_mg`;
  const value = sql.fragment`round(${mg} * ${fenFromYuan(price)}::int8 / 1000)`;
  const valueAt = sql.fragment`round(${mg} * k.fen / 1000)`;
  const cost = sql.fragment`t.on_hand::numeric * t.unit_cost_fen`;
  return {
    from: sql.fragment`${stockIn(states)}
      JOIN jsonb_to_recordset(${JSON.stringify(priced)}::jsonb)
        AS k (fineness text, gold_content text, price_mode text, has_stone boolean, fen int8)
        ON k.fineness = t.fineness AND k.gold_content = t.gold_content AND k.price_mode = ${MODE}
          AND k.has_stone = (${HAS_STONE})`,
    figures: {
      goldWeight: mg,
      value,
      valueAt,
      change: sql.fragment`${value} - ${valueAt}`,
      cost,
      margin: sql.fragment`${value} - ${cost}`,
      marginAt: sql.fragment`${valueAt} - ${cost}`,
    },
  };
};
