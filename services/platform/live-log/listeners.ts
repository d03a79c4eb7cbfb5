/** Who listens to the log: how many may, and under which name each is found again (R123). */

export const PER_USER = 3;
export const PER_PROCESS = 200;

export type Listener = { readonly id: string; readonly userId: number };
export type NoSeat = 'taken' | 'full';

/** `one` may listen; one of the same person and name goes for it. */
export const placeFor = <One extends Listener>(
  listeners: readonly One[],
  { id, userId }: Listener,
): { readonly replaced: One | undefined } | NoSeat => {
  const named = listeners.find((each) => each.id === id);
  if (named !== undefined && named.userId !== userId) return 'taken';
  const others = listeners.filter((each) => each !== named);
  const own = others.filter((each) => each.userId === userId);
  if (own.length >= PER_USER || others.length >= PER_PROCESS) return 'full';
  return { replaced: named };
};
