/** What a piece was given although its formula says otherwise: cost and total weight, with the difference. */
import { can } from 'root-config/api';
import { money, weight } from 'root-config/ui';
import type { GoodsWireFields } from 'services/goods/contract';
import { formulaCost, formulaWeight } from '../../goods/computed-fields.ts';

type GivenFigure = { readonly name: string; readonly show: (value: number) => string };
const said = ({ name, show }: GivenFigure, given: number, formula: number): string => {
  const sign = given > formula ? '+' : '-';
  return `${name}按录入的 ${show(given)}，公式为 ${show(formula)}，差 ${sign}${show(Math.abs(given - formula))}`;
};

export const GivenValues = ({ values }: { values: Partial<GoodsWireFields> }) => {
  const { givenCost = 0, givenWeight = 0 } = values;
  const lines = [
    ...(givenCost > 0 && can('biz:cost:view')
      ? [said({ name: '成本', show: money }, givenCost, formulaCost(values))]
      : []),
    ...(givenWeight > 0 ? [said({ name: '总重', show: weight }, givenWeight, formulaWeight(values))] : []),
  ];
  return lines.length === 0 ? null : (
    <p style={{ margin: '8px 0 0', color: 'var(--fgColor-muted)' }} role="note">
      {lines.join('；')}
    </p>
  );
};
