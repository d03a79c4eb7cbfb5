/** Calls a route in process: permission, validation and command log as over HTTP, with a clock of the caller's. */
import { randomUUID } from 'node:crypto';
import type { Route } from '../../contracts/route.ts';
import type { SessionUser } from '../../contracts/user.ts';
import { execute } from './execute.ts';
import type { ExecuteDeps, Input } from './execute.ts';
import type { Outcome } from '../answers/outcome.ts';

export type Invocation = Input & {
  readonly user: SessionUser | null;
  readonly now: Date;
  readonly key?: string;
  readonly ifMatch?: number;
  /** The till at which it is done (R80). */
  readonly till?: string;
};
/** Does not wait for read models: `settled` of the outcome says what to wait for. */
export type Invoke = (route: Route, invocation: Invocation) => Promise<Outcome>;

const IN_PROCESS = { ip: '127.0.0.1', userAgent: 'in-process' };

export const createInvoke =
  (deps: ExecuteDeps): Invoke =>
  (route, { user, now, key, ifMatch, till, ...input }) => {
    const client = till === undefined ? IN_PROCESS : { ...IN_PROCESS, till };
    return execute(route, input, { user, now, key, ifMatch, requestId: randomUUID(), client }, deps);
  };
