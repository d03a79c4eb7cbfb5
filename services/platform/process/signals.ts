/**
 * Signals of a terminal or a supervisor. A terminal sends its signal to every process of the group, and `npm` (with a starter that
 * stays) passes its own on: one Ctrl-C comes several times. What comes that close together is one press.
 */
export const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const ONE_PRESS_MS = 150;
const IMPATIENT_MS = 2_000;
const IMPATIENT_PRESSES = 3;

/** Told of each signal with the time in milliseconds, answers what it means: begin to end, end at once, or nothing new. */
export const pressCounter = (): ((at: number) => 'end' | 'hurry' | null) => {
  let last = Number.NEGATIVE_INFINITY;
  let presses: readonly number[] = [];
  let ending = false;
  return (at) => {
    const echo = at - last < ONE_PRESS_MS;
    last = at;
    if (echo) return null;
    presses = [...presses, at].filter((one) => at - one <= IMPATIENT_MS);
    if (presses.length >= IMPATIENT_PRESSES) return 'hurry';
    if (ending) return null;
    ending = true;
    return 'end';
  };
};

/** From now on no signal ends the process by itself. */
export const onSignals = (
  { end, hurry }: { readonly end: () => void; readonly hurry: () => void },
  now: () => number = () => performance.now(),
): void => {
  const press = pressCounter();
  for (const signal of ENDING)
    process.on(signal, () => {
      const meant = press(now());
      if (meant === 'end') end();
      if (meant === 'hurry') hurry();
    });
};
