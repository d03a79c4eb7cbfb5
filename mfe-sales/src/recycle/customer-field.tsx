/** The customer of a document at the counter: found by name or phone, or added on the spot. */
import { can } from 'root-config/api';
import type { Field, Option } from 'root-config/ui';
import { CustomerDialog } from '../screens/customer/customer-dialog.tsx';

const word = (value: unknown): string => (typeof value === 'string' ? value : '');
export const customerSource = {
  path: '/base-customer',
  search: 'nameOrMobile',
  query: { status: '2' },
  pageSize: 20,
  label: (row: Readonly<Record<string, unknown>>): string =>
    [row['name'], row['mobile'], row['vip']].map(word).filter(Boolean).join(' '),
};
type OverlayProps = { readonly id?: number; readonly done: (option: Option) => void; readonly close: () => void };
/** A dialog over the document: its keys must not reach the form behind it. */
const CustomerOver = ({ id, done, close }: OverlayProps) => (
  <div onKeyDown={(event) => event.stopPropagation()}>
    <CustomerDialog
      row={id === undefined ? null : { id }}
      mode={id === undefined ? 'add' : 'edit'}
      onSaved={(saved, { name, mobile }) => done({ value: String(saved), label: `${name} ${mobile}` })}
      onClose={close}
    />
  </div>
);

type OfCustomer = { readonly customerId: number; readonly customerName: string };
export const customerField = <Values extends OfCustomer>(): Field<Values> => ({
  kind: 'remote',
  name: 'customerId',
  nameField: 'customerName',
  label: '客户',
  required: '客户名称不能为空',
  placeholder: '姓名或电话',
  source: customerSource,
  ...(can('base:baseCustomer:add') && {
    addNew: { label: '新增客户', open: (done, close) => <CustomerOver done={done} close={close} /> },
  }),
  ...(can('base:baseCustomer:edit') && {
    edit: { label: '编辑客户', open: (id, done, close) => <CustomerOver id={Number(id)} done={done} close={close} /> },
  }),
});
