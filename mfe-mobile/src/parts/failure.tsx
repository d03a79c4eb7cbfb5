/** What did not work, in one sentence, and the way to try it again. */
import { useEffect } from 'preact/hooks';
import type { Refusal } from '../client/refusal.ts';
import { useCountdown } from '../client/use-countdown.ts';
import { Button } from './button.tsx';

type Props = { readonly refusal: Refusal; readonly again: () => void; readonly word?: string };
export const Failure = ({ refusal, again, word = '重试' }: Props) => {
  const [left, start] = useCountdown();
  useEffect(() => start(refusal.waitSeconds), [refusal, start]);
  return (
    <section className="card centre" role="alert">
      <p>{refusal.message}</p>
      <Button onPress={again} disabled={left > 0}>
        {left > 0 ? `${left} 秒后可重试` : word}
      </Button>
    </section>
  );
};
