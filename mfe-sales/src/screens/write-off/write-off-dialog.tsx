/** 新增核销码 / 编辑核销码 (S1§2.11, §5; R137). A claim of a giveaway names who claims it; what was entered by hand only a name. */
import { giveawayList, writeOffList } from 'projections/master-data/contract';
import { can } from 'root-config/api';
import { FormDialog, confirm, type Field, type FormMode } from 'root-config/ui';
import { BY_HAND, CLAIM, WriteOffBody, WriteOffEdit, type WriteOffRow } from 'services/master-data/contract';
import { mostOf } from 'services/contracts/values';
import { useState } from 'react';
import { customerSource } from '../../recycle/customer-field.tsx';

type Values = WriteOffBody & {
  readonly id: number;
  readonly title: string;
  readonly customerName: string;
};
type Props = {
  readonly row: WriteOffRow | null;
  readonly mode: FormMode;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
const TITLES: Record<FormMode, string> = { add: '新增核销码', edit: '编辑核销码', view: '查看核销码' };
const DIGITS = 12;
/** As the house makes them; seen while it is entered and once after it, so that it gets to the customer. */
const newCode = (): string =>
  `HX${Array.from(crypto.getRandomValues(new Uint32Array(DIGITS)), (number) => number % 10).join('')}`;
const startOf = () => ({ billType: BY_HAND, limitNum: 1, writeOffCode: newCode() }) as const;
/** Whoever hands gifts over changes none of what proves whose they are. */
const CHANGE = 'mall:mallWriteOff:change';
const shownOnce = ({ writeOffCode, name }: Partial<Values>): void => {
  const text = `请把核销码 ${writeOffCode ?? ''} 交给${name ?? '客户'}，领取时出示。关闭后不再显示。`;
  if (writeOffCode !== undefined && writeOffCode !== '') void confirm({ title: '核销码', text, ok: '已交给客户' });
};
const KINDS = [
  { value: BY_HAND, label: '手工登记' },
  { value: CLAIM, label: '领取礼品' },
];
/** All giveaways, also those that are over: what was claimed of them is looked for. */
export const allGiveaways = {
  path: giveawayList.path,
  search: 'title',
  pageSize: 20,
  label: (row: Readonly<Record<string, unknown>>): string => String(row['title']),
};
const giveawaySource = {
  ...allGiveaways,
  query: { status: '2' },
  label: (row: Readonly<Record<string, unknown>>): string => `${String(row['title'])}（剩 ${String(row['total'])} 份）`,
};
const isByHand = ({ billType }: Partial<Values>): boolean => billType !== CLAIM;

const whose: readonly Field<Values>[] = [
  { kind: 'radio', name: 'billType', label: '类型', options: KINDS, span: 2 },
  {
    kind: 'remote',
    name: 'billId',
    nameField: 'title',
    label: '礼品',
    source: giveawaySource,
    hidden: isByHand,
    required: '请选择礼品',
  },
  {
    kind: 'remote',
    name: 'customerId',
    nameField: 'customerName',
    label: '客户',
    placeholder: '姓名或电话',
    source: customerSource,
    hidden: isByHand,
    required: '请选择客户',
  },
];
const fieldsOf = (isNew: boolean, disabled: boolean): readonly Field<Values>[] => [
  { kind: 'text', name: 'name', label: '客户名', required: '客户名不能为空', maxLength: 50, disabled },
  { kind: 'text', name: 'mobile', label: '联系电话', required: '联系电话不能为空', maxLength: 40, disabled },
  {
    kind: 'text',
    name: 'writeOffCode',
    label: '核销码',
    maxLength: 40,
    disabled,
    ...(isNew ? { placeholder: '留空自动生成' } : { required: '核销码不能为空' }),
  },
  {
    kind: 'count',
    name: 'limitNum',
    label: '数量',
    unit: '份',
    min: 1,
    max: mostOf('lotPieces'),
    disabled,
    hidden: (values) => !isByHand(values),
  },
  { kind: 'textarea', name: 'remark', label: '备注', maxLength: 500, span: 2 },
];

export const WriteOffDialog = ({ row, mode, onSaved, onClose }: Props) => {
  const [start] = useState(startOf);
  /** Emptied, it is the one that stood there: whoever enters it is shown it once. */
  const codeOf = ({ writeOffCode = '' }: Partial<Values>): string => writeOffCode.trim() || start.writeOffCode;
  return (
    <FormDialog<Values>
      title={TITLES[mode]}
      mode={mode}
      width={500}
      path={writeOffList.path}
      {...(row === null
        ? { initial: start, body: (values: Values) => ({ ...values, writeOffCode: codeOf(values) }) }
        : { source: `${writeOffList.path}/${row.id}`, initial: row as unknown as Partial<Values> })}
      schema={row === null ? WriteOffBody : WriteOffEdit}
      sections={[
        { columns: 2, fields: row === null ? [...whose, ...fieldsOf(true, false)] : fieldsOf(false, !can(CHANGE)) },
      ]}
      onSaved={(_answer, values) => {
        if (row === null) shownOnce({ ...values, writeOffCode: codeOf(values) });
        onSaved();
      }}
      onClose={onClose}
    />
  );
};
