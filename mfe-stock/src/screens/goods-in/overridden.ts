/** Name and tag price: computed, and open to a hand. */
import { can } from 'root-config/api';
import type { Field, FormMode } from 'root-config/ui';
import { nameOf, tagPrice } from '../../goods/computed-fields.ts';
import { costRight } from '../../goods/goods-fields.ts';
import type { GoodsValues } from './goods-values.ts';

export const nameField: Field<GoodsValues> = {
  kind: 'computed',
  as: 'text',
  name: 'name',
  label: '首饰名称',
  required: '首饰名称不能为空',
  span: 2,
  compute: nameOf,
  formula: '首饰名称 = 成色 + 主石名称 + 款式',
  inputs: ['fineness', 'stoneName', 'style'],
  editable: true,
  maxLength: 60,
};

const PRICED: Field<GoodsValues> = {
  kind: 'computed',
  as: 'money',
  name: 'sellPrice',
  label: '标价',
  compute: tagPrice,
  formula: '标价 =（成本 + 工费 × 金重 + 件工费 + 精工费 × 金重）× 倍率，取整到元',
  inputs: ['piceCost', 'workFee', 'fineWorkFee', 'piceWorkFee', 'goldWeight', 'sellRaito'],
  editable: true,
};
/** Without the cost the price cannot be computed: it stays as it is until somebody types another. */
const UNPRICED: Field<GoodsValues> = {
  kind: 'money',
  name: 'sellPrice',
  label: '标价',
  hint: '不随金重和倍率重算，需要时请手工修改',
};
export const priceField = (mode: FormMode): Field<GoodsValues> =>
  mode === 'view' || can(costRight(mode)) ? PRICED : UNPRICED;
