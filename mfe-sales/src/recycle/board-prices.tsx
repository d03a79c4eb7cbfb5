/** Old material is bought at the board's price (R76): it fills the price of a line whose fineness is chosen, over nothing that was typed. */
import { PriceAnswer, PRICE_LOOKUP_PATH } from 'projections/quoted-prices/contract';
import { client } from 'root-config/api';
import type { FormHandle } from 'root-config/ui';
import { useEffect, useRef } from 'react';
import type { WorkFeeRule } from 'services/old-material/contract';
import { wantsPrice, withBoardPrice, type BoardFill, type RecycleLine } from './line.ts';

type Props<V extends object> = {
  readonly form: FormHandle<V>;
  readonly name: Parameters<FormHandle<V>['lines']>[0];
  /** yyyy-MM-dd of the document. */
  readonly day: string | undefined;
  readonly rule: WorkFeeRule;
};
const buyingPrice = async (name: string, day: string | undefined): Promise<number | undefined> => {
  const sellAt = day === undefined || day === '' ? {} : { sellAt: day };
  return PriceAnswer.parse(await client.get(PRICE_LOOKUP_PATH, { name, ...sellAt })).cost;
};
export const BoardPrices = <V extends object>({ form, name, day, rule }: Props<V>) => {
  const filled = useRef(new Map<string, BoardFill>());
  useEffect(() => {
    if (form.mode === 'view') return;
    const model = form.lines<RecycleLine>(name);
    for (const line of model.lines) {
      const { key, fineness } = line;
      if (!wantsPrice(line, filled.current.get(key))) continue;
      const before = filled.current.get(key);
      filled.current.set(key, { fineness, cost: undefined });
      const fill = (cost: number | undefined): void => {
        if (cost === undefined || cost <= 0) return;
        filled.current.set(key, { fineness, cost });
        model.update(key, (now) => withBoardPrice(now, { fineness, cost, before }, rule));
      };
      // Without an answer the price is typed, or the save says that it is missing.
      buyingPrice(fineness, day).then(fill, () => undefined);
    }
  });
  return null;
};
