/** 登记大额现金 (R83): who it was by which papers, for what, beside the documents whose cash it is. */
import { CashReportRecord, cashReportList } from 'projections/cash-reports/contract';
import {
  DocumentHistory,
  FormDialog,
  money,
  type Field,
  type FormHandle,
  type FormMode,
  type Section,
} from 'root-config/ui';
import {
  CASH_BASES,
  CASH_DIRECTIONS,
  CASH_STATES,
  CashReportBody,
  ID_TYPES,
  LONG_TERM,
} from 'services/cash-report/contract';

type Values = Omit<CashReportRecord, 'state' | 'direction' | 'basis'> & {
  readonly state: string;
  readonly basis: string;
  readonly direction: string;
  readonly isLongTerm: boolean;
  readonly 'checker.username': string;
  readonly 'checker.password': string;
  readonly 'checker.code': string;
};
const wordOf = (options: readonly { readonly value: string; readonly label: string }[], value: string): string =>
  options.find((one) => one.value === value)?.label ?? '';
/** What is not filled in begins with what the house knows; 散客 has no name. */
const valuesOf = (data: unknown): Partial<Values> => {
  const record = CashReportRecord.parse(data);
  const { filledAt, name, customerName, documentNo, idExpiry } = record;
  const isNew = filledAt === '';
  return {
    ...record,
    state: record.overdue ? '待登记，已逾期' : wordOf(CASH_STATES, record.state),
    direction: wordOf(CASH_DIRECTIONS, record.direction),
    basis: wordOf(CASH_BASES, record.basis),
    name: isNew && documentNo === '' ? customerName : name,
    idType: isNew ? ID_TYPES[0] : record.idType,
    isLongTerm: idExpiry === LONG_TERM,
    idExpiry: idExpiry === LONG_TERM ? '' : idExpiry,
  };
};
const bodyOf = ({ name, contact, idType, idNo, idExpiry, isLongTerm, purpose, ...signed }: Values) => ({
  name,
  contact,
  idType,
  idNo,
  idExpiry: isLongTerm ? LONG_TERM : idExpiry,
  purpose,
  checker: {
    username: signed['checker.username'] ?? '',
    password: signed['checker.password'] ?? '',
    code: signed['checker.code'] ?? '',
  },
});

const Documents = ({ form }: { readonly form: FormHandle<Values> }) => {
  const { documents = [], elsewhere = 0, amount = 0, limit = 0 } = form.values;
  return (
    <section aria-label="现金单据">
      <h3>现金单据</h3>
      <ul css={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {documents.map((one) => (
          <li key={one.no} css={{ display: 'flex', flexWrap: 'wrap', gap: 12 }}>
            <span>{one.no}</span>
            <span>{one.shopName}</span>
            <span>{one.day}</span>
            <strong>{money(one.amount)}</strong>
          </li>
        ))}
        {elsewhere === 0 ? null : (
          <li>
            其他分店 <strong>{money(elsewhere)}</strong>
          </li>
        )}
      </ul>
      {amount < limit ? (
        <p className="ui-hint" role="status">
          单据修改或删除后已低于限额 {money(limit)}，登记内容仍保存。
        </p>
      ) : null}
    </section>
  );
};

const FACTS: readonly Field<Values>[] = [
  { kind: 'fixed', as: 'text', name: 'customerName', label: '客户' },
  { kind: 'fixed', as: 'day', name: 'day', label: '交易日期' },
  { kind: 'fixed', as: 'text', name: 'basis', label: '统计口径' },
  { kind: 'fixed', as: 'text', name: 'direction', label: '收付' },
  { kind: 'fixed', as: 'money', name: 'amount', label: '现金金额' },
  { kind: 'fixed', as: 'day', name: 'dueOn', label: '应报日期' },
  { kind: 'fixed', as: 'text', name: 'state', label: '状态' },
];
const PAPERS: readonly Field<Values>[] = [
  { kind: 'text', name: 'name', label: '姓名', required: '请输入姓名', maxLength: 50 },
  { kind: 'text', name: 'contact', label: '联系方式', required: '请输入联系方式', maxLength: 20 },
  {
    kind: 'select',
    name: 'idType',
    label: '证件种类',
    required: '请选择证件种类',
    options: ID_TYPES.map((value) => ({ value, label: value })),
  },
  { kind: 'text', name: 'idNo', label: '证件号码', required: '请输入证件号码', upper: true, maxLength: 40 },
  { kind: 'checkbox', name: 'isLongTerm', label: '证件长期有效' },
  {
    kind: 'day',
    name: 'idExpiry',
    label: '证件有效期',
    limited: false,
    required: '请选择证件有效期',
    hidden: ({ isLongTerm }) => isLongTerm === true,
  },
  { kind: 'text', name: 'purpose', label: '款项用途', required: '请输入款项用途', maxLength: 200 },
];
/** Types them himself; nothing of it is kept. */
const SIGNED: Section<Values> = {
  title: '核对人签字',
  columns: 3,
  fields: [
    {
      kind: 'text',
      name: 'checker.username',
      label: '核对人用户名',
      required: '请输入核对人的用户名',
      hint: '由登记人以外的人核对证件；本店没有别人时可以自己签',
    },
    { kind: 'password', name: 'checker.password', label: '密码' },
    { kind: 'text', name: 'checker.code', label: '动态验证码', hint: '启用了两步验证的账号填这个，不填密码' },
  ],
};
const CHECKED: Section<Values> = {
  columns: 3,
  fields: [{ kind: 'fixed', as: 'text', name: 'checkedBy', label: '核对人' }],
};
const sectionsOf = (mode: FormMode): readonly Section<Values>[] => [
  { columns: 3, fields: FACTS },
  { render: (form) => <Documents form={form} /> },
  { title: '客户身份', columns: 3, fields: PAPERS },
  mode === 'view' ? CHECKED : SIGNED,
];

type Props = {
  readonly id: number;
  readonly mode: FormMode;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
export const CashReportDialog = ({ id, mode, onSaved, onClose }: Props) => {
  const record = `${cashReportList.path}/${id}`;
  return (
    <FormDialog<Values>
      title={mode === 'view' ? '查看大额现金' : '登记大额现金'}
      mode={mode}
      width={900}
      path={cashReportList.path}
      // Papers are not left in a browser.
      draft={false}
      source={record}
      read={valuesOf}
      // A long-term paper has no day.
      schema={{ safeParse: (values) => CashReportBody.safeParse(bodyOf(values as Values)) }}
      body={bodyOf}
      sections={sectionsOf(mode)}
      onSaved={onSaved}
      onClose={onClose}
      {...(mode === 'view' && { aside: () => <DocumentHistory path={record} /> })}
    />
  );
};
