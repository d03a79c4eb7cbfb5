/** 回料: what the factory sent back of an exit, once; what did not come is the loss (R89). */
import { recycleOutList, type RecycleOutRow } from 'projections/recycle-outs/contract';
import { client } from 'root-config/api';
import { FormDialog, shopToday, weight, type Section } from 'root-config/ui';
import { BackBody } from 'services/recycle-out/contract';

type BackValues = {
  readonly backAt: string;
  readonly fineness: string;
  readonly weightBack: number;
  readonly loss: number;
};
const lossOf = (out: number, back: number | undefined): number | undefined =>
  back === undefined ? undefined : Math.round((out - back) * 1000) / 1000;
const fieldsOf = ({ weightOut }: RecycleOutRow): Section<BackValues> => ({
  columns: 1,
  fields: [
    { kind: 'day', name: 'backAt', label: '回料日期', required: '回料日期不能为空' },
    { kind: 'dict', name: 'fineness', label: '回料成色', dict: 'goodsFineness', required: '请选择成色' },
    {
      kind: 'weight',
      name: 'weightBack',
      label: '回料重量',
      required: '回料重量不能为空',
      max: weightOut,
      hint: `出库 ${weight(weightOut)}`,
    },
    {
      kind: 'computed',
      as: 'weight',
      name: 'loss',
      label: '损耗',
      compute: ({ weightBack }) => lossOf(weightOut, weightBack),
      formula: '损耗 = 出库重量 − 回料重量',
      inputs: ['weightBack'],
    },
  ],
});

type Props = { readonly row: RecycleOutRow; readonly onSaved: () => void; readonly onClose: () => void };
export const BackDialog = ({ row, onSaved, onClose }: Props) => (
  <FormDialog<BackValues>
    title={`回料 ${row.no}`}
    mode="add"
    width={500}
    initial={{ backAt: shopToday() }}
    draft={false}
    sections={[fieldsOf(row)]}
    schema={BackBody}
    body={({ backAt, fineness, weightBack }) => ({ backAt, fineness, weightBack })}
    save={({ backAt, fineness, weightBack }, { key, more }) =>
      client.put(
        `${recycleOutList.path}/back/${row.id}`,
        { backAt, fineness, weightBack, ...more },
        { headers: { 'idempotency-key': key } },
      )
    }
    onSaved={onSaved}
    onClose={onClose}
  />
);
