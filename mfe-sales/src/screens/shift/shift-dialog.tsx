/** 交班: what the till should hold beside what was counted, the reason of a difference, and the signature of who takes it (R80). */
import { ShiftRecord, shiftList, type ShiftRow } from 'projections/shifts/contract';
import { ApiError, client, tillName, useLockShops } from 'root-config/api';
import {
  Button,
  DocumentHistory,
  FormDialog,
  atMoment,
  linesOf,
  moment,
  money,
  type FormButton,
  type FormHandle,
  type FormMode,
  type LineColumn,
  type Section,
} from 'root-config/ui';
import { useEffect, useRef } from 'react';
import { MAX_TILL } from 'services/contracts/tills';
import { EXPECTED_PATH, ExpectedMoney } from 'services/shift/contract';
import { KnownTills } from './known-tills.tsx';
import { printButtons, printSaved } from '../../print/papers.tsx';
import { openMoney } from './money-dialog.tsx';
import { differenceOf, withExpected, type ShiftLine } from './shift-line.ts';

export type ShiftValues = {
  readonly id: number;
  readonly shopId: number;
  readonly till: string;
  readonly sinceNo: string;
  readonly sinceAt: string;
  readonly list: readonly ShiftLine[];
  readonly 'takenBy.username': string;
  readonly 'takenBy.password': string;
  readonly 'takenBy.code': string;
  readonly remark: string;
  readonly shiftAt: string;
  readonly handedBy: string;
  readonly takenBy: string;
  readonly confirmedBy: string;
  readonly confirmRemark: string;
  readonly createdAt: string;
};
type Form = FormHandle<ShiftValues>;

const Difference = ({ line }: { readonly line: ShiftLine }) => {
  const difference = differenceOf(line);
  if (difference === undefined) return null;
  if (difference === 0) return <span style={{ color: 'var(--fgColor-success)' }}>相符</span>;
  return (
    <span style={{ color: 'var(--fgColor-danger)' }}>
      {difference > 0 ? '多' : '少'} {money(Math.abs(difference))}
    </span>
  );
};
const COLUMNS: readonly LineColumn<ShiftLine>[] = [
  { field: 'balance', title: '结算方式', kind: 'text', width: 110 },
  { field: 'opening', title: '期初', kind: 'money', width: 104 },
  { field: 'received', title: '收付', kind: 'money', width: 112, sum: true },
  { field: 'corrected', title: '更正', kind: 'money', width: 104, sum: true },
  { field: 'expected', title: '应有', kind: 'money', width: 116, sum: true },
  { field: 'counted', title: '实点', kind: 'money', width: 116, edit: 'number', sum: true },
  { field: 'documents', title: '差额', kind: 'text', width: 124, render: (line) => <Difference line={line} /> },
  { field: 'reason', title: '差额原因', kind: 'text', width: 200, edit: 'text', maxLength: 200 },
];
const PHONE_FIRST = ['balance', 'expected', 'counted', 'documents', 'reason'];
/** Name, what should be there and what was counted stand beside each other. */
const PHONE_WIDTH = 96;
const rank = ({ field }: LineColumn<ShiftLine>): number =>
  PHONE_FIRST.includes(field) ? PHONE_FIRST.indexOf(field) : PHONE_FIRST.length;
/** What is counted stands beside its name on a phone. */
export const shiftColumns = (phone: boolean): readonly LineColumn<ShiftLine>[] =>
  phone
    ? COLUMNS.map((column) => ({ ...column, width: Math.min(column.width ?? PHONE_WIDTH, PHONE_WIDTH) })).toSorted(
        (one, other) => rank(one) - rank(other),
      )
    : COLUMNS;

const put = (form: Form, { list, sinceNo, sinceAt }: ExpectedMoney): void => {
  const model = form.lines<ShiftLine>('list');
  model.replace(withExpected(model.lines, list));
  form.set({ sinceNo, sinceAt });
};
/** Figures of the chosen shop and till; asked for again by hand, and when the save says that they changed. */
const FillExpected = ({ form, onForm }: { readonly form: Form; readonly onForm: (form: Form) => void }) => {
  const { shopId, till } = form.values;
  const asked = useRef('');
  useEffect(() => onForm(form));
  useEffect(() => {
    const key = `${shopId}/${till}`;
    if (shopId === undefined || till === undefined || till === '' || asked.current === key) return;
    asked.current = key;
    client.get(EXPECTED_PATH, { shopId, till }).then(
      (data) => put(form, ExpectedMoney.parse(data)),
      (error: unknown) => form.setProblems([{ path: 'list', message: messageIn(error) }], false),
    );
  });
  if (shopId === undefined || till === undefined || till === '') return null;
  const { sinceNo, sinceAt } = form.values;
  return (
    <p css={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center', margin: 0 }}>
      <span className="ui-hint">
        {sinceNo === undefined || sinceNo === '' ? '本收银台的第一班' : `上一班 ${sinceNo}，${moment(sinceAt)} 交接`}
        。现金期初是上一班实点的现金。
      </span>
      <Button size="small" onClick={() => openMoney({ shopId, till })}>
        查看收付明细
      </Button>
    </p>
  );
};
const messageIn = (error: unknown): string => (error instanceof ApiError ? error.message : '应有金额没有读到，请重试');

const headSection: Section<ShiftValues> = {
  columns: 3,
  fields: [
    { kind: 'shop', name: 'shopId', label: '分店', required: '分店名称不能为空' },
    { kind: 'text', name: 'till', label: '收银台', required: '请先选择收银台', maxLength: MAX_TILL },
    { kind: 'text', name: 'remark', label: '备注', maxLength: 200 },
  ],
};
const viewSection: Section<ShiftValues> = {
  columns: 4,
  fields: [
    { kind: 'fixed', as: 'day', name: 'shiftAt', label: '日期' },
    { kind: 'fixed', as: 'text', name: 'handedBy', label: '交班人' },
    { kind: 'fixed', as: 'text', name: 'takenBy', label: '接班人' },
    { kind: 'fixed', as: 'moment', name: 'createdAt', label: '交班时间' },
    { kind: 'fixed', as: 'text', name: 'sinceNo', label: '上一班' },
    { kind: 'fixed', as: 'text', name: 'confirmedBy', label: '差额确认人', hidden: ({ confirmedBy }) => !confirmedBy },
    { kind: 'fixed', as: 'text', name: 'confirmRemark', label: '确认说明', hidden: ({ confirmedBy }) => !confirmedBy },
  ],
};
/** The taker types them himself; nothing of it is kept. */
const signSection: Section<ShiftValues> = {
  title: '接班人签字',
  columns: 3,
  fields: [
    { kind: 'text', name: 'takenBy.username', label: '接班人用户名', required: '请输入接班人的用户名' },
    { kind: 'password', name: 'takenBy.password', label: '密码', required: '请输入接班人的密码' },
    { kind: 'text', name: 'takenBy.code', label: '动态验证码', hint: '启用了两步验证的账号才需要' },
  ],
};
const bodyOf = (values: ShiftValues) => ({
  shopId: values.shopId,
  till: values.till,
  list: values.list.map(({ balance, expected, counted, reason }) => ({
    balance,
    expected,
    counted: counted ?? null,
    reason,
  })),
  takenBy: {
    username: values['takenBy.username'] ?? '',
    password: values['takenBy.password'] ?? '',
    code: values['takenBy.code'] ?? '',
  },
  remark: values.remark ?? '',
});
const valuesOf = (data: unknown): Partial<ShiftValues> => {
  const { list, ...record } = ShiftRecord.parse(data);
  return { ...record, sinceAt: '', list: list.map((line) => ({ ...line, documents: 0 })) };
};

const buttonsOf = (row: Props['row']): readonly FormButton<ShiftValues>[] => {
  const [save, ...printing] = printButtons<ShiftValues>('shift', row?.id);
  if (row !== null) return printing.filter(({ name }) => name === 'reprint');
  return [
    { ...save!, label: '交班' },
    ...printing.filter(({ name }) => name === 'print').map((one) => ({ ...one, label: '交班并打印' })),
  ];
};

type Props = {
  /** null: a till is handed over now. */
  readonly row: Pick<ShiftRow, 'id' | 'no' | 'shopId'> | null;
  readonly phone: boolean;
  readonly asOf?: string | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
export const ShiftDialog = ({ row, phone, asOf, onSaved, onClose }: Props) => {
  const { preset } = useLockShops();
  const living = useRef<Form>(null);
  const record = row === null ? null : `${shiftList.path}/${row.id}`;
  const mode: FormMode = row === null ? 'add' : 'view';
  /** What was typed stays; the figures are those of now. */
  const changed = async (refused: unknown): Promise<unknown> => {
    const fresh =
      refused instanceof ApiError && refused.status === 409 ? ExpectedMoney.safeParse(refused.data) : undefined;
    if (fresh?.success === true && living.current !== null) put(living.current, fresh.data);
    throw refused;
  };
  return (
    <FormDialog<ShiftValues>
      title={row === null ? '交班' : `查看交班单 ${row.no}`}
      mode={mode}
      width={1000}
      path={shiftList.path}
      draft={false}
      sections={[
        headSection,
        ...(row === null
          ? [
              {
                render: ({ values, set }: Form) => (
                  <KnownTills shopId={values.shopId} chosen={values.till} onPick={(till) => set({ till })} />
                ),
              },
              { render: (form: Form) => <FillExpected form={form} onForm={(one) => void (living.current = one)} /> },
            ]
          : [viewSection]),
        {
          lines: linesOf<ShiftValues>()<ShiftLine>({
            name: 'list',
            columns: shiftColumns(phone),
            keyOf: ({ balance }) => balance,
            height: 260,
            removable: false,
          }),
        },
        ...(row === null ? [signSection] : []),
      ]}
      buttons={buttonsOf(row)}
      body={bodyOf}
      {...(record === null
        ? { initial: { till: tillName(), list: [], ...(preset !== null && { shopId: preset }) } }
        : { source: atMoment(record, asOf), read: valuesOf })}
      authorise={changed}
      onSaved={(answer, _values, button) => {
        onSaved();
        printSaved('shift', button, Number(answer));
      }}
      onClose={onClose}
      {...(record !== null && { aside: () => <DocumentHistory path={record} asOf={asOf} /> })}
    />
  );
};
