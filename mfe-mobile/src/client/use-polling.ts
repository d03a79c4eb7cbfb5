/** A page that turns by itself once the counter did its part: it asks, less often the longer nothing happens, while somebody looks. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { PauseRule } from './pauses.ts';

type Ask = () => Promise<'go-on' | 'over'>;
/** Whoever looks again is asked for at once; one question is on its way at a time. Answers how to stop. */
const startPolling = (ask: Ask, pauseBefore: PauseRule, onAsleep: () => void): (() => void) => {
  let over = false;
  let asking = false;
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = (): void => {
    clearTimeout(timer);
    const pause = pauseBefore(count);
    if (over) return;
    if (pause === null) return onAsleep();
    count += 1;
    timer = setTimeout(() => void step(), pause);
  };
  const step = async (): Promise<void> => {
    if (over || asking) return;
    if (document.visibilityState === 'hidden') return next();
    asking = true;
    const outcome = await ask();
    asking = false;
    if (outcome === 'go-on') next();
  };
  const seen = (): void => {
    if (document.visibilityState === 'visible') void step();
  };
  next();
  document.addEventListener('visibilitychange', seen);
  return () => {
    over = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
};

type Polling = {
  /** Nobody came for so long that it asks no more. */
  readonly asleep: boolean;
  readonly wake: () => void;
};
/** Asks until it is over. */
export const usePolling = (ask: Ask, pauseBefore: PauseRule): Polling => {
  const [asleep, setAsleep] = useState(false);
  const [round, setRound] = useState(0);
  const wake = useCallback(() => {
    setAsleep(false);
    setRound((before) => before + 1);
  }, []);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(
    () =>
      startPolling(
        () => latest.current(),
        pauseBefore,
        () => setAsleep(true),
      ),
    [round, pauseBefore],
  );
  return { asleep, wake };
};
