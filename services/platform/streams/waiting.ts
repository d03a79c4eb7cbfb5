/** Streams as they will be once what waits to be written with a command is there. */
import type { OneCommit } from '../../contracts/one-commit.ts';
import type { Loaded } from './stream-memory.ts';

type Waiting = { readonly decider: unknown; readonly loaded: Loaded<unknown> };
const commits = new WeakMap<OneCommit, Map<string, Waiting>>();

export const waitingAt = <State>(
  { decider }: { readonly decider: { readonly initial: State } },
  stream: string,
  oneCommit: OneCommit | undefined,
): Loaded<State> | undefined => {
  const known = oneCommit && commits.get(oneCommit)?.get(stream);
  if (known !== undefined && known.decider !== decider) throw new Error(`two deciders for ${stream}`);
  return known?.loaded as Loaded<State> | undefined;
};

export const nowWaits = (oneCommit: OneCommit, stream: string, waiting: Waiting): void => {
  const streams = commits.get(oneCommit) ?? new Map<string, Waiting>();
  commits.set(oneCommit, streams.set(stream, waiting));
};
