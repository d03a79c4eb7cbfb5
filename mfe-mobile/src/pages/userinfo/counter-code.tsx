/** The code that the counter scans: the page turns by itself once it was scanned (R160). */
import type { ShopperCard } from 'services/shopper/contract';
import { useState } from 'preact/hooks';
import { CardCode, codeOf } from './card-code.tsx';
import { pauseBefore } from './poll.ts';

type Props = { readonly card: ShopperCard; readonly at: number; readonly onBound: (customerId: number) => void };
export const CounterCode = ({ card, at, onBound }: Props) => {
  const [first] = useState(() => codeOf(card, at));
  const isBound = ({ customerId }: ShopperCard): boolean => {
    if (customerId !== 0) onBound(customerId);
    return customerId !== 0;
  };
  return (
    <section className="card centre">
      <h2>在门店绑定</h2>
      <CardCode
        label="绑定码"
        hint="收不到短信？请店员扫描此码，绑定后本页自动更新。"
        first={first}
        pauseBefore={pauseBefore}
        isOver={isBound}
      />
    </section>
  );
};
