/** What an order adds up to and what is to be paid, in the largest type of the house (S1§2.1, §4, R17). */
import { count, money, weight } from 'root-config/ui';
import { CASH } from 'services/shift/contract';
import { yuanFromFen } from 'services/contracts/units';
import { changeDueFen, type Balance } from '../../order/payment.ts';
import { MoneyInput } from './money-input.tsx';
import { FACT_FEE, ownFact, useFigures, type Figures, type OrderForm } from './order-figures.ts';

const yuan = (fen: number): string => money(yuanFromFen(fen));

const strip = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: '2px 24px',
  margin: 0,
  '& dl': { display: 'contents' },
  '& dl > div': { display: 'flex', alignItems: 'baseline', gap: 8 },
  '& dt': { color: 'var(--fgColor-muted)' },
  '& dd': { margin: 0, fontSize: 16, fontWeight: 600 },
  '& .due dd': { fontSize: 28, lineHeight: '36px' },
  '& strong': { fontSize: 20 },
  '@media (max-width: 640px)': { gap: '0 16px', '& .due dd': { fontSize: 24, lineHeight: '30px' } },
} as const;

const BALANCE: Record<Balance['kind'], { readonly text: string; readonly color: string }> = {
  even: { text: '已付清', color: 'var(--fgColor-success)' },
  short: { text: '还差', color: 'var(--fgColor-danger)' },
  round: { text: '抹零', color: 'var(--fgColor-attention)' },
  over: { text: '多收', color: 'var(--fgColor-danger)' },
};
/** Where the shop pays the customer. */
const PAID_OUT: Record<Balance['kind'], string> = { even: '已退清', short: '待退', round: '抹零', over: '多退' };

type TotalsProps = { readonly totals: Figures['totals'] };
/** What makes the sum: signs as they count in it, and only what the order has. */
const Parts = ({ totals }: TotalsProps) => {
  const parts = [
    ['赠品', totals.giftFeeFen],
    ['维修清洗', totals.cleanFeeFen],
    ['退换', -totals.changeFeeFen],
    ['旧料抵扣', -totals.oldFeeFen],
  ] as const;
  return (
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
      {parts.map(([name, fen]) =>
        fen === 0 ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{yuan(fen)}</dd>
          </div>
        ),
      )}
    </dl>
  );
};

const Fact = ({ form, fact }: { readonly form: OrderForm; readonly fact: number }) => (
  <div className="due" data-field={ownFact(form) ? 'factFee' : undefined}>
    <dt>实付</dt>
    {ownFact(form) ? (
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
    ) : (
      <dd>{yuan(fact)}</dd>
    )}
  </div>
);

/** 已付清, or how much is missing; nothing where nothing is asked yet. */
const Standing = ({ form, figures: { totals, balance } }: { readonly form: OrderForm; readonly figures: Figures }) => {
  const nothingAsked = form.mode === 'view' || (totals.count === 0 && totals.payableFen === 0);
  if (balance.kind === 'even' && nothingAsked) return null;
  const face = { ...BALANCE[balance.kind], ...(totals.payableFen < 0 && { text: PAID_OUT[balance.kind] }) };
  return (
    <div data-balance={balance.kind} style={{ color: face.color }}>
      <strong>
        {face.text}
        {balance.kind === 'even' ? '' : ` ${yuan(balance.fen)}`}
      </strong>
    </div>
  );
};

/** What goes back over the counter of the notes that were handed over. */
const ChangeDue = ({ form, figures: { payments } }: { readonly form: OrderForm; readonly figures: Figures }) => {
  const fen = changeDueFen(form.values.cashGiven, payments[CASH]);
  if (fen === null) return null;
  return (
    <div>
      <strong style={{ color: fen < 0 ? BALANCE.short.color : undefined }}>
        {fen < 0 ? '现金还差' : '找零'} {yuan(Math.abs(fen))}
      </strong>
    </div>
  );
};

export const OrderTotals = ({ form }: { readonly form: OrderForm }) => {
  const figures = useFigures(form);
  const { totals, fact, due } = figures;
  return (
    <div css={strip} aria-live="polite">
      <Parts totals={totals} />
      <dl>
        <div className="due">
          <dt>{due < 0 ? '应退客户' : '应付'}</dt>
          <dd>{yuan(Math.abs(due))}</dd>
        </div>
        <Fact form={form} fact={fact} />
      </dl>
      <Standing form={form} figures={figures} />
      <ChangeDue form={form} figures={figures} />
    </div>
  );
};
