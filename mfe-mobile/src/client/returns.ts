/** A page that the browser kept as it was and shows again (back cache, a phone that slept) asks for its data anew. */
type Listener = () => void;
/** Shorter absences change nothing that a shopper would miss. */
const AWAY_MS = 60_000;

/** Calls `again` whenever the page was away and is seen again. */
export const onReturn = (again: Listener): (() => void) => {
  let hiddenAt = 0;
  const shown = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) again();
  };
  const seen = (): void => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now();
    else if (hiddenAt > 0 && Date.now() - hiddenAt > AWAY_MS) again();
  };
  addEventListener('pageshow', shown);
  document.addEventListener('visibilitychange', seen);
  return () => {
    removeEventListener('pageshow', shown);
    document.removeEventListener('visibilitychange', seen);
  };
};
