/** 异常 (R148): what an owner opens first in the morning: one row for equal facts of a person and day, with what each said. */
import { exceptionList, type ExceptionRow } from 'projections/exceptions/contract';
import { sendOnce } from 'root-config/api';
import { Dialog, columnsOf, listScreen, moment, money as moneyText, type ScreenHandle } from 'root-config/ui';
import { EXCEPTION_KINDS, type ExceptionKind } from 'services/contracts/exception';

const { text, day, moment: at, money, count, status, shop } = columnsOf(exceptionList);
const LEVELS = {
  1: { text: '今天看', tone: 'danger' },
  2: { text: '数字', tone: 'neutral' },
} as const;
const KIND_OPTIONS = Object.entries(EXCEPTION_KINDS).map(([value, { label }]) => ({ value, label }));
const kindOf = ({ kind }: ExceptionRow): string =>
  kind in EXCEPTION_KINDS ? EXCEPTION_KINDS[kind as ExceptionKind].label : kind;
/** Whoever acted alone is named once. */
const secondOf = ({ who, second }: ExceptionRow): string => (second === '' || second === who ? '—' : second);
const seenByOf = ({ seenBy }: ExceptionRow): string => (seenBy === '' ? '—' : seenBy);
const amountOf = ({ amount }: ExceptionRow): string => (amount === 0 ? '—' : moneyText(amount));

const see = (rows: readonly ExceptionRow[]): Promise<boolean> =>
  sendOnce({
    method: 'PUT',
    path: `${exceptionList.path}/seen`,
    body: { ids: rows.map(({ id }) => id) },
    views: [exceptionList.path],
  });

const Details = ({ row, screen }: { readonly row: ExceptionRow; readonly screen: ScreenHandle }) => (
  <Dialog title={`${kindOf(row)} ${row.day} ${row.who}`} width="large" onClose={screen.close}>
    {row.count > row.details.length ? (
      <p className="ui-hint">
        共 {row.count} 次，以下是最后 {row.details.length} 次。
      </p>
    ) : null}
    <ol css={{ margin: 0, paddingLeft: 20, display: 'grid', gap: 8 }}>
      {row.details.map((one, index) => (
        <li key={`${one.at} ${index}`}>
          <span className="ui-hint">{moment(one.at)}</span> {one.what}
          {one.amount === 0 ? '' : `，${moneyText(one.amount)}`}
          {one.second === '' ? '' : `（另一人：${one.second}）`}
        </li>
      ))}
    </ol>
  </Dialog>
);

export default listScreen(exceptionList, {
  title: '异常',
  permission: 'report:reportException:list',
  latestDay: false,
  empty: '这段时间没有需要留意的事。授权、补录、退款、差额、改权限等会自动列在这里，一分钟内可见。',
  exportName: '异常',
  filters: [
    { kind: 'dates', label: '日期', daily: true, range: '7d' },
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'select', name: 'kind', label: '种类', daily: true, options: KIND_OPTIONS },
    {
      kind: 'select',
      name: 'seen',
      label: '已阅',
      daily: true,
      options: [
        { value: '1', label: '未阅' },
        { value: '2', label: '已阅' },
      ],
    },
    {
      kind: 'select',
      name: 'level',
      label: '级别',
      options: [
        { value: '1', label: '今天看' },
        { value: '2', label: '数字' },
      ],
    },
    { kind: 'text', name: 'who', label: '当事人' },
  ],
  columns: [
    day('day', '日期', { width: 92, sort: true }),
    status('level', '级别', { width: 76, labels: LEVELS }),
    text('kind', '种类', { width: 112, render: kindOf }),
    shop('shopId', '分店', { nameField: 'shopName', width: 116 }),
    text('who', '当事人', { width: 68 }),
    text('second', '另一人', { width: 68, render: secondOf }),
    text('what', '内容', { width: 420 }),
    count('count', '次数', { width: 52 }),
    money('amount', '金额', { width: 100, render: amountOf }),
    text('seenBy', '已阅人', { width: 68, render: seenByOf }),
    text('documentNo', '单据号', { hidden: true }),
    at('at', '时间', { hidden: true, sort: true }),
    at('seenAt', '已阅时间', { hidden: true }),
  ],
  toolbar: [],
  actions: [
    {
      label: '已阅',
      main: true,
      allow: 'report:reportException:seen',
      when: ({ seenAt, own }) => seenAt === '' && !own,
      run: (row) => see([row]),
    },
    { label: '查看', reads: true, open: (row, screen) => <Details key={row.id} row={row} screen={screen} /> },
  ],
  bulk: [{ label: '已阅', allow: 'report:reportException:seen', run: see }],
  card: (row) => ({
    title: `${kindOf(row)} ${row.who}`,
    subtitle: `${row.day}　${LEVELS[row.level as unknown as keyof typeof LEVELS].text}${row.seenBy === '' ? '' : `　${row.seenBy}已阅`}`,
    facts: [
      ['内容', row.what],
      ['分店', row.shopName === '' ? '—' : row.shopName],
      ['次数', String(row.count)],
      ['金额', amountOf(row)],
      ['另一人', secondOf(row)],
      ['单据号', row.documentNo === '' ? '—' : row.documentNo],
    ],
  }),
});
