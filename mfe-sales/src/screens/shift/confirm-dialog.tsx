/** 确认差额 (R138): a third person looks at what was counted and says that it is known. */
import type { ShiftRow } from 'projections/shifts/contract';
import { client } from 'root-config/api';
import { FormDialog, money } from 'root-config/ui';
import { CONFIRM_PATH } from 'services/shift/contract';

type Values = {
  readonly difference: string;
  readonly handedBy: string;
  readonly takenBy: string;
  readonly remark: string;
};
type Props = { readonly row: ShiftRow; readonly onSaved: () => void; readonly onClose: () => void };
export const ConfirmDialog = ({ row, onSaved, onClose }: Props) => {
  const { id, no, difference, handedBy, takenBy } = row;
  return (
    <FormDialog<Values>
      title={`确认差额 ${no}`}
      mode="edit"
      width={500}
      draft={false}
      initial={{
        difference: `${difference > 0 ? '多' : '少'} ${money(Math.abs(difference))}`,
        handedBy,
        takenBy,
        remark: '',
      }}
      sections={[
        {
          columns: 2,
          fields: [
            { kind: 'fixed', as: 'text', name: 'difference', label: '差额合计' },
            { kind: 'fixed', as: 'text', name: 'handedBy', label: '交班人' },
            { kind: 'fixed', as: 'text', name: 'takenBy', label: '接班人' },
            {
              kind: 'textarea',
              name: 'remark',
              label: '说明',
              maxLength: 200,
              span: 2,
              hint: '由交班人、接班人以外的第三人确认，确认后不能撤回',
            },
          ],
        },
      ]}
      save={({ remark }, { key }) =>
        client.put(`${CONFIRM_PATH}/${id}`, { remark: remark ?? '' }, { headers: { 'Idempotency-Key': key } })
      }
      onSaved={onSaved}
      onClose={onClose}
    />
  );
};
