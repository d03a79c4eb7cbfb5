/** Columns of the batch grid out of the one table of goods fields, and which of them a category shows. */
import { mostOf } from 'services/contracts/values';
import { can } from 'root-config/api';
import type { LineColumn, ValueKind } from 'root-config/ui';
import { MAX_CHOICE } from 'services/contracts/limits';
import { GOODS_FIELDS, type FieldKind } from 'services/goods/contract';
import { changeCell, costIn, weightIn, type BatchLine } from './batch-lines.ts';

const KINDS: Record<Exclude<FieldKind, 'pictures'>, ValueKind> = {
  text: 'text',
  choice: 'dict',
  grams: 'weight',
  carats: 'carat',
  yuan: 'money',
  count: 'count',
  ratio: 'number',
};
/** Words outside these dictionaries are taken too, as in the dialog. */
const CLOSED = ['style', 'fineness', 'goldContent', 'stoneMeasure', 'secondMeasure'];
const FIRST = ['fineness', 'stoneName', 'style', 'name'];
type Spec = (typeof GOODS_FIELDS)[keyof typeof GOODS_FIELDS];
const editorOf = (spec: Spec): Partial<LineColumn<BatchLine>> => {
  if (spec.kind === 'text') return { edit: 'text', maxLength: spec.max, width: spec.wire === 'name' ? 150 : 110 };
  if (spec.kind === 'choice') {
    return CLOSED.includes(spec.wire)
      ? { edit: 'dict', dict: spec.dict, width: 100 }
      : { edit: 'text', kind: 'text', maxLength: MAX_CHOICE, width: 100 };
  }
  return {
    edit: 'number',
    ...(spec.kind === 'ratio' ? { decimals: 2, min: 1, max: mostOf('ratio'), width: 76 } : { min: 0 }),
  };
};
const columnOf = (spec: Spec): LineColumn<BatchLine> => {
  const kind = spec.kind === 'pictures' ? 'text' : KINDS[spec.kind];
  const column = {
    field: spec.wire,
    title: 'required' in spec ? `${spec.label} *` : spec.label,
    kind,
    ...editorOf(spec),
    change: changeCell(spec.wire),
  } as LineColumn<BatchLine>;
  const { edit: _edit, change: _change, ...read } = column;
  if (spec.wire === 'weight') return { ...read, title: 'ƒ 总重', compute: weightIn } as LineColumn<BatchLine>;
  if (spec.wire === 'piceCost') return { ...read, title: 'ƒ 成本', compute: costIn } as LineColumn<BatchLine>;
  return column;
};

const NUM: LineColumn<BatchLine> = {
  field: 'num',
  title: '数量',
  kind: 'count',
  width: 64,
  edit: 'number',
  decimals: 0,
  min: 1,
  change: changeCell('num'),
};
/** The category is the head's; what a grid computes is not given beside it. */
const LEFT_OUT: readonly string[] = ['type', 'givenCost', 'givenWeight'];
/** Every column there can be: who receives a piece types its cost (R13). Category and pictures are not typed in rows. */
export const batchColumns = (): readonly LineColumn<BatchLine>[] => {
  const cost = can(['biz:cost:view', 'biz:bizGoodsIn:batch']);
  const specs = Object.values(GOODS_FIELDS).filter(
    (spec) => spec.kind !== 'pictures' && !LEFT_OUT.includes(spec.wire) && (cost || !('cost' in spec)),
  );
  const first = FIRST.flatMap((wire) => specs.filter((spec) => spec.wire === wire));
  const rest = specs.filter(({ wire }) => !FIRST.includes(wire));
  return [...first.map(columnOf), NUM, ...rest.map(columnOf)];
};

export const shownColumns = (
  columns: readonly LineColumn<BatchLine>[],
  fields: readonly string[],
): readonly LineColumn<BatchLine>[] => columns.filter(({ field }) => fields.includes(field));
