/** 新增客户 / 编辑客户: opened from the customer list and from the sales order's customer picker. */
import { customerList } from 'projections/master-data/contract';
import { useCustomerOnScreen } from 'root-config/api';
import { FormDialog, type FormMode, type Section, STATUS_OPTIONS } from 'root-config/ui';
import { CustomerBody, type CustomerRow } from 'services/master-data/contract';

type Values = CustomerBody &
  Pick<CustomerRow, 'id' | 'amount' | 'amountPoints' | 'usablePoints' | 'usedPoints' | 'heldPoints'>;
type Props = {
  /** Of an edited one at least its id; what else is known is shown until the record is there. */
  readonly row: (Pick<CustomerRow, 'id'> & Partial<CustomerRow>) | null;
  readonly mode: FormMode;
  /** `id` of the saved customer and what was typed. */
  readonly onSaved: (id: number, values: CustomerBody) => void;
  readonly onClose: () => void;
};
const TITLES: Record<FormMode, string> = { add: '新增客户', edit: '编辑客户', view: '查看客户' };

/** What sales made of them; read-only (R21). */
const FIGURES: Section<Values> = {
  title: '累计',
  columns: 6,
  fields: [
    { kind: 'fixed', as: 'money', name: 'amount', label: '累计消费' },
    { kind: 'fixed', as: 'count', name: 'amountPoints', label: '累计积分' },
    { kind: 'fixed', as: 'count', name: 'usablePoints', label: '可用积分' },
    { kind: 'fixed', as: 'count', name: 'usedPoints', label: '已用积分' },
    { kind: 'fixed', as: 'count', name: 'heldPoints', label: '占用积分' },
  ],
};

/** While it is edited a scanned card binds to this customer (R160). */
const OnScreen = ({ values: { id, name } }: { readonly values: Partial<Values> }) => {
  useCustomerOnScreen(id === undefined || name === undefined ? null : { id, name });
  return null;
};

const ON_SCREEN: Section<Values> = { render: ({ values }) => <OnScreen values={values} /> };

export const CustomerDialog = ({ row, mode, onSaved, onClose }: Props) => (
  <FormDialog<Values>
    title={TITLES[mode]}
    mode={mode}
    width={900}
    path={customerList.path}
    {...(row === null
      ? { initial: { status: '2' } }
      : { source: `${customerList.path}/${row.id}`, ...(row.name !== undefined && { initial: row }) })}
    schema={CustomerBody}
    sections={[
      {
        title: '客户',
        columns: 3,
        fields: [
          { kind: 'text', name: 'name', label: '客户名称', required: '客户名称不能为空', maxLength: 50 },
          { kind: 'text', name: 'mobile', label: '联系电话', required: '联系电话不能为空', maxLength: 40 },
          { kind: 'dict', name: 'contract', label: '客户等级', dict: 'customerLevel', free: true },
          { kind: 'text', name: 'vip', label: '会员卡号', maxLength: 40 },
          { kind: 'text', name: 'contracter', label: '联系人', maxLength: 50 },
          { kind: 'radio', name: 'status', label: '状态', options: STATUS_OPTIONS, required: '状态不能为空' },
          { kind: 'text', name: 'birthday', label: '生日', maxLength: 10, placeholder: '1990-05-20 或 05-20' },
          { kind: 'text', name: 'qq', label: 'QQ', maxLength: 20 },
          { kind: 'text', name: 'weichat', label: '微信', maxLength: 50 },
          { kind: 'text', name: 'addr', label: '地址', maxLength: 200, span: 3 },
          { kind: 'textarea', name: 'remark', label: '备注', maxLength: 500, span: 3 },
        ],
      },
      ...(mode === 'add' ? [] : [FIGURES, ON_SCREEN]),
    ]}
    onSaved={(answer, values) => onSaved(row?.id ?? Number(answer), values)}
    onClose={onClose}
  />
);
