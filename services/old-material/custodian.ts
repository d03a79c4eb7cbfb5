/** The custodian of old material: what documents ask becomes commands to `old-material-<shop>-<fineness>`. */
import type { JsonObject } from '../contracts/event.ts';
import { isRefusal } from '../contracts/refusal.ts';
import type { Recipient } from '../contracts/save.ts';
import type {
  Ask,
  ClaimAsk,
  Custodian,
  CustodianAnswer,
  GiveBackAsk,
  ReleaseAsk,
  ReserveAsk,
} from '../documents/custodian.ts';
import { oldMaterialDecider, parseOldMaterialEvent } from './decider.ts';
import type { OldMaterialCommand } from './rules.ts';
import { OLD_MATERIAL_SCHEMA, type Lot, type LotTake, type LotTaking } from './events.ts';
import { oldMaterialStream } from './names.ts';
import type { OldMaterialFact, OldMaterialState, Posting } from './state.ts';
import { MaterialTerms } from './terms.ts';

/** Number of the state's shape and of the fold that makes it: snapshots of another one are not read (ADR 0034). */
const OLD_MATERIAL_STATE = 3;
type MaterialRecipient = Recipient<
  OldMaterialState,
  OldMaterialCommand,
  OldMaterialFact & { readonly data: JsonObject }
>;
export const OLD_MATERIAL_RECIPIENT: MaterialRecipient = {
  decider: oldMaterialDecider,
  parse: parseOldMaterialEvent,
  schema: OLD_MATERIAL_SCHEMA,
  remember: true,
  snapshot: OLD_MATERIAL_STATE,
};

/** What the effect brings and takes, leg by leg. */
const read = ({ effect, terms, document }: Ask) => {
  const { shopId, fineness, legs } = MaterialTerms.parse(terms);
  const { kind, id, no, businessDate } = document;
  const lots: Lot[] = [];
  const takes: LotTake[] = [];
  const gains: LotTake[] = [];
  let firstMg = 0;
  let isCount = false;
  for (const [index, { role, quantity: weightMg }] of effect.legs.entries()) {
    const leg = legs[index];
    if (leg === undefined) throw new RangeError(`${effect.key} has no terms for leg ${index}`);
    if ('firstIn' in leg) firstMg += weightMg;
    else if ('counted' in leg) {
      isCount = true;
      if (role === 'in') gains.push({ lotId: leg.lotId, weightMg });
      // The lot is to stay: as the document adds to it, nothing of it is held.
      takes.push({ lotId: leg.lotId, weightMg: role === 'in' ? 0 : weightMg });
    } else if (role === 'out') takes.push({ lotId: leg.lotId, weightMg });
    else if ('source' in leg) lots.push({ ...leg, weightMg });
  }
  const key = effect.key;
  return {
    at: { shopId, fineness, key },
    holder: { kind, id, no },
    moved: { kind, id, no, businessDate },
    lots,
    takes,
    firstMg,
    ...(isCount && { gains }),
  };
};

const costOf = (takings: readonly LotTaking[]): number => takings.reduce((sum, { costFen }) => sum + costFen, 0);
const weightOf = (takings: readonly LotTaking[]): number => takings.reduce((sum, { weightMg }) => sum + weightMg, 0);
/** What the metal that left had cost; of a count, what was lost and what joined, in weight and cost. */
const outcomeOf = (posting: Posting | undefined): NonNullable<CustodianAnswer['outcome']> => {
  const { takings = [], losses = [], gains = [] } = posting ?? {};
  if (losses.length + gains.length === 0) return [{ name: 'costFen', value: costOf(takings) }];
  return [
    { name: 'lossMg', value: weightOf(losses) },
    { name: 'gainMg', value: weightOf(gains) },
    { name: 'costFen', value: costOf(losses) },
    { name: 'gainFen', value: costOf(gains) },
  ];
};
const tagOf = (command: OldMaterialCommand): string =>
  `${command.type}/${'claimKey' in command ? command.claimKey : command.key}`;
type MaterialSave = Pick<ReleaseAsk, 'id' | 'actor' | 'save'>;

/** A release says no more than the effect's id: `<shop>-<fineness>`. */
const placeOf = (id: string): { readonly shopId: number; readonly fineness: string } => {
  const [, shop = '', fineness = ''] = /^(\d+)-(.*)$/su.exec(id) ?? [];
  return { shopId: Number(shop), fineness };
};

const holding = (ask: ReserveAsk): OldMaterialCommand => {
  const { at, holder, takes, firstMg, lots } = read(ask);
  const bringsMg = lots.reduce((sum, { weightMg }) => sum + weightMg, 0);
  return { type: 'Hold', ...at, holder, takes, firstMg, bringsMg, replaces: ask.replaces };
};
const claiming = (ask: ClaimAsk): OldMaterialCommand => {
  const { at, holder } = read(ask);
  return { type: 'Claim', ...at, holder, claimKey: ask.claimKey };
};
const givingBack = (ask: GiveBackAsk): OldMaterialCommand => {
  const { at, holder, moved: document } = read(ask);
  const { claimKey, backKey: holdKey } = ask;
  return { type: 'GiveBack', ...at, holder, document, claimKey, holdKey };
};
const releasing = ({ id, key, claimOf }: ReleaseAsk): OldMaterialCommand => {
  const at = placeOf(id);
  return claimOf === null
    ? { type: 'Release', ...at, key }
    : { type: 'ReleaseClaim', ...at, key: claimOf, claimKey: key };
};

const apply = ({ id, actor, save }: MaterialSave, command: OldMaterialCommand) => {
  const options = { actor, shopId: command.shopId, tag: tagOf(command) };
  return save.send(OLD_MATERIAL_RECIPIENT, oldMaterialStream(id), command, options);
};
const done = async (by: MaterialSave, command: OldMaterialCommand): ReturnType<Custodian['post']> => {
  const handled = await apply(by, command);
  return isRefusal(handled) ? handled : { position: handled.position };
};
const asking = ({ effect, actor, save }: Ask): MaterialSave => ({ id: effect.id, actor, save });

export const oldMaterialCustodian: Custodian = {
  shared: oldMaterialStream,
  reserve: (ask) => done(asking(ask), holding(ask)),
  post: async (ask) => {
    const { at, moved: document, lots, takes, firstMg, gains } = read(ask);
    const command = { type: 'Post', ...at, document, lots, firstMg, ...(gains !== undefined && { gains }) } as const;
    const handled = await apply(asking(ask), command);
    if (isRefusal(handled)) return handled;
    const { position, state } = handled;
    return takes.length === 0 && firstMg === 0
      ? { position }
      : { position, outcome: outcomeOf(state.postings.get(at.key)) };
  },
  claim: (ask) => done(asking(ask), claiming(ask)),
  giveBack: (ask) => done(asking(ask), givingBack(ask)),
  release: (ask) => done(ask, releasing(ask)),
};
