/** 多位销售员: who sold it together, and how much of it counts for whom (R81). */
import {
  Button,
  OptionSelect,
  TextInput,
  parseNumber,
  percent,
  ruleOf,
  type FormHandle,
  type Option,
} from 'root-config/ui';
import { MOST_SELLERS, evenly, totalBp, withAnother, withoutShare, type Share } from '../../order/shares.ts';
import type { OrderValues } from './order-values.ts';

type Form = FormHandle<OrderValues>;
const RULE = ruleOf('percent', { min: 0, max: 100 });
const WHOLE_BP = 10_000;

export const SeveralSellers = ({ form }: { readonly form: Form }) =>
  (form.values.sellers ?? []).length > 1 ? null : (
    <button type="button" className="ui-link" onClick={() => form.set({ sellers: withAnother([]) })}>
      多位销售员
    </button>
  );

const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 } as const;
type NameOf = (seller: number) => string | undefined;
type RowProps = {
  readonly form: Form;
  readonly share: Share;
  readonly at: number;
  readonly options: readonly Option[];
  readonly nameOf: NameOf;
};
const labelAt = (at: number): string => `第${at + 1}位销售员`;
const changeAt = (form: Form, at: number, patch: Partial<Share>): void =>
  form.set({ sellers: (form.values.sellers ?? []).map((one, index) => (index === at ? { ...one, ...patch } : one)) });
const Problem = ({ id, text }: { readonly id: string; readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p id={id} className="ui-problem" role="alert" css={{ flexBasis: '100%', margin: 0 }}>
      {text}
    </p>
  );

/** The first is whoever the order names. */
const firstName = ({ values: { seller, sellerName = '' } }: Form, nameOf: NameOf): string =>
  (seller !== undefined && nameOf(seller)) || sellerName || '请先选择销售员';
/** Somebody who left since stays to be chosen where he stands. */
const choicesOf = ({ sellerId, seller }: Share, options: readonly Option[]): readonly Option[] =>
  sellerId === undefined || options.some(({ value }) => value === String(sellerId))
    ? options
    : [...options, { value: String(sellerId), label: seller }];
const ShareSeller = ({ form, share, at, options }: Omit<RowProps, 'nameOf'>) => (
  <OptionSelect
    label={labelAt(at)}
    options={choicesOf(share, options)}
    value={share.sellerId === undefined ? undefined : String(share.sellerId)}
    invalid={form.problemOf(`sellers.${at}.sellerId`) !== undefined}
    onChange={(value) =>
      changeAt(form, at, {
        sellerId: value === undefined ? undefined : Number(value),
        seller: options.find((option) => option.value === value)?.label ?? '',
      })
    }
  />
);
const ShareRatio = ({ form, share, at }: Pick<RowProps, 'form' | 'share' | 'at'>) => {
  const path = `sellers.${at}.ratio`;
  const label = `${labelAt(at)}比例`;
  const wrong = form.problemOf(path);
  return (
    <span data-field={path}>
      <TextInput
        className="ui-number"
        css={{ width: 110 }}
        inputMode="decimal"
        autoComplete="off"
        trailingVisual="%"
        aria-label={label}
        value={form.textAt(path) ?? String(share.ratio ?? '')}
        {...(wrong !== undefined && { validationStatus: 'error' as const, 'aria-describedby': `${path}-note` })}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          const next = parseNumber(event.target.value, RULE);
          form.type(path, event.target.value, next.ok ? undefined : `${label}：${next.message}`);
          if (next.ok) changeAt(form, at, { ratio: next.value });
        }}
        onBlur={() => form.settle(path)}
      />
    </span>
  );
};
const ShareRow = ({ nameOf, ...of }: RowProps) => {
  const { form, share, at } = of;
  const path = `sellers.${at}`;
  const readOnly = form.mode === 'view';
  const remove = (): void => form.set({ sellers: withoutShare(form.values.sellers ?? [], at) });
  return (
    <li css={row} data-field={`${path}.sellerId`}>
      <span css={{ flex: '0 1 220px', minWidth: 120 }}>
        {at === 0 ? firstName(form, nameOf) : readOnly ? share.seller : <ShareSeller {...of} />}
      </span>
      {readOnly ? <strong>{percent(share.ratio)}</strong> : <ShareRatio {...of} />}
      {at === 0 || readOnly ? null : (
        <Button size="small" onClick={remove} aria-label={`移除${labelAt(at)}`}>
          移除
        </Button>
      )}
      <Problem id={`${path}-note`} text={form.problemOf(`${path}.sellerId`) ?? form.problemOf(`${path}.seller`)} />
      <Problem id={`${path}.ratio-note`} text={form.problemOf(`${path}.ratio`)} />
    </li>
  );
};

type PanelProps = Pick<RowProps, 'form' | 'options' | 'nameOf'>;
export const SharesPanel = ({ form, options, nameOf }: PanelProps) => {
  const shares = form.values.sellers ?? [];
  if (shares.length < 2) return null;
  const total = totalBp(shares);
  const readOnly = form.mode === 'view';
  return (
    <section css={{ display: 'grid', gap: 8, marginBottom: 12 }} aria-label="多位销售员" data-field="sellers">
      <span className="ui-label">多位销售员</span>
      <ol css={{ display: 'grid', gap: 6, margin: 0, padding: 0, listStyle: 'none' }}>
        {shares.map((share, at) => (
          // Rows have no name of their own while nobody is chosen.
          <ShareRow key={at} form={form} share={share} at={at} options={options} nameOf={nameOf} />
        ))}
      </ol>
      <div css={row}>
        <span style={{ color: total === WHOLE_BP ? undefined : 'var(--fgColor-danger)' }} aria-live="polite">
          合计 {percent(total / 100)}
          {total === WHOLE_BP ? '' : '，应为100%'}
        </span>
        {readOnly ? null : (
          <>
            <Button
              size="small"
              disabled={shares.length >= MOST_SELLERS}
              onClick={() => form.set({ sellers: withAnother(shares) })}
            >
              增加销售员
            </Button>
            <Button size="small" onClick={() => form.set({ sellers: evenly(shares) })}>
              平分
            </Button>
            <Button size="small" onClick={() => form.set({ sellers: [] })}>
              取消分单
            </Button>
          </>
        )}
      </div>
      <Problem id="sellers-note" text={form.problemOf('sellers')} />
    </section>
  );
};
