/** 重开 (R141): all closed days of a shop, or those behind a day, with the reason that the owner reads. */
import { client } from 'root-config/api';
import { FormDialog } from 'root-config/ui';
import { CLOSE_PATH, type ClosedDayRow } from 'services/close/contract';

type Values = {
  readonly shopName: string;
  readonly closed: string;
  readonly closedUntil: string;
  readonly reason: string;
};
type Props = { readonly row: ClosedDayRow; readonly onSaved: () => void; readonly onClose: () => void };
export const ReopenDialog = ({ row, onSaved, onClose }: Props) => (
  <FormDialog<Values>
    title="重开已结的账"
    mode="edit"
    width={500}
    draft={false}
    initial={{ shopName: row.shopName, closed: row.closedUntil, closedUntil: '', reason: '' }}
    sections={[
      {
        columns: 2,
        fields: [
          { kind: 'fixed', as: 'text', name: 'shopName', label: '分店' },
          { kind: 'fixed', as: 'day', name: 'closed', label: '已结账至' },
          {
            kind: 'day',
            name: 'closedUntil',
            label: '保留结账至',
            limited: false,
            span: 2,
            hint: '只重开这一天之后的账；不填则全部重开',
          },
          {
            kind: 'textarea',
            name: 'reason',
            label: '重开原因',
            required: '请填写重开原因',
            maxLength: 200,
            span: 2,
            hint: '会列入异常，老板可以看到',
          },
        ],
      },
    ]}
    buttons={[{ name: 'save', label: '重开', variant: 'danger' }]}
    save={({ closedUntil, reason }, { key }) =>
      client.put(
        `${CLOSE_PATH}/reopen/${row.id}`,
        { closedUntil: closedUntil ?? '', reason: reason ?? '' },
        { headers: { 'Idempotency-Key': key } },
      )
    }
    onSaved={onSaved}
    onClose={onClose}
  />
);
