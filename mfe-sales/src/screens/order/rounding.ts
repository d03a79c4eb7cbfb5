/** 抹零: how much may be rounded off, and the question beyond it (R17). */
import { can, useConfig } from 'root-config/api';
import { confirm } from 'root-config/ui';
import { fenFromYuan } from 'services/contracts/units';
import { balanceOf, roundingQuestion, totalsOf } from '../../order/payment.ts';
import type { OrderValues } from './order-values.ts';

const MAY_ROUND = 'biz:bizSell:round';

export const useRoundLimitFen = (): number => {
  const limit = Number(useConfig('sell_round_limit') ?? 0);
  return Number.isFinite(limit) ? fenFromYuan(limit) : 0;
};
/** Who may not round at will is not asked: the server refuses. */
export const askRounding = async (values: OrderValues, limitFen: number): Promise<boolean> => {
  const due = totalsOf(values).payableFen;
  const text = roundingQuestion(balanceOf(due, values.sellBalanceList ?? {}, limitFen), limitFen);
  return text === null || !can(MAY_ROUND) || (await confirm({ text }));
};
