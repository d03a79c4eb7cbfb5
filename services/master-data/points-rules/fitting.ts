/** 试算: which rule fits goods, and what it would earn (S1§7, R47, R85). */
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { filterRebate, filterYuan, term } from '../../contracts/filters.ts';
import { bestRule, pointsOf, type PointsRule } from '../../contracts/points.ts';
import { route, type Route } from '../../contracts/route.ts';
import { fenFromYuan, yuanFromFen } from '../../contracts/units.ts';
import { FittingRule } from '../contract.ts';
import { enabledRulesOf } from './rules-in-force.ts';

/** With an amount (yuan) also what it earns, at a rebate in percent. */
const FittingRuleQuery = z.object({
  type: term(),
  style: term(),
  fineness: term(),
  amount: filterYuan(),
  rebate: filterRebate(),
});
/** What is answered where no rule fits (R85). */
const NONE = { id: 0, discount: 0, amount: 0, customerPoint: 0, sellerPoint: 0 };
const numbersOf = ({ id, discount, amountFen, customerPoint, sellerPoint }: PointsRule): FittingRule => ({
  id,
  discount,
  amount: yuanFromFen(amountFen),
  customerPoint,
  sellerPoint,
});
const answerOf = (rule: PointsRule | null, asked: z.output<typeof FittingRuleQuery>): FittingRule => {
  const numbers = rule === null ? NONE : numbersOf(rule);
  if (asked.amount === undefined) return numbers;
  const rebateBp = Math.round((asked.rebate ?? 100) * 100);
  return { ...numbers, ...pointsOf(rule, { amountFen: fenFromYuan(asked.amount), rebateBp }) };
};

export const fittingRuleRoute = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: '/base-points/get-points',
    summary: '适用的积分规则',
    allow: { everyone: 'signed-in' },
    query: FittingRuleQuery,
    data: FittingRule,
    handler: async ({ query }) => {
      const { type = '', style = '', fineness = '' } = query;
      const rule = bestRule(await enabledRulesOf(db, type), { type, style, fineness });
      return { data: answerOf(rule, query), msg: 'success' };
    },
  });
