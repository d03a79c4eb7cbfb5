/** Whoever has no record yet: by number and code, or by the code that the counter scans (R160). */
import type { ShopperCard } from 'services/shopper/contract';
import { NumberForm } from '../../parts/number-form.tsx';
import { CounterCode } from './counter-code.tsx';

type Props = { readonly card: ShopperCard; readonly at: number; readonly onBound: (customerId: number) => void };
export const Unbound = ({ card, at, onBound }: Props) => (
  <>
    <NumberForm title="绑定手机号" word="绑定" onBound={onBound} />
    {card.bindCode === undefined ? null : <CounterCode card={card} at={at} onBound={onBound} />}
  </>
);
