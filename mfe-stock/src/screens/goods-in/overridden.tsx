/** Name and tag price: computed, and open to a hand. The hidden twin computes them for the save. */
import { can } from 'root-config/api';
import { money, words, type Field, type FormMode } from 'root-config/ui';
import { nameOf, tagPrice } from '../../goods/computed.ts';
import { costRight } from '../../goods/goods-fields.ts';
import { Overridable } from '../../goods/overridable.tsx';
import type { GoodsValues } from './goods-values.ts';

const hidden = (): boolean => true;

const NAME_RULE = '成色 + 主石名称 + 款式';
export const nameFields: readonly Field<GoodsValues>[] = [
  {
    kind: 'computed',
    as: 'text',
    name: 'name',
    label: '首饰名称',
    compute: nameOf,
    formula: NAME_RULE,
    editable: true,
    hidden,
  },
  {
    kind: 'custom',
    name: 'name',
    label: '首饰名称',
    required: '首饰名称不能为空',
    span: 2,
    render: ({ values, mode, set, problemOf }) =>
      mode === 'view' ? (
        words(values.name)
      ) : (
        <Overridable
          kind="text"
          label="首饰名称"
          written={values.name}
          computed={nameOf(values)}
          formula={NAME_RULE}
          invalid={problemOf('name') !== undefined}
          onWrite={(value) => set({ name: value === undefined ? undefined : String(value) })}
        />
      ),
  },
];

const PRICE_RULE = '（成本 + 工费 × 金重 + 件工费 + 精工费 × 金重）× 倍率，取整到元';
const PRICED: readonly Field<GoodsValues>[] = [
  {
    kind: 'computed',
    as: 'money',
    name: 'sellPrice',
    label: '标价',
    compute: tagPrice,
    formula: PRICE_RULE,
    editable: true,
    hidden,
  },
  {
    kind: 'custom',
    name: 'sellPrice',
    label: '标价',
    span: 2,
    render: ({ values, mode, set, problemOf }) =>
      mode === 'view' ? (
        money(values.sellPrice)
      ) : (
        <Overridable
          kind="money"
          label="标价"
          written={values.sellPrice}
          computed={tagPrice(values)}
          formula={PRICE_RULE}
          invalid={problemOf('sellPrice') !== undefined}
          onWrite={(value) => set({ sellPrice: value === undefined ? undefined : Number(value) })}
        />
      ),
  },
];

/** Without the cost the price cannot be computed: it stays as it is until somebody types another. */
const UNPRICED: readonly Field<GoodsValues>[] = [
  { kind: 'money', name: 'sellPrice', label: '标价', hint: '不随金重和倍率重算，需要时请手工修改' },
];
export const priceFields = (mode: FormMode): readonly Field<GoodsValues>[] =>
  mode === 'view' || can(costRight(mode)) ? PRICED : UNPRICED;
