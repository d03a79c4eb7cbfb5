/** What the order earns while it is typed: points by the rules of today, what is left of them, and the margin for those who may see cost. */
import { useQueries } from '@tanstack/react-query';
import { customerList } from 'projections/master-data/contract';
import { can, client, useRecord } from 'root-config/api';
import { Button, KeyCap, count, money, percent, type FormHandle } from 'root-config/ui';
import { fenFromYuan, yuanFromFen } from 'services/contracts/units';
import { CustomerRow, FittingRule } from 'services/master-data/contract';
import type { ChangeLine } from '../../order/change-line.ts';
import { earnedPoints, kindOf, kindsIn, marginFen, pointsTakenBack, spentPoints } from '../../order/earning.ts';
import type { GiftLine } from '../../order/gift-line.ts';
import type { OrderLine } from '../../order/line.ts';
import { lackingPoints, lessFen, proposedFen } from '../../order/points-short.ts';
import { keyOfChange } from './change-lines.tsx';
import type { OrderValues } from './order-values.ts';

type Form = FormHandle<OrderValues>;
const RULE_PATH = '/base-points/get-points';
const KEPT_MS = 60_000;
/** Answers stand in nobody's way: until there is one, the figure is a dash. */
const useEarned = (lines: readonly OrderLine[]): number | undefined => {
  const kinds = kindsIn(lines);
  const rules = useQueries({
    queries: kinds.map((kind) => ({
      queryKey: [RULE_PATH, kindOf(kind)],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        FittingRule.parse(await client.get(RULE_PATH, { ...kind }, { signal })),
      staleTime: KEPT_MS,
      retry: false,
    })),
  });
  const found = new Map(kinds.map((kind, index) => [kindOf(kind), rules[index]?.data]));
  return earnedPoints(lines, (kind) => {
    const rule = found.get(kind);
    if (rule === undefined) return undefined;
    return rule.id === 0 ? null : { ...rule, amountFen: fenFromYuan(rule.amount) };
  });
};

const list = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 20px',
  margin: 0,
  fontSize: 13,
  color: 'var(--fgColor-muted)',
  '& > div': { display: 'flex', gap: 6 },
  '& dd': { margin: 0, color: 'var(--fgColor-default)' },
} as const;
const Figure = ({ name, children }: { readonly name: string; readonly children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
const DASH = '—';
const signed = (points: number): string => (points > 0 ? `+${count(points)}` : count(points));

/** Points that the returns should take back and that are gone: said, and proposed as less to pay where they have a price. */
const Lacking = ({ form, left }: { readonly form: Form; readonly left: number }) => {
  const returns = form.lines<ChangeLine>('sellChangeList');
  const { lines } = returns;
  const lacking = lackingPoints(left, pointsTakenBack(lines));
  if (lacking === 0) return null;
  const fen = proposedFen(lines, lacking);
  const lower = () =>
    returns.together(() => {
      for (const line of lessFen(lines, fen)) returns.update(keyOfChange(line), line);
    });
  return (
    <div role="status">
      <dt>退货积分不足</dt>
      <dd>{count(lacking)} 分</dd>
      {fen === 0 ? null : (
        <dd>
          <Button size="small" onClick={lower}>
            少退 {money(yuanFromFen(fen))}
          </Button>
        </dd>
      )}
    </div>
  );
};

/** Usable points once the order is audited. */
const Left = ({ form, change }: { readonly form: Form; readonly change: number | undefined }) => {
  const { customerId, heldPoints = 0 } = form.values;
  const { record } = useRecord(`${customerList.path}/${customerId ?? 0}`, CustomerRow);
  if (record === null || record.walkIn) return null;
  const left = change === undefined ? undefined : record.usablePoints + heldPoints + change;
  return (
    <>
      <Figure name="审核后可用积分">{left === undefined ? DASH : `${count(left)} 分`}</Figure>
      {left === undefined ? null : <Lacking form={form} left={left} />}
    </>
  );
};

const Margin = ({ lines }: { readonly lines: readonly OrderLine[] }) => {
  const fen = marginFen(lines);
  const amountFen = lines.reduce((sum, { factSellFee }) => sum + fenFromYuan(factSellFee), 0);
  const rate =
    fen === undefined || amountFen === 0 ? '' : `（${percent(Math.round((fen / amountFen) * 10_000) / 100)}）`;
  return <Figure name="首饰毛利">{fen === undefined ? DASH : `${money(yuanFromFen(fen))}${rate}`}</Figure>;
};

type Props = {
  readonly form: Form;
  /** What the customer must not see is not shown. */
  readonly hidden: boolean;
  readonly onHide: () => void;
};
/** The margin, and the key that hides it from who looks over the counter. */
const MarginSwitch = ({ lines, hidden, onHide }: Omit<Props, 'form'> & { readonly lines: readonly OrderLine[] }) => (
  <>
    {hidden || lines.length === 0 ? null : <Margin lines={lines} />}
    <div>
      <dt>
        <Button size="small" aria-keyshortcuts="F7" onClick={onHide}>
          {hidden ? '显示毛利' : '隐藏毛利'}
          <KeyCap name="F7" />
        </Button>
      </dt>
    </div>
  </>
);

export const LiveFigures = ({ form, hidden, onHide }: Props) => {
  const lines = form.lines<OrderLine>('sellGoodsList').lines;
  const earned = useEarned(lines);
  const spent = spentPoints(form.lines<GiftLine>('sellGiftList').lines);
  const back = pointsTakenBack(form.lines<ChangeLine>('sellChangeList').lines);
  const change = earned === undefined ? undefined : earned - spent - back;
  const { customerId } = form.values;
  if (form.mode === 'view') return null;
  return (
    <dl css={list} aria-label="本单积分与毛利">
      <Figure name="本单积分">{earned === undefined ? DASH : signed(earned)}</Figure>
      {spent === 0 ? null : <Figure name="兑换赠品">{signed(-spent)}</Figure>}
      {back === 0 ? null : <Figure name="退货扣回">{signed(-back)}</Figure>}
      {customerId === undefined ? null : <Left form={form} change={change} />}
      {can('biz:cost:view') ? <MarginSwitch lines={lines} hidden={hidden} onHide={onHide} /> : null}
    </dl>
  );
};
