/** What a page shows of the house: asked when it opens, again when it comes back, or on demand. */
import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { shopperApi } from './api.ts';
import type { Refusal, RefusalKind } from './refusal.ts';
import { onReturn } from './returns.ts';

/** What a little later may be over: until then what is on the screen stays there. */
const PASSING: ReadonlySet<RefusalKind> = new Set(['away', 'too-many', 'failed']);
type AnswerState<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'shown'; readonly data: T; readonly at: number; readonly refusal: Refusal | null }
  | { readonly state: 'failed'; readonly refusal: Refusal };
/** `again` asks anew; data stays on the screen meanwhile, and after a failure (`refusal` says which). */
export type Answer<T> = AnswerState<T> & { readonly again: () => void };

export const useAnswer = <T>(path: string): Answer<T> => {
  const [shown, setShown] = useState<AnswerState<T>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => onReturn(again), [again]);
  // Before anything is painted: the question waits for no frame.
  useLayoutEffect(() => {
    let over = false;
    void shopperApi.get<T>(path).then((answer) => {
      if (over) return;
      setShown((before): AnswerState<T> => {
        if (answer.ok) return { state: 'shown', data: answer.data, at: answer.at, refusal: null };
        const { refusal } = answer;
        // On the way to sign-in nothing is shown that would be gone at once.
        if (refusal.kind === 'signed-out') return { state: 'loading' };
        return before.state === 'shown' && PASSING.has(refusal.kind)
          ? { ...before, refusal }
          : { state: 'failed', refusal };
      });
    });
    return () => {
      over = true;
    };
  }, [path, round]);
  return { ...shown, again };
};
