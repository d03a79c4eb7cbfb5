/** Payment by method, at the foot of an order (S1§2.1, §4, R17), and what the cashier counts while the customer pays. */
import { useDictionary } from 'root-config/api';
import { Button, KeyCap, money } from 'root-config/ui';
import { CASH } from 'services/shift/contract';
import { yuanFromFen } from 'services/contracts/units';
import { fillRest, paidFen, paymentPath, sentPath, type Payments } from '../../order/payment.ts';
import { AccountLeft } from './account-left.tsx';
import { LiveFigures } from './live-figures.tsx';
import { MoneyInput } from './money-input.tsx';
import { FACT_FEE, ownFact, useFigures, type Figures, type OrderForm as Form } from './order-figures.ts';
import type { OrderValues } from './order-values.ts';

const yuan = (fen: number): string => money(yuanFromFen(fen));

const panel = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(206px, 1fr))',
  gap: '8px 12px',
  '& label, & .name': { flex: '0 0 54px', fontSize: 13 },
  '@media (max-width: 640px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
} as const;
const row = { display: 'flex', alignItems: 'center', gap: 6, minWidth: 0 } as const;

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

/** Goes to the payments: the key of the till. */
export const goToPayments = (): void =>
  document.querySelector<HTMLInputElement>('[role="dialog"] [data-field="sellBalanceList"] input')?.focus();

const bar = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 20px', minHeight: 32 } as const;
/** Notes are counted beside what is to be paid in cash; only the change follows from it. */
const CashGiven = ({ form }: { readonly form: Form }) => {
  if ((form.values.sellBalanceList?.[CASH] ?? 0) <= 0) return null;
  return (
    <div css={{ ...row, '& > :last-child': { width: 140 } }} data-field="cashGiven">
      <label htmlFor="cash-given">收到现金</label>
      <MoneyInput
        form={form}
        path="cashGiven"
        problem={form.problemOf('cashGiven')}
        id="cash-given"
        label="收到现金"
        value={form.values.cashGiven}
        onChange={(value) => form.set({ cashGiven: value ?? undefined } as Partial<OrderValues>)}
      />
      <Problem id="cash-given-note" text={form.problemOf('cashGiven')} />
    </div>
  );
};
const PaymentBar = ({ form, hidden, onHide }: PanelProps) => (
  <div css={bar}>
    <Button size="small" aria-keyshortcuts="F4" onClick={goToPayments}>
      付款
      <KeyCap name="F4" />
    </Button>
    <CashGiven form={form} />
    <LiveFigures form={form} hidden={hidden} onHide={onHide} />
  </div>
);

type PanelProps = {
  readonly form: Form;
  /** Whether the customer looks on: no margin then. */
  readonly hidden: boolean;
  readonly onHide: () => void;
};
export const PaymentPanel = ({ form, hidden, onHide }: PanelProps) => {
  const all = useFigures(form);
  const paid = paidFen(all.payments);
  return (
    <div css={{ display: 'grid', gap: 8 }}>
      {form.mode === 'view' ? null : <PaymentBar form={form} hidden={hidden} onHide={onHide} />}
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
