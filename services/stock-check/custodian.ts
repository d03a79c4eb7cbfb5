/** The custodian of audited checks: a document that settles differences of one stands on its audit. */
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { Ask, Custodian, CustodianAnswer } from '../documents/custodian.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { CheckStreams } from './check-streams.ts';
import { checkOf, checkStream } from './contract.ts';
import type { SettleCommand } from './settling.ts';

type Written = Pick<Ask, 'actor' | 'save'>;
const byOf = ({ document: { kind, id, no } }: Ask) => ({ kind, id, no });
export const checkCustodian = (store: EventStore): Custodian => {
  const streams = new CheckStreams(store);
  const apply = async (check: string, command: SettleCommand, by: Written): Promise<CustodianAnswer | Refusal> => {
    const id = checkOf(check);
    const { header } = (await streams.load(id)).state;
    const { actor, save } = by;
    const tag = `${command.type}/${command.key}`;
    const done = await streams.send(id, command, { actor, header, save, tag });
    return isRefusal(done) ? done : { position: done.position };
  };
  const claim = (ask: Ask, key: string, instead: readonly string[]) =>
    apply(ask.effect.id, { type: 'Claim', key, by: byOf(ask), instead }, ask);
  return {
    shared: (check) => checkStream(checkOf(check)),
    reserve: (ask) => claim(ask, ask.effect.key, []),
    // It stands on the audit for as long as it is there, posted or not.
    post: async () => ({ position: -1 }),
    claim: (ask) => claim(ask, ask.claimKey, []),
    giveBack: (ask) => claim(ask, ask.backKey, [ask.effect.key, ask.claimKey]),
    release: ({ id, key, ...by }) => apply(id, { type: 'Unclaim', key }, by),
  };
};
