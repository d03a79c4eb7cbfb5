/** 登记同意 and 撤回同意: on a customer's page and in the list of all consents. */
import { consentList } from 'projections/master-data/contract';
import { FormDialog, moment, type Field } from 'root-config/ui';
import {
  CONSENT_CHANNELS,
  CONSENT_PURPOSES,
  ConsentBody,
  ConsentWithdrawal,
  STANDS,
  WITHDRAWN,
  channelLabel,
  purposeLabel,
  type ConsentRow,
} from 'services/master-data/contract';
import { customerSource } from '../../recycle/customer-field.tsx';

export const CONSENT_TONES = {
  [STANDS]: { text: '有效', tone: 'success' },
  [WITHDRAWN]: { text: '已撤回', tone: 'neutral' },
} as const;

type ConsentValues = ConsentBody & { readonly id: number; readonly customerName: string };
const FIELDS: readonly Field<ConsentValues>[] = [
  { kind: 'select', name: 'purpose', label: '用途', options: [...CONSENT_PURPOSES], required: '请选择用途' },
  { kind: 'select', name: 'channel', label: '同意方式', options: [...CONSENT_CHANNELS], required: '请选择同意方式' },
  { kind: 'moment', name: 'givenAt', label: '同意时间', hint: '不填为现在' },
  { kind: 'text', name: 'proof', label: '凭据', maxLength: 200, hint: '同意书编号、录音编号等，日后可查' },
];
const WHOSE: Field<ConsentValues> = {
  kind: 'remote',
  name: 'customerId',
  nameField: 'customerName',
  label: '客户',
  required: '请选择客户',
  placeholder: '姓名或电话',
  source: customerSource,
};
type Props = {
  /** Whose; absent: chosen in the form. */
  readonly customer?: { readonly id: number; readonly name: string };
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
export const ConsentDialog = ({ customer, onSaved, onClose }: Props) => (
  <FormDialog<ConsentValues>
    title="登记同意"
    mode="add"
    width={500}
    draft={false}
    path={consentList.path}
    schema={ConsentBody}
    {...(customer !== undefined && {
      initial: { customerId: customer.id },
      head: <p className="ui-hint">{customer.name}同意把资料用于：</p>,
    })}
    sections={[{ columns: 1, fields: customer === undefined ? [WHOSE, ...FIELDS] : FIELDS }]}
    onSaved={onSaved}
    onClose={onClose}
  />
);

type WithdrawalValues = ConsentWithdrawal & { readonly id: number };
type WithdrawProps = { readonly row: ConsentRow; readonly onSaved: () => void; readonly onClose: () => void };
export const WithdrawDialog = ({ row, onSaved, onClose }: WithdrawProps) => (
  <FormDialog<WithdrawalValues>
    title="撤回同意"
    mode="edit"
    width={500}
    draft={false}
    path={`${consentList.path}/withdraw`}
    schema={ConsentWithdrawal}
    initial={{ id: row.id }}
    head={
      <p className="ui-hint">
        {row.customerName}于{moment(row.givenAt)}同意{purposeLabel(row.purpose)}（{channelLabel(row.channel)}
        ）。撤回后这个用途的同意全部失效，记录保留。
      </p>
    }
    sections={[
      {
        columns: 1,
        fields: [
          { kind: 'textarea', name: 'reason', label: '撤回原因', required: '请填写撤回原因', maxLength: 200, rows: 2 },
          { kind: 'moment', name: 'withdrawnAt', label: '撤回时间', hint: '不填为现在' },
        ],
      },
    ]}
    buttons={[{ name: 'withdraw', label: '撤回同意', variant: 'danger' }]}
    onSaved={onSaved}
    onClose={onClose}
  />
);
