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
/** A dialog over the document: its keys must not reach the form behind it. */
const NewCustomer = ({ done, close }: { done: (option: Option) => void; close: () => void }) => (
  <div onKeyDown={(event) => event.stopPropagation()}>
    <CustomerDialog
      row={null}
      mode="add"
      onSaved={(id, { name, mobile }) => done({ value: String(id), label: `${name} ${mobile}` })}
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
    addNew: { label: '新增客户', open: (done, close) => <NewCustomer done={done} close={close} /> },
  }),
});
