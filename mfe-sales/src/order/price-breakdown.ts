/** Why a line costs what it costs, in words: its fees, and a price that was agreed. Pure. */
import { money } from 'root-config/ui';
import { fenFromYuan, yuanFromFen } from 'services/contracts/units';
import type { OrderLine } from './line.ts';

const FEES = [
  ['workFee', '克工费', '/g'],
  ['fineWorkFee', '精工费', '/g'],
  ['piceWorkFee', '件工费', '/件'],
] as const;

/** `short` stands below the amount, `whole` names each part; null where the amount is 折后金额 alone. */
export const partsOfPrice = (line: OrderLine): { readonly short: string; readonly whole: string } | null => {
  const { dealPrice, rebateFee, factSellFee } = line;
  const feesFen = fenFromYuan(factSellFee) - fenFromYuan(rebateFee);
  if (feesFen === 0 && dealPrice === undefined) return null;
  const fees = feesFen === 0 ? '' : `工费 ${money(yuanFromFen(feesFen))}`;
  const each = FEES.flatMap(([field, name, per]) => (line[field] === 0 ? [] : [`${name} ${money(line[field])}${per}`]));
  const sum = `折后金额 ${money(rebateFee)}${fees === '' ? '' : ` + ${fees}`}`;
  return {
    short: dealPrice === undefined ? `含${fees}` : '成交价',
    whole: [`${dealPrice === undefined ? '' : '成交价：'}${sum}`, ...each].join('\n'),
  };
};
