/** 新增积分规则 / 编辑积分规则 (S1§2.10, §5). */
import { pointsRuleList } from 'projections/master-data/contract';
import { FormDialog, type FormMode, STATUS_OPTIONS } from 'root-config/ui';
import { PointsRuleBody, type PointsRuleRow } from 'services/master-data/contract';

type Values = PointsRuleBody & { readonly id: number };
type Props = {
  readonly row: PointsRuleRow | null;
  readonly mode: FormMode;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
const TITLES: Record<FormMode, string> = { add: '新增积分规则', edit: '编辑积分规则', view: '查看积分规则' };
const NEW = { status: '2', pointSort: 0, customerPoint: 0, sellerPoint: 0, discount: 100, style: '', fineness: '' };
const MOST_POINTS = 999_999;

export const PointsRuleDialog = ({ row, mode, onSaved, onClose }: Props) => (
  <FormDialog<Values>
    title={TITLES[mode]}
    mode={mode}
    width={500}
    path={pointsRuleList.path}
    {...(row === null ? { initial: NEW } : { source: `${pointsRuleList.path}/${row.id}`, initial: row })}
    schema={PointsRuleBody}
    sections={[
      {
        title: '适用首饰',
        columns: 2,
        fields: [
          { kind: 'dict', name: 'type', label: '首饰类别', dict: 'goodsType', required: '首饰类别不能为空', span: 2 },
          { kind: 'dict', name: 'style', label: '首饰款式', dict: 'goodsStyle', hint: '款式、成色至少选一种' },
          { kind: 'dict', name: 'fineness', label: '首饰成色', dict: 'goodsFineness' },
        ],
      },
      {
        title: '积分',
        columns: 2,
        fields: [
          {
            kind: 'money',
            name: 'amount',
            label: '销售金额',
            required: '销售金额不能为空',
            hint: '每满这么多元，得下面的积分',
            span: 2,
          },
          { kind: 'count', name: 'customerPoint', label: '客户积分', max: MOST_POINTS },
          { kind: 'count', name: 'sellerPoint', label: '销售员积分', max: MOST_POINTS },
          {
            kind: 'count',
            name: 'discount',
            label: '折扣下限',
            unit: '%',
            max: 1000,
            hint: '折扣低于它的首饰不积分',
          },
          { kind: 'count', name: 'pointSort', label: '排序', max: MOST_POINTS, hint: '同样适用时，小的优先' },
          { kind: 'radio', name: 'status', label: '状态', options: STATUS_OPTIONS, required: '状态不能为空', span: 2 },
          { kind: 'textarea', name: 'remark', label: '备注', maxLength: 500, span: 2 },
        ],
      },
    ]}
    onSaved={onSaved}
    onClose={onClose}
  />
);
