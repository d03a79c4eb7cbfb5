/** The code that the counter scans: renewed by itself, and the page turns by itself once it was scanned (R160). */
import type { ShopperCard } from 'services/shopper/contract';
import { useEffect, useState } from 'preact/hooks';
import { shopperApi } from '../../client/api.ts';
import { signInAgain } from '../../client/sign-in.ts';
import { useCountdown } from '../../client/use-countdown.ts';
import { usePolling } from '../../client/use-polling.ts';
import { Bars } from '../../parts/bars.tsx';
import { Button } from '../../parts/button.tsx';
import { groupedCode } from '../../parts/formats.ts';
import { leftOf, minutesText, pauseBefore } from './poll.ts';

type Props = { readonly card: ShopperCard; readonly at: number; readonly onBound: (customerId: number) => void };
type Told = { readonly code: string; readonly leftMs: number };
const toldBy = ({ bindCode = '', until }: ShopperCard, at: number): Told => ({
  code: bindCode,
  leftMs: leftOf(until, at),
});

export const CounterCode = ({ card, at, onBound }: Props) => {
  const [told, setTold] = useState(() => toldBy(card, at));
  const [left, count] = useCountdown();
  useEffect(() => count(told.leftMs / 1000), [told, count]);
  const ask = async (): Promise<'go-on' | 'over'> => {
    const answer = await shopperApi.get<ShopperCard>('/wx/user-info', { quiet: true });
    if (!answer.ok) {
      if (answer.refusal.kind !== 'signed-out') return 'go-on';
      signInAgain();
      return 'over';
    }
    const { data } = answer;
    if (data.customerId !== 0) {
      onBound(data.customerId);
      return 'over';
    }
    setTold(toldBy(data, answer.at));
    return 'go-on';
  };
  const { asleep, wake } = usePolling(ask, pauseBefore);
  // Whoever had fallen asleep sees a code that is over: he is told, and asks for another.
  if (asleep)
    return (
      <section className="card centre">
        <h2>在门店绑定</h2>
        <p className="soft">绑定码已过期</p>
        <Button
          onPress={async () => {
            if ((await ask()) === 'go-on') wake();
          }}
        >
          显示新的绑定码
        </Button>
      </section>
    );
  return (
    <section className="card centre">
      <h2>在门店绑定</h2>
      <p className="soft">收不到短信？请店员扫描此码，绑定后本页自动更新。</p>
      <Bars text={told.code} label="绑定码" shown={groupedCode(told.code)} />
      <p className="soft" role="timer">
        {left > 0 ? `${minutesText(left)} 后自动更换` : '正在更换…'}
      </p>
    </section>
  );
};
