/** A code of the card's page that the counter scans: its bars and what is left of it, renewed by itself while somebody looks. */
import type { ShopperCard } from 'services/shopper/contract';
import { useEffect, useState } from 'preact/hooks';
import { shopperApi, type Answer } from '../../client/api.ts';
import type { PauseRule } from '../../client/pauses.ts';
import { signInAgain } from '../../client/sign-in.ts';
import { useCountdown } from '../../client/use-countdown.ts';
import { usePolling } from '../../client/use-polling.ts';
import { Bars } from '../../parts/bars.tsx';
import { Button } from '../../parts/button.tsx';
import { groupedCode } from '../../parts/formats.ts';
import { leftOf, minutesText } from './poll.ts';

/** `endsAt`: of `performance.now()`. */
export type TimedCode = { readonly code: string; readonly endsAt: number };
/** Whoever is bound to nobody has the one code, all others the other; `at`: the house's clock. */
export const codeOf = ({ bindCode, cardCode, until }: ShopperCard, at: number): TimedCode => ({
  code: bindCode ?? cardCode ?? '',
  endsAt: performance.now() + leftOf(until, at),
});
export const msLeftOf = ({ endsAt }: TimedCode): number => endsAt - performance.now();
export const askForCard = (): Promise<Answer<ShopperCard>> => shopperApi.get('/wx/user-info', { quiet: true });

type Props = {
  readonly label: string;
  /** Above the bars. */
  readonly hint?: string;
  readonly first: TimedCode;
  readonly pauseBefore: PauseRule;
  /** Whether the card as it is now ends this one; whoever is to know is told. */
  readonly isOver: (card: ShopperCard, next: TimedCode, shown: TimedCode) => boolean;
};
export const CardCode = ({ label, hint, first, pauseBefore, isOver }: Props) => {
  const [shown, setShown] = useState(first);
  const [left, count] = useCountdown();
  useEffect(() => count(msLeftOf(shown) / 1000), [shown, count]);
  const ask = async (): Promise<'go-on' | 'over'> => {
    const answer = await askForCard();
    if (!answer.ok) {
      if (answer.refusal.kind !== 'signed-out') return 'go-on';
      signInAgain();
      return 'over';
    }
    const next = codeOf(answer.data, answer.at);
    if (isOver(answer.data, next, shown)) return 'over';
    setShown(next);
    return 'go-on';
  };
  const { asleep, wake } = usePolling(ask, pauseBefore);
  // Whoever had fallen asleep sees a code that is over: he is told, and asks for another.
  if (asleep)
    return (
      <>
        <p className="soft">{label}已过期</p>
        <Button
          onPress={async () => {
            if ((await ask()) === 'go-on') wake();
          }}
        >
          显示新的{label}
        </Button>
      </>
    );
  return (
    <>
      {hint === undefined ? null : <p className="soft">{hint}</p>}
      <Bars text={shown.code} label={label} shown={groupedCode(shown.code)} />
      <p className="soft" role="timer">
        {left > 0 ? `${minutesText(left)} 后自动更换` : '正在更换…'}
      </p>
    </>
  );
};
