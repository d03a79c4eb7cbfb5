/** 退货质检 of one piece: what came back and why, and what it becomes (R44, R71). */
import { returnInspectionList, type ReturnInspectionRow } from 'projections/return-inspections/contract';
import { can, client, toast } from 'root-config/api';
import { DocumentHistory, FormDialog, Thumb, money, weight, type Section } from 'root-config/ui';
import { RETURN_RESULTS, ReturnInspectionBody } from 'services/inspection/contract';

export const MAY_INSPECT = 'biz:bizSellChange:inspect';
type Values = { readonly result: string; readonly remark: string };

const facts = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
  gap: '6px 16px',
  margin: 0,
  '& div': { minWidth: 0 },
  '& dt': { color: 'var(--fgColor-muted)', fontSize: 12 },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
} as const;
type Facts = readonly (readonly [label: string, value: string])[];
const waited = ({ state, waitDays }: ReturnInspectionRow): string =>
  state === '1' && waitDays > 0 ? `，已等${waitDays}天` : '';
const judged = ({ state, result, resultName, note, takenNo, ...row }: ReturnInspectionRow): Facts =>
  state === '1'
    ? []
    : [
        ['质检结果', takenNo === '' ? resultName : `${resultName}（${takenNo}）`],
        [result === '1' ? '说明' : '问题说明', note],
        ['质检', `${row.inspectAt} ${row.inspector} ${row.inspectionNo}`],
      ];
const factsOf = (row: ReturnInspectionRow): Facts => [
  ['首饰', `${row.name} ${row.barcode}`],
  ['类别', [row.type, row.style, row.fineness].filter(Boolean).join(' ')],
  ['数量与金重', `${row.num} 件 ${weight(row.goldWeight)}`],
  ['退货', `${row.returnAt} ${row.orderNo}${waited(row)}`],
  ['客户', row.customerName],
  ['分店', row.shopName],
  ['收货人', row.returnedBy],
  ['实退金额', money(row.factReturnAmount)],
  ['退货备注', row.remark],
  ...judged(row),
];
const About = ({ row }: { readonly row: ReturnInspectionRow }) => (
  <div css={{ display: 'flex', gap: 16, alignItems: 'flex-start' }}>
    {row.thumb === '' ? null : <Thumb names={[row.thumb]} size={72} />}
    <dl css={{ ...facts, flex: 1 }}>
      {factsOf(row)
        .filter(([, value]) => value.trim() !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  </div>
);

const FOLLOWS: Readonly<Record<string, string>> = {
  '1': '首饰可以再次销售。',
  '2': '首饰转为一批旧料，按原成本入旧料库存。',
  '3': '自动生成一张待审核的退货单，首饰由它占用。',
};
const sectionsOf = (row: ReturnInspectionRow): readonly Section<Values>[] => [
  { render: () => <About row={row} /> },
  {
    title: '质检结果',
    columns: 1,
    fields: [
      {
        kind: 'radio',
        name: 'result',
        label: '结果',
        required: '请选择质检结果',
        options: RETURN_RESULTS.map(({ value, label }) => ({ value, label })),
      },
      {
        kind: 'textarea',
        name: 'remark',
        label: '问题说明',
        maxLength: 200,
        rows: 2,
        placeholder: '转旧料、退供应商时必填',
      },
    ],
  },
  { render: ({ values }) => <p css={{ margin: 0, color: 'var(--fgColor-muted)' }}>{FOLLOWS[values.result ?? '']}</p> },
];

/** Says what the piece became: its lot, its return. */
const judge = async ({ id }: ReturnInspectionRow, values: Values, key: string): Promise<unknown> => {
  const headers = { 'Idempotency-Key': key };
  const { msg, data } = await client.request('PUT', `${returnInspectionList.path}/${id}`, { body: values, headers });
  toast.success(msg);
  return data;
};

type Props = {
  readonly row: ReturnInspectionRow;
  /** ISO 8601: as it was then, and nothing is entered. */
  readonly asOf?: string | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
export const InspectDialog = ({ row, asOf, onSaved, onClose }: Props) => {
  const open = asOf === undefined && row.state === '1' && can(MAY_INSPECT);
  const [about, ...entry] = sectionsOf(row);
  return (
    <FormDialog<Values>
      title={`退货质检 ${row.barcode}`}
      mode={open ? 'edit' : 'view'}
      width={900}
      draft={false}
      initial={{ result: '1', remark: '' }}
      schema={ReturnInspectionBody}
      sections={open ? [about!, ...entry] : [about!]}
      save={(values, { key }) => judge(row, values, key)}
      quiet
      buttons={[{ name: 'save', label: '完成质检', variant: 'primary', when: () => open }]}
      onSaved={onSaved}
      onClose={onClose}
      aside={() => (can('biz:bizSell:list') ? <DocumentHistory path={`/biz-sell/${row.sellId}`} asOf={asOf} /> : null)}
    />
  );
};
