/** Seconds that are left, counted by the time that passes, not by the phone's clock. */
import { useCallback, useEffect, useState } from 'preact/hooks';

/** `start(60)` begins anew. */
export const useCountdown = (): readonly [number, (seconds: number) => void] => {
  const [endsAt, setEndsAt] = useState(0);
  const [left, setLeft] = useState(0);
  const start = useCallback((seconds: number) => {
    setEndsAt(performance.now() + seconds * 1000);
    setLeft(Math.ceil(seconds));
  }, []);
  useEffect(() => {
    if (endsAt === 0) return undefined;
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [endsAt]);
  return [left, start];
};
