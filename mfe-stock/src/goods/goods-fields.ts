/** Form fields of a piece out of the one table of goods fields: label, kind, dictionary, limits. */
import { isStonePrice, pricedPer } from 'services/contracts/field-units';
import { mostOf } from 'services/contracts/values';
import { GOODS_FIELDS, type GoodsField, type GoodsWireFields } from 'services/goods/contract';
import type { Field, FormMode } from 'root-config/ui';

export type GoodsWire = (typeof GOODS_FIELDS)[GoodsField]['wire'];
type Spec = (typeof GOODS_FIELDS)[GoodsField];
const bySpec = new Map<string, Spec>(Object.values(GOODS_FIELDS).map((spec) => [spec.wire, spec]));
const WIDE_TEXT = 150;
/** Words outside these dictionaries are taken too: a new kind of stone need not wait for the administrator. */
const CLOSED = ['type', 'style', 'fineness', 'goldContent', 'stoneMeasure', 'secondMeasure'];

const kindOf = (spec: Spec): object => {
  switch (spec.kind) {
    case 'text':
      return spec.max > WIDE_TEXT
        ? { kind: 'textarea', maxLength: spec.max, rows: 2, span: 3 }
        : { kind: 'text', maxLength: spec.max };
    case 'choice':
      return { kind: 'dict', dict: spec.dict, free: !CLOSED.includes(spec.wire) };
    case 'grams':
      return { kind: 'weight' };
    case 'carats':
      return { kind: 'carat' };
    case 'yuan':
      return { kind: 'money' };
    case 'count':
      return { kind: 'count', unit: '粒' };
    case 'ratio':
      return { kind: 'number', min: 1, max: mostOf('ratio'), decimals: 2 };
    case 'pictures':
      return { kind: 'pictures', max: 2 };
  }
};

const unitOf = (wire: string): object => {
  const unit = pricedPer(wire, {});
  return unit === undefined ? {} : { unit };
};

/** Who receives a piece types its cost; afterwards only those with the right see it (R13). */
export const costRight = (mode: FormMode): string => (mode === 'add' ? 'biz:bizGoodsIn:add' : 'biz:cost:view');

/** `goodsFieldIn(mode)(wire, more)`: the field of a wire name; `more` is what a screen wants otherwise (span, hint). */
export const goodsFieldIn =
  <V extends GoodsWireFields>(mode: FormMode) =>
  (wire: GoodsWire, more: Partial<Field<V>> = {}): Field<V> => {
    const spec = bySpec.get(wire);
    if (spec === undefined) throw new RangeError(`no goods field ${wire}`);
    return {
      name: wire,
      label: spec.label,
      ...('required' in spec && { required: spec.required }),
      ...('cost' in spec && { allow: costRight(mode) }),
      ...kindOf(spec),
      ...(isStonePrice(wire) ? { unitBy: (values: object) => pricedPer(wire, values) } : { ...unitOf(wire) }),
      ...more,
    } as unknown as Field<V>;
  };
