/** The custodian of points: what documents ask becomes commands to the stream `points-<customerId>` (R21, R43, R46). */
import type { EffectLeg } from '../contracts/document.ts';
import { isRefusal } from '../contracts/refusal.ts';
import type { Ask, Custodian, CustodianAnswer, ReleaseAsk } from '../documents/custodian.ts';
import { PointsTerms } from './contract.ts';
import { sumsOf, type PointsCommand } from './commands.ts';
import type { PostedLine } from './events.ts';
import type { Points } from './points.ts';

const purposeOf = ({ role, list }: EffectLeg, { takesBack }: PointsTerms): PostedLine['purpose'] => {
  if (role === 'in') return 'earn';
  return takesBack.includes(list) ? 'take-back' : 'spend';
};
/** The legs of an effect as the ledger keeps them. */
const linesOf = ({ effect, terms: asked }: Ask): readonly PostedLine[] => {
  const terms = PointsTerms.parse(asked);
  const rules = new Map(terms.lines.map((line) => [`${line.list}/${line.lineId}`, line]));
  return effect.legs.map((leg) => {
    const { list, lineId } = leg;
    const purpose = purposeOf(leg, terms);
    const points = purpose === 'earn' ? leg.quantity : -leg.quantity;
    return { ...rules.get(`${list}/${lineId}`), list, lineId, purpose, points };
  });
};
const holderOf = ({ document: { kind, id, no } }: Ask) => ({ kind, id, no });
const documentOf = ({ document: { kind, id, no, businessDate } }: Ask) => ({ kind, id, no, businessDate });

export const pointsCustodian = (points: Points): Custodian => {
  const apply = async (
    { actor, save }: Pick<ReleaseAsk, 'actor' | 'save'>,
    command: PointsCommand,
  ): Promise<CustodianAnswer | Awaited<ReturnType<Custodian['post']>>> => {
    const outcome = await points.apply(command, { actor, save });
    return isRefusal(outcome) ? outcome : { position: outcome.position };
  };
  const at = ({ effect }: Ask) => ({ customerId: Number(effect.id), key: effect.key });
  return {
    reserve: (ask) =>
      apply(ask, {
        type: 'HoldPoints',
        ...at(ask),
        ...sumsOf(linesOf(ask)),
        holder: holderOf(ask),
        replaces: ask.replaces,
      }),
    post: (ask) => apply(ask, { type: 'PostPoints', ...at(ask), document: documentOf(ask), lines: linesOf(ask) }),
    claim: (ask) => {
      const { customerId, key: postedKey } = at(ask);
      return apply(ask, { type: 'ClaimPoints', customerId, claimKey: ask.claimKey, postedKey, holder: holderOf(ask) });
    },
    giveBack: (ask) => {
      const { customerId, key: postedKey } = at(ask);
      const { claimKey, backKey: holdKey } = ask;
      const document = documentOf(ask);
      return apply(ask, { type: 'ReversePoints', customerId, claimKey, postedKey, holdKey, document });
    },
    release: (ask) => {
      const customerId = Number(ask.id);
      return ask.claimOf === null
        ? apply(ask, { type: 'ReleasePoints', customerId, key: ask.key })
        : apply(ask, { type: 'ReleasePointsClaim', customerId, claimKey: ask.key, postedKey: ask.claimOf });
    },
  };
};
