/** Everything the demo does goes through the commands of the product, with a clock of its own. */
import { randomUUID } from 'node:crypto';
import type { Route } from '../contracts/route.ts';
import type { SessionUser } from '../contracts/user.ts';
import type { Invocation, Invoke } from '../platform/http/invoke.ts';

export type ChainAnswer = { readonly data: unknown; readonly msg: string; readonly position: number };
/** The product as the loader sees it. */
export type Chain = {
  readonly say: (
    user: SessionUser,
    now: Date,
    call: readonly [method: Route['method'], path: string],
    input: Omit<Invocation, 'user' | 'now' | 'key'>,
  ) => Promise<ChainAnswer>;
};

/** A command that the house refused, with the answer's status. */
export class CommandRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
/** Beyond the limits of the till the manager saves it, with a reason. */
export const needsManager = (error: unknown): boolean => error instanceof CommandRefusal && error.status === 409;
/** @throws {CommandRefusal} where nobody makes up for it the demo data are wrong, and it says where. */
export const chainOf = (invoke: Invoke, routeOf: (method: Route['method'], path: string) => Route): Chain => ({
  say: async (user, now, [method, path], input) => {
    const outcome = await invoke(routeOf(method, path), { ...input, user, now, key: randomUUID() });
    if (outcome.kind === 'raw') throw new TypeError(`${path} answered raw`);
    if (outcome.status !== 200) {
      const { msg, data } = outcome.envelope;
      const answer = `${outcome.status} ${msg} ${JSON.stringify(data ?? null)}`;
      throw new CommandRefusal(outcome.status, `demo: ${method} ${path} answered ${answer}`);
    }
    const { data, msg } = outcome.envelope;
    return { data, msg, position: outcome.settled?.position ?? -1 };
  },
});
