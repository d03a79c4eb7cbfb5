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
type RowProps = {
  readonly form: Form;
  readonly shares: readonly Share[];
  readonly at: number;
  readonly options: readonly Option[];
  readonly nameOf: (seller: number) => string | undefined;
};
const Problem = ({ id, text }: { readonly id: string; readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p id={id} className="ui-problem" role="alert" css={{ flexBasis: '100%', margin: 0 }}>
      {text}
    </p>
  );
const ShareRow = ({ form, shares, at, options, nameOf }: RowProps) => {
  const share = shares[at];
  if (share === undefined) return null;
  const readOnly = form.mode === 'view';
  const path = `sellers.${at}`;
  const change = (patch: Partial<Share>): void =>
    form.set({ sellers: shares.map((one, index) => (index === at ? { ...one, ...patch } : one)) });
  const { seller, sellerName = '' } = form.values;
  const first = (seller !== undefined && nameOf(seller)) || sellerName || '请先选择销售员';
  const label = `第${at + 1}位销售员`;
  const ratioPath = `${path}.ratio`;
  const problem = form.problemOf(`${path}.sellerId`) ?? form.problemOf(`${path}.seller`);
  const wrongRatio = form.problemOf(ratioPath);
  const text = form.textAt(ratioPath) ?? (share.ratio === undefined ? '' : String(share.ratio));
  return (
    <li css={row} data-field={`${path}.sellerId`}>
      <span css={{ flex: '0 1 220px', minWidth: 140 }}>
        {at === 0 ? (
          first
        ) : readOnly ? (
          share.seller
        ) : (
          <OptionSelect
            label={label}
            options={
              share.sellerId === undefined || options.some(({ value }) => value === String(share.sellerId))
                ? options
                : [...options, { value: String(share.sellerId), label: share.seller }]
            }
            value={share.sellerId === undefined ? undefined : String(share.sellerId)}
            invalid={problem !== undefined}
            onChange={(value) =>
              change({
                sellerId: value === undefined ? undefined : Number(value),
                seller: options.find((option) => option.value === value)?.label ?? '',
              })
            }
          />
        )}
      </span>
      {readOnly ? (
        <strong>{percent(share.ratio)}</strong>
      ) : (
        <span data-field={ratioPath}>
          <TextInput
            className="ui-number"
            css={{ width: 110 }}
            inputMode="decimal"
            autoComplete="off"
            trailingVisual="%"
            aria-label={`${label}比例`}
            value={text}
            {...(wrongRatio === undefined
              ? {}
              : { validationStatus: 'error' as const, 'aria-describedby': `${ratioPath}-note` })}
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              const next = parseNumber(event.target.value, RULE);
              form.type(ratioPath, event.target.value, next.ok ? undefined : `${label}比例：${next.message}`);
              if (next.ok) change({ ratio: next.value });
            }}
            onBlur={() => form.settle(ratioPath)}
          />
        </span>
      )}
      {at === 0 || readOnly ? null : (
        <Button
          size="small"
          onClick={() => form.set({ sellers: withoutShare(shares, at) })}
          aria-label={`移除${label}`}
        >
          移除
        </Button>
      )}
      <Problem id={`${path}-note`} text={problem} />
      <Problem id={`${ratioPath}-note`} text={wrongRatio} />
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
        {shares.map((_, at) => (
          // Rows have no name of their own while nobody is chosen.
          <ShareRow key={at} form={form} shares={shares} at={at} options={options} nameOf={nameOf} />
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
