/** The custodian of stored value: what documents ask becomes commands to the stream `balance-<customerId>` (R69, R79). */
import { isRefusal } from '../contracts/refusal.ts';
import type { Ask, Custodian, ReleaseAsk } from '../documents/custodian.ts';
import type { CustomerBalances } from './balances.ts';
import type { BalanceCommand, Sums } from './commands.ts';
import { Account } from './contract.ts';

/** `12-定金` */
const placeOf = (id: string): { readonly customerId: number; readonly account: Account } => {
  const [, customer = '', account = ''] = /^(\d+)-(.*)$/su.exec(id) ?? [];
  return { customerId: Number(customer), account: Account.parse(account) };
};
const sumsOf = ({ effect: { legs } }: Ask): Sums => {
  const sum = (role: string): number => legs.reduce((all, leg) => all + (leg.role === role ? leg.quantity : 0), 0);
  return { addedFen: sum('in'), takenFen: sum('out') };
};
const holderOf = ({ document: { kind, id, no } }: Ask) => ({ kind, id, no });
const documentOf = ({ document: { kind, id, no, businessDate } }: Ask) => ({ kind, id, no, businessDate });

export const balanceCustodian = (balances: CustomerBalances): Custodian => {
  const apply = async (
    { actor, save }: Pick<ReleaseAsk, 'actor' | 'save'>,
    command: BalanceCommand,
  ): ReturnType<Custodian['post']> => {
    const outcome = await balances.apply(command, { actor, save });
    return isRefusal(outcome) ? outcome : { position: outcome.position };
  };
  const at = ({ effect }: Ask) => ({ ...placeOf(effect.id), key: effect.key });
  const posted = ({ effect }: Ask) => ({ ...placeOf(effect.id), postedKey: effect.key });
  return {
    reserve: (ask) => {
      const { replaces } = ask;
      return apply(ask, { type: 'HoldBalance', ...at(ask), ...sumsOf(ask), holder: holderOf(ask), replaces });
    },
    post: (ask) => apply(ask, { type: 'PostBalance', ...at(ask), ...sumsOf(ask), document: documentOf(ask) }),
    claim: (ask) => {
      const { claimKey } = ask;
      return apply(ask, { type: 'ClaimBalance', ...posted(ask), claimKey, holder: holderOf(ask) });
    },
    giveBack: (ask) => {
      const { claimKey, backKey: holdKey } = ask;
      return apply(ask, { type: 'ReverseBalance', ...posted(ask), claimKey, holdKey, document: documentOf(ask) });
    },
    release: (ask) =>
      ask.claimOf === null
        ? apply(ask, { type: 'ReleaseBalance', ...placeOf(ask.id), key: ask.key })
        : apply(ask, { type: 'ReleaseBalanceClaim', ...placeOf(ask.id), claimKey: ask.key, postedKey: ask.claimOf }),
  };
};
