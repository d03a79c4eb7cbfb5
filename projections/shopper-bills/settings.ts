/** What the house lets shoppers see on a slip: settings wx_slip_price and wx_slip_terms. */
import { sql } from 'slonik';
import { z } from 'zod';
import { planned } from '../platform/queries/planned-statements.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';

const PRICE = 'wx_slip_price';
const TERMS = 'wx_slip_terms';
const Setting = z.object({ key: z.string(), value: z.string() });
export type SlipSettings = { readonly showsPrices: boolean; readonly terms: string };
/** Prices only where the house says so. */
export const slipSettings = async ({ db }: Pick<QueryDeps, 'db'>): Promise<SlipSettings> => {
  const rows = await planned(
    db,
    sql.type(Setting)`
      SELECT config_key AS key, config_value AS value FROM master.config
      WHERE config_key = ANY(${sql.array([PRICE, TERMS], 'text')})`,
  );
  const valueOf = (key: string): string => rows.find((row) => row.key === key)?.value.trim() ?? '';
  return { showsPrices: valueOf(PRICE) === 'true', terms: valueOf(TERMS) };
};
