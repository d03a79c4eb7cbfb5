/**
 * What a saved line does not say of itself is asked once when its order is opened for editing: of a gift its points, price and what is
 * free of it, of a return what others brought back of the same line.
 */
import { CustomerBuyRow, customerBuy } from 'projections/sales/contract';
import { client } from 'root-config/api';
import type { FormHandle, LineModel } from 'root-config/ui';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { withBought, type ChangeLine } from '../../order/change-line.ts';
import { GiftMatch, withFound, type GiftLine } from '../../order/gift-line.ts';
import { keyOfChange } from './change-lines.tsx';
import type { OrderValues } from './order-values.ts';

const Bought = z.object({ list: z.array(CustomerBuyRow) });
const NOTHING = (): undefined => undefined;
/** Nobody changed anything by that. */
const tell = <L extends object>(model: LineModel<L>, key: string, told: (line: L) => L): void => {
  if (model.dirty) model.update(key, told);
  else model.replace(model.lines.map((line) => (model.keyOf(line) === key ? told(line) : line)));
};

type Props = { readonly form: FormHandle<OrderValues>; readonly sellId: number };
export const LookAgain = ({ form, sellId }: Props) => {
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const { shopId, sellAt } = form.values;
    if (shopId === undefined || sellAt === undefined) return;
    const first = (key: string): boolean => !asked.current.has(key) && asked.current.add(key).size > 0;
    const gifts = form.lines<GiftLine>('sellGiftList');
    for (const { id, barcode } of gifts.lines) {
      if (id === undefined || !first(`gift ${barcode}`)) continue;
      client
        .get('/biz-gift-in/barcode', { shopId, barcode })
        .then((data) => tell(gifts, barcode, (line) => withFound(line, GiftMatch.parse(data))), NOTHING);
    }
    const returns = form.lines<ChangeLine>('sellChangeList');
    for (const line of returns.lines) {
      const { id, barcode, rawSellId, rawOrderNo: orderNo } = line;
      if (id === undefined || line.sellNum < 2 || !first(`return ${rawSellId} ${barcode}`)) continue;
      client.get(customerBuy.path, { shopId, sellAt, orderNo, barcode, sellId }).then((data) => {
        const row = Bought.parse(data).list.find((one) => one.rawSellId === rawSellId && one.barcode === barcode);
        if (row !== undefined) tell(returns, keyOfChange(line), (now) => withBought(now, row));
      }, NOTHING);
    }
  });
  return null;
};
