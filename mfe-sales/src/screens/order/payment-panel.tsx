/** Totals and payment by method, at the foot of an order (S1§2.1, §4, R17). */
import { useDictionary } from 'root-config/api';
import { Button, count, money, weight, type FormHandle } from 'root-config/ui';
import { yuanFromFen } from 'services/contracts/units';
import type { ChangeLine } from '../../order/change-line.ts';
import type { CleanLine } from '../../order/clean-line.ts';
import type { GiftLine } from '../../order/gift-line.ts';
import type { OrderLine } from '../../order/line.ts';
import type { RecycleLine } from '../../recycle/line.ts';
import {
  balanceOf,
  factFeeFen,
  fillRest,
  paidFen,
  paymentPath,
  sentPath,
  totalsOf,
  type Balance,
  type Payments,
} from '../../order/payment.ts';
import { LiveFigures } from './live-figures.tsx';
import { AccountLeft } from './account-left.tsx';
import { MoneyInput } from './money-input.tsx';
import { savedFactFen, type OrderValues } from './order-values.ts';
import { useRoundLimitFen } from './rounding.ts';

type Form = FormHandle<OrderValues>;
const FACT_FEE = 'order-fact-fee';
const yuan = (fen: number): string => money(yuanFromFen(fen));

const panel = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(232px, 1fr))',
  gap: '8px 16px',
  '& label, & .name': { flex: '0 0 64px', fontSize: 13 },
} as const;
const row = { display: 'flex', alignItems: 'center', gap: 6, minWidth: 0 } as const;
const figures = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: '4px 28px',
  margin: 0,
  padding: '10px 12px',
  borderRadius: 6,
  background: 'var(--bgColor-muted)',
  // Its pairs stand in one row with the state of the payment, which is no pair.
  '& dl': { display: 'contents' },
  '& dl > div': { display: 'flex', alignItems: 'baseline', gap: 8 },
  '& dt': { color: 'var(--fgColor-muted)' },
  '& dd': { margin: 0, fontSize: 16, fontWeight: 600 },
  '& .due dd': { fontSize: 22 },
} as const;

const BALANCE: Record<Balance['kind'], { readonly text: string; readonly color: string }> = {
  even: { text: '已付清', color: 'var(--fgColor-success)' },
  short: { text: '还差', color: 'var(--fgColor-danger)' },
  round: { text: '抹零', color: 'var(--fgColor-attention)' },
  over: { text: '多收', color: 'var(--fgColor-danger)' },
};

/** Where the shop pays the customer. */
const PAID_OUT: Record<Balance['kind'], string> = { even: '已退清', short: '待退', round: '抹零', over: '多退' };

/** Whether the sum received is typed by itself; a new order has it from its payments. */
const ownFact = (form: Form): boolean => form.mode !== 'view' && savedFactFen(form.values) !== null;

/** Figures of an order out of what stands in the form now. */
const useFigures = (form: Form) => {
  const limitFen = useRoundLimitFen();
  const { values } = form;
  const payments = values.sellBalanceList ?? {};
  const totals = totalsOf({
    ...values,
    sellGoodsList: form.lines<OrderLine>('sellGoodsList').lines,
    sellChangeList: form.lines<ChangeLine>('sellChangeList').lines,
    sellRecycleList: form.lines<RecycleLine>('sellRecycleList').lines,
    sellGiftList: form.lines<GiftLine>('sellGiftList').lines,
    sellCleanList: form.lines<CleanLine>('sellCleanList').lines,
  });
  const saved = savedFactFen(values);
  const fact = factFeeFen({ saved, payableFen: totals.payableFen, payments });
  const due = totals.payableFen;
  const balance = balanceOf(due, payments, limitFen);
  return { payments, totals, saved, fact, due, balance };
};
type Figures = ReturnType<typeof useFigures>;

const Totals = ({ form, figures: { totals, fact, balance } }: { form: Form; figures: Figures }) => {
  const face = { ...BALANCE[balance.kind], ...(totals.payableFen < 0 && { text: PAID_OUT[balance.kind] }) };
  return (
    <div css={figures} aria-live="polite">
      <dl>
        <div>
          <dt>件数</dt>
          <dd>{count(totals.count)}</dd>
        </div>
        <div>
          <dt>销售金重</dt>
          <dd>{weight(totals.weightMg / 1000)}</dd>
        </div>
        <div>
          <dt>首饰金额</dt>
          <dd>{yuan(totals.amountFen)}</dd>
        </div>
        {totals.changeFeeFen === 0 ? null : (
          <div>
            <dt>退换金额</dt>
            <dd>{yuan(totals.changeFeeFen)}</dd>
          </div>
        )}
        {totals.oldFeeFen === 0 ? null : (
          <div>
            <dt>旧料抵扣</dt>
            <dd>{yuan(totals.oldFeeFen)}</dd>
          </div>
        )}
        <div className="due">
          <dt>{totals.payableFen < 0 ? '应退客户' : '应付'}</dt>
          <dd>{yuan(Math.abs(totals.payableFen))}</dd>
        </div>
        <div className="due" data-field={ownFact(form) ? 'factFee' : undefined}>
          <dt>实付</dt>
          {!ownFact(form) ? (
            <dd>{yuan(fact)}</dd>
          ) : (
            <dd css={{ width: 150 }}>
              <MoneyInput
                form={form}
                path="factFee"
                problem={form.problemOf('factFee')}
                id={FACT_FEE}
                label="实付金额"
                value={form.values.factFee}
                onChange={(value) => form.set({ factFee: value ?? 0 })}
              />
            </dd>
          )}
        </div>
      </dl>
      {balance.kind === 'even' && (form.mode === 'view' || (totals.count === 0 && totals.payableFen === 0)) ? null : (
        <div data-balance={balance.kind} style={{ color: face.color }}>
          <strong css={{ fontSize: 16 }}>
            {face.text}
            {balance.kind === 'even' ? '' : ` ${yuan(balance.fen)}`}
          </strong>
        </div>
      )}
    </div>
  );
};

/** Messages about payments and their sum go when a payment changes; factFee keeps its value. */
const pay = (form: Form, sellBalanceList: Payments): void =>
  form.set({ sellBalanceList, factFee: form.values.factFee } as Partial<OrderValues>);

const Problem = ({ id, text }: { id?: string; text: string | undefined }) =>
  text === undefined ? null : (
    <p id={id} className="ui-problem" role="alert">
      {text}
    </p>
  );

type MethodProps = { readonly form: Form; readonly name: string; readonly label: string; readonly due: number };
/** One method, what is paid with it and what is wrong with that. */
const Method = ({ form, name, label, due }: MethodProps) => {
  const payments = form.values.sellBalanceList ?? {};
  const id = `pay-${name}`;
  const path = paymentPath(name);
  const sent = sentPath(name, payments);
  const problem = form.problemOf(path) ?? (sent === undefined ? undefined : form.problemOf(sent));
  return (
    <div data-field={sent}>
      <div css={row} data-field={path}>
        <label htmlFor={id}>{label}</label>
        <MoneyInput
          form={form}
          path={path}
          problem={problem}
          id={id}
          label={label}
          value={payments[name]}
          onChange={(value) => pay(form, { ...payments, [name]: value })}
        />
        <Button
          size="small"
          inactive={due === paidFen(payments)}
          aria-label={`剩余全部用${label}支付`}
          onClick={() => {
            form.forget(path);
            pay(form, fillRest(name, payments, due));
          }}
        >
          全额
        </Button>
      </div>
      <AccountLeft customerId={form.values.customerId} method={name} />
      <Problem id={`${id}-note`} text={problem} />
    </div>
  );
};

/** Methods that take money; in a saved order also one that was removed from the dictionary since. */
const Methods = ({ form, figures: { payments, due } }: { form: Form; figures: Figures }) => {
  const { options } = useDictionary('settleMethod');
  const names = [...new Set([...options.map(({ value }) => value), ...Object.keys(payments)])];
  const labelOf = (name: string): string => options.find(({ value }) => value === name)?.label ?? name;
  if (form.mode === 'view') {
    const used = names.filter((name) => (payments[name] ?? 0) !== 0);
    return (
      <div css={panel}>
        {used.length === 0 ? <span className="ui-hint">没有收款</span> : null}
        {used.map((name) => (
          <div key={name} css={row}>
            <span className="name">{labelOf(name)}</span>
            <strong>{money(payments[name])}</strong>
          </div>
        ))}
      </div>
    );
  }
  return (
    <div css={panel} data-field="sellBalanceList">
      {names.map((name) => (
        <Method key={name} form={form} name={name} label={labelOf(name)} due={due} />
      ))}
    </div>
  );
};

export const PaymentPanel = ({ form }: { form: Form }) => {
  const all = useFigures(form);
  const paid = paidFen(all.payments);
  return (
    <div css={{ display: 'grid', gap: 10 }}>
      <Totals form={form} figures={all} />
      <LiveFigures form={form} />
      {form.mode === 'edit' && paid !== all.fact ? (
        <p className="ui-hint">
          支付合计 {yuan(paid)}，与实付 {yuan(all.fact)} 不一致。
          <button
            type="button"
            className="ui-link"
            onClick={() => {
              form.forget('factFee');
              form.set({ factFee: yuanFromFen(paid) });
              // The button goes with its reason; the focus must not fall to the page.
              document.getElementById(FACT_FEE)?.focus();
            }}
          >
            实付改为支付合计
          </button>
        </p>
      ) : null}
      <Problem id={`${FACT_FEE}-note`} text={form.problemOf('factFee')} />
      <Problem text={form.problemOf('sellBalanceList')} />
      {/* What is said of a sum that its payments make is mended in a payment: there the focus goes. */}
      <div data-field={ownFact(form) ? undefined : 'factFee'}>
        <Methods form={form} figures={all} />
      </div>
    </div>
  );
};
