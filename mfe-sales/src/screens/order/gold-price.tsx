/** The board at the till: how old its price is, and what becomes of lines when it changed since they were scanned. */
import { ApiError } from 'root-config/api';
import { confirm, day, money, moment, shopToday, type FormHandle } from 'root-config/ui';
import { useEffect } from 'react';
import { PriceChange } from 'services/sale/contract';
import { z } from 'zod';
import { atNewPrice, type OrderLine } from '../../order/line.ts';
import type { OrderValues } from './order-values.ts';

const LINES = 'sellGoodsList';
const DAY_MS = 86_400_000;
const linesIn = (form: FormHandle<OrderValues>) => form.lines<OrderLine>(LINES);

const daysSince = (at: string, today: string): number =>
  Math.round((Date.parse(today) - Date.parse(day(moment(at)))) / DAY_MS);
/** Since when the prices are valid that the scanned lines took; those of another day stand out. */
export const PriceAge = ({ form }: { readonly form: FormHandle<OrderValues> }) => {
  const [oldest] = linesIn(form)
    .lines.flatMap(({ quotedAt, todayGoldCost }) => (quotedAt === null || todayGoldCost === 0 ? [] : [quotedAt]))
    .toSorted();
  if (oldest === undefined) return null;
  const days = daysSince(oldest, shopToday());
  const since = days === 0 ? `今天 ${moment(oldest).slice(11)}` : moment(oldest);
  return (
    <p
      className="ui-hint"
      role="status"
      css={{ margin: '8px 0 0', ...(days > 0 && { color: 'var(--fgColor-attention)' }) }}
    >
      挂牌金价：{since} 起{days > 0 ? `，已${days}天未更新，请核对` : ''}
    </p>
  );
};

type KeepProps = {
  readonly form: FormHandle<OrderValues>;
  readonly onForm: (form: FormHandle<OrderValues>) => void;
};
/** Hands out the living form, for what happens after its button was pressed. */
export const KeepForm = ({ form, onForm }: KeepProps) => {
  useEffect(() => onForm(form));
  return null;
};

const Changes = z.array(PriceChange).min(1);
const changesIn = (error: unknown): readonly PriceChange[] | null =>
  error instanceof ApiError && error.status === 409 ? (Changes.safeParse(error.data).data ?? null) : null;

const priceWords = (yuan: number): string => (yuan === 0 ? '未报价' : money(yuan));
const listed = (changes: readonly PriceChange[], names: ReadonlyMap<string, string>): string =>
  changes
    .map((one) => `${names.get(one.barcode) ?? ''} ${one.barcode}：${priceWords(one.old)} → ${priceWords(one.new)}`)
    .join('\n');

/**
 * Says what changed and, with the seller's consent, brings the lines to the new prices; the order is saved by another
 * press, since what the customer pays has changed.
 * @throws ApiError what the form says then; nothing where the refusal is about something else.
 */
export const askNewPrices = async (error: unknown, form: FormHandle<OrderValues> | null): Promise<void> => {
  const changes = changesIn(error);
  if (changes === null || form === null) return;
  const model = linesIn(form);
  const names = new Map(model.lines.map(({ barcode, name }) => [barcode, name]));
  const agreed = await confirm({
    title: '挂牌金价已变动',
    text: `${listed(changes, names)}\n是否按新金价重新计算？已议定的金价保持不变。`,
    ok: '按新金价重算',
    cancel: '先不改',
  });
  if (!agreed) throw error;
  model.together(() => {
    for (const { barcode, new: price } of changes) model.update(barcode, (line) => atNewPrice(line, price));
  });
  throw new ApiError({ status: 409, msg: '已按新金价重新计算，请核对应付金额后再保存' });
};
