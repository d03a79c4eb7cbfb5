/** 维修单: what was handed in, where it is, and its next step with day and person (R49, R90). */
import { RepairRecord, repairList } from 'projections/repairs/contract';
import { can, client, messageOf, useRecord, useSession } from 'root-config/api';
import {
  Dialog,
  DocumentHistory,
  FailedState,
  FormDialog,
  SkeletonBox,
  carat,
  count,
  money,
  shopToday,
  weight,
  type Section,
} from 'root-config/ui';
import { REPAIR_DONE, RepairStepBody, repairStepOf, repairRank } from 'services/sale/contract';
import { printNow } from '../print/papers.tsx';

type Values = { readonly step: string; readonly at: string; readonly by: string; readonly remark: string };
type RepairOutcome = (typeof REPAIR_DONE)[number];
const FETCHED: RepairOutcome = '已取件';

const facts = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
  gap: '6px 16px',
  margin: 0,
  '& div': { minWidth: 0 },
  '& dt': { color: 'var(--fgColor-muted)', fontSize: 12 },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
} as const;
const stonesOf = (name: string, carats: number, pieces: number): string =>
  [name, carats === 0 ? '' : carat(carats), pieces === 0 ? '' : `${count(pieces)}粒`].filter(Boolean).join(' ');
const factsOf = (row: RepairRecord): readonly (readonly [label: string, value: string])[] =>
  [
    ['进度', `${row.state} ${row.stateAt} ${row.stateBy}`],
    ['约定取件', row.overdueDays === 0 ? row.promiseAt : `${row.promiseAt}，已逾期${row.overdueDays}天`],
    ['客户', `${row.customerName} ${row.customerMobile}`],
    ['首饰', [row.type, row.style, row.fineness].filter(Boolean).join(' ')],
    ['维修要求', row.remark],
    ['重量', row.weight === 0 ? '' : weight(row.weight)],
    ['主石', stonesOf(row.stone, row.stoneCt, row.stoneP)],
    ['副石', stonesOf(row.second, row.secondCt, row.secondP)],
    ['费用', `${money(row.price)}${row.auditFlag === 2 ? '' : '（销售单待审核）'}`],
    ['收件', `${row.sellAt} ${row.shopName} ${row.orderNo}`],
  ].filter((fact): fact is [string, string] => fact[1]?.trim() !== '');

const Facts = ({ row }: { readonly row: RepairRecord }) => (
  <dl css={facts}>
    {factsOf(row).map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd style={label === '约定取件' && row.overdueDays > 0 ? { color: 'var(--fgColor-danger)' } : undefined}>
          {value}
        </dd>
      </div>
    ))}
  </dl>
);

/** Steps that can be taken now: forward, or the last one once more. */
const stepsFrom = (state: string): readonly RepairOutcome[] =>
  REPAIR_DONE.filter((step) => repairRank(repairStepOf(step)) >= repairRank(repairStepOf(state)));
const nextOf = (state: string): RepairOutcome => stepsFrom(state).find((step) => step !== state) ?? FETCHED;
/** What the form begins with; the last step once more begins with what was said of it. */
const valuesFor = (step: string, row: RepairRecord, me: string): Values => {
  const said = row.steps.find((one) => one.step === step);
  if (said !== undefined) return { step, at: said.at, by: said.by, remark: said.remark };
  return { step, at: shopToday(), by: step === FETCHED ? row.customerName : me, remark: '' };
};

const sectionsOf = (row: RepairRecord, me: string): readonly Section<Values>[] => [
  { render: () => <Facts row={row} /> },
  {
    title: '登记进度',
    columns: 2,
    fields: [
      {
        kind: 'radio',
        name: 'step',
        label: '进度',
        required: '请选择维修进度',
        span: 2,
        options: stepsFrom(row.state).map((step) => ({
          value: step,
          label: step === row.state ? `更正${step}` : step,
        })),
        follow: (step) => valuesFor(String(step), row, me),
      },
      { kind: 'day', name: 'at', label: '日期', limited: false },
      { kind: 'text', name: 'by', label: '经办人', required: '请填写经办人', maxLength: 50 },
      { kind: 'text', name: 'remark', label: '备注', maxLength: 200, span: 2 },
    ],
  },
];

type Props = {
  readonly id: number;
  /** What is about to be said; default: the next step. */
  readonly step?: RepairOutcome | undefined;
  /** ISO 8601: as it was then, and nothing is entered. */
  readonly asOf?: string | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
const Ready = ({ row, step, asOf, onSaved, onClose }: Omit<Props, 'id'> & { readonly row: RepairRecord }) => {
  const { user } = useSession();
  const me = user?.name ?? '';
  const mayStep = asOf === undefined && can('biz:bizSellClean:edit');
  const [about, ...entry] = sectionsOf(row, me);
  return (
    <FormDialog<Values>
      title={`维修单 ${row.no}`}
      mode={mayStep ? 'edit' : 'view'}
      width={900}
      initial={valuesFor(step ?? nextOf(row.state), row, me)}
      schema={RepairStepBody}
      sections={mayStep ? [about!, ...entry] : [about!]}
      save={(values, { key }) =>
        client.put(`${repairList.path}/step/${row.id}`, values, { headers: { 'Idempotency-Key': key } })
      }
      buttons={[
        { name: 'save', label: '保存', variant: 'primary', when: () => mayStep },
        { name: 'print', label: '打印收件单', always: true, press: () => void printNow('clean', [row.id]) },
      ]}
      onSaved={onSaved}
      onClose={onClose}
      aside={() => <DocumentHistory path={`${repairList.path}/${row.id}`} asOf={asOf} />}
    />
  );
};
export const RepairDialog = ({ id, ...props }: Props) => {
  const { record, pending, error, retry } = useRecord(`${repairList.path}/${id}`, RepairRecord, { asOf: props.asOf });
  if (record !== null) return <Ready key={record.id} row={record} {...props} />;
  return (
    <Dialog title="维修单" width="large" onClose={props.onClose}>
      {pending ? <SkeletonBox height={200} /> : null}
      {error === null ? null : <FailedState message={messageOf(error)} onRetry={retry} />}
    </Dialog>
  );
};
