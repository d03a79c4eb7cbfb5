/** The grid of old material, in a recycle order and in an order (S1§2.3). */
import type { LineColumn } from 'root-config/ui';
import type { WorkFeeRule } from 'services/old-material/contract';
import { mostOf } from 'services/contracts/values';
import { withSums, type RecycleLine } from './line.ts';

type Columns = readonly LineColumn<RecycleLine>[];
type Figure = 'weight' | 'lossRatio' | 'cost' | 'workFee';
type Choice = 'type' | 'style' | 'fineness' | 'stone' | 'second';
const chosen = (field: Choice, title: string, dict: string, width: number): LineColumn<RecycleLine> => ({
  field,
  title,
  kind: 'dict',
  dict,
  width,
  edit: 'dict',
});

/** Nothing frozen on a phone; first what is weighed and paid. */
const PHONE_FIRST = ['fineness', 'weight', 'cost', 'price', 'type', 'style'];
const place = ({ field }: LineColumn<RecycleLine>): number => {
  const index = PHONE_FIRST.indexOf(field);
  return index === -1 ? PHONE_FIRST.length : index;
};

export const recycleColumns = (rule: WorkFeeRule, phone: boolean): Columns => {
  /** What the price is made of. */
  const figure = (field: Figure): Pick<LineColumn<RecycleLine>, 'field' | 'edit' | 'change'> => ({
    field,
    edit: 'number',
    change: (line, value) => ({ line: withSums({ ...line, [field]: value ?? undefined }, rule) }),
  });
  const columns: Columns = [
    chosen('type', '类别', 'goodsType', 92),
    chosen('style', '款式', 'goodsStyle', 92),
    chosen('fineness', '成色', 'goodsFineness', 92),
    { field: 'name', title: '名称', kind: 'text', width: 110, edit: 'text', maxLength: 60 },
    { ...figure('weight'), title: '重量', kind: 'weight', width: 92, sum: true },
    { ...figure('lossRatio'), title: '折净率', kind: 'percent', width: 76, max: 100 },
    { field: 'netWeight', title: '净重', kind: 'weight', width: 92, sum: true },
    { ...figure('cost'), title: '单价(元/g)', kind: 'money', width: 108, max: mostOf('unitPrice') },
    { ...figure('workFee'), title: '工费', kind: 'money', width: 88, max: mostOf('unitPrice') },
    { field: 'price', title: '金额', kind: 'money', width: 112, sum: true },
    { field: 'remark', title: '备注', kind: 'text', width: 130, edit: 'text', maxLength: 200 },
    chosen('stone', '主石', 'stoneName', 88),
    { field: 'stoneCt', title: '主石重', kind: 'carat', width: 104, edit: 'number' },
    { field: 'stoneP', title: '主石粒数', kind: 'count', width: 76, edit: 'number' },
    chosen('second', '副石', 'stoneName', 88),
    { field: 'secondCt', title: '副石重', kind: 'carat', width: 104, edit: 'number' },
    { field: 'secondP', title: '副石粒数', kind: 'count', width: 76, edit: 'number' },
  ];
  return phone ? columns.toSorted((a, b) => place(a) - place(b)) : columns;
};
