/**
 * The print queue as a value. A label is queued, under way, in doubt, or done: it is never lost and never sent twice
 * without a person saying so. One is under way at a time, in one tab of the browser (the lease). Pure.
 */
export type Batch = {
  readonly id: string;
  readonly title: string;
  /** File name of the template. */
  readonly fileName: string;
  readonly total: number;
  /** Rows before this one were sent at least once. */
  readonly next: number;
  /** Rows to send again, before the rest. */
  readonly again: readonly number[];
  readonly printed: number;
  readonly skipped: number;
};
/** One label handed to the service. `attempt` names the try, not the label. */
export type Flight = {
  readonly attempt: string;
  readonly batch: string;
  readonly index: number;
  readonly owner: string;
};
export type QueueState = {
  readonly batches: readonly Batch[];
  readonly flight: Flight | null;
  /** Sent, but nobody knows whether it was printed; the queue waits for a person. */
  readonly doubt: Flight | null;
  /** Why the service refused; the queue waits for 重试. */
  readonly halted: string | null;
  readonly lease: { readonly owner: string; readonly until: number } | null;
};
export const EMPTY_QUEUE: QueueState = { batches: [], flight: null, doubt: null, halted: null, lease: null };
/** A tab that stays silent this long has lost the lease, ms. */
export const LEASE_MS = 15_000;
/** What a person says about a label in doubt. */
export type Decision = 'printed' | 'again' | 'skip';

const waitingIn = ({ total, next, again }: Batch): number => total - next + again.length;
/** Labels still to be sent. */
export const waitingOf = ({ batches }: QueueState): number => batches.reduce((sum, batch) => sum + waitingIn(batch), 0);
/** Nothing waits, nothing is under way, nothing is in doubt. */
export const isIdle = (state: QueueState): boolean =>
  waitingOf(state) === 0 && state.flight === null && state.doubt === null;

/** Nothing but the lease differs. */
export const sameWork = (one: QueueState, other: QueueState): boolean =>
  one.batches === other.batches &&
  one.flight === other.flight &&
  one.doubt === other.doubt &&
  one.halted === other.halted;

const isDone = (batch: Batch, { flight, doubt }: QueueState): boolean =>
  waitingIn(batch) === 0 && flight?.batch !== batch.id && doubt?.batch !== batch.id;
const tidy = (state: QueueState): QueueState => {
  const batches = state.batches.filter((batch) => !isDone(batch, state));
  return batches.length === state.batches.length ? state : { ...state, batches };
};
const change = (state: QueueState, id: string, how: (batch: Batch) => Partial<Batch>): QueueState => ({
  ...state,
  batches: state.batches.map((batch) => (batch.id === id ? { ...batch, ...how(batch) } : batch)),
});
/** The try with this name, wherever it is, and the state without it. */
const taken = (state: QueueState, attempt: string): readonly [Flight, QueueState] | null => {
  if (state.flight?.attempt === attempt) return [state.flight, { ...state, flight: null }];
  if (state.doubt?.attempt === attempt) return [state.doubt, { ...state, doubt: null }];
  return null;
};
const sendAgain = (state: QueueState, { batch, index }: Flight): QueueState =>
  change(state, batch, ({ again }) => ({ again: [index, ...again] }));

export const enqueue = (state: QueueState, batch: Pick<Batch, 'id' | 'title' | 'fileName' | 'total'>): QueueState =>
  tidy({ ...state, batches: [...state.batches, { ...batch, next: 0, again: [], printed: 0, skipped: 0 }] });

/** Takes or keeps the right to send. What another tab left under way is in doubt from then on. */
export const takeLease = (state: QueueState, owner: string, now: number): readonly [QueueState, boolean] => {
  const { lease, flight } = state;
  if (lease !== null && lease.owner !== owner && lease.until > now) return [state, false];
  const left = flight !== null && flight.owner !== owner;
  const next = { ...state, lease: { owner, until: now + LEASE_MS } };
  return [left ? { ...next, flight: null, doubt: flight } : next, true];
};
/** Gives the right to send away: the tab closes. */
export const leave = (state: QueueState, owner: string): QueueState =>
  state.lease?.owner === owner ? { ...state, lease: null } : state;

/** The next label, now under way; null while something else is, or the right to send is another's. */
export const claim = (state: QueueState, owner: string, attempt: string): readonly [QueueState, Flight | null] => {
  const { flight, doubt, halted, lease, batches } = state;
  const batch = batches.find((one) => waitingIn(one) > 0);
  if (flight !== null || doubt !== null || halted !== null || lease?.owner !== owner || batch === undefined)
    return [state, null];
  const [first, ...again] = batch.again;
  const index = first ?? batch.next;
  const sent = { attempt, batch: batch.id, index, owner };
  const rest = first === undefined ? { next: batch.next + 1 } : { again };
  return [{ ...change(state, batch.id, () => rest), flight: sent }, sent];
};
/** It never left this machine: it waits again. */
export const unsent = (state: QueueState, attempt: string): QueueState => {
  const found = state.flight?.attempt === attempt ? taken(state, attempt) : null;
  return found === null ? state : sendAgain(found[1], found[0]);
};
/** It was sent and the answer is missing. */
export const inDoubt = (state: QueueState, attempt: string): QueueState =>
  state.flight?.attempt === attempt ? { ...state, flight: null, doubt: state.flight } : state;
/** The service printed it; a late answer settles a doubt too. */
export const printed = (state: QueueState, attempt: string): QueueState => {
  const found = taken(state, attempt);
  return found === null ? state : tidy(change(found[1], found[0].batch, (batch) => ({ printed: batch.printed + 1 })));
};
/** The service said no: it waits again, and nothing else is sent before somebody looked. */
export const refused = (state: QueueState, attempt: string, message: string): QueueState => {
  const found = taken(state, attempt);
  return found === null ? state : { ...sendAgain(found[1], found[0]), halted: message };
};
export const decide = (state: QueueState, attempt: string, decision: Decision): QueueState => {
  const found = state.doubt?.attempt === attempt ? taken(state, attempt) : null;
  if (found === null) return state;
  const [flight, rest] = found;
  if (decision === 'printed') return printed(state, attempt);
  if (decision === 'again') return sendAgain(rest, flight);
  return tidy(change(rest, flight.batch, ({ skipped }) => ({ skipped: skipped + 1 })));
};
export const retry = (state: QueueState): QueueState => (state.halted === null ? state : { ...state, halted: null });
/** Throws away what waits or is in doubt; what is under way will still answer. */
export const clear = (state: QueueState): QueueState =>
  tidy({
    ...state,
    doubt: null,
    halted: null,
    batches: state.batches.map((batch) => ({ ...batch, next: batch.total, again: [] })),
  });
