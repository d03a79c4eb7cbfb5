/** The coming back of what was sent away: a fact of the exit's stream, once for each posting (R89). Pure. */
import { broughtKey, type LineKey } from '../contracts/document.ts';
import { refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { gramsFromMg } from '../contracts/units.ts';
import type { FactPlace, OwnFacts } from '../documents/own-facts.ts';
import { materialEffect } from '../old-material/contract.ts';
import {
  CAME_BACK,
  LOT_LIST,
  comesBack,
  type CameBackData,
  type RecycleOutHeader,
  type RecycleOutLine,
} from './contract.ts';

/** The last coming back; it counts while its version stands: a reversal gives the document another one. */
export type CameBack = Omit<CameBackData, 'documentId' | 'effect'> | null;
/** `lotId` is bound to the click: the same one again adds nothing. */
export type ComeBack = Pick<CameBackData, 'lotId' | 'backOn' | 'fineness' | 'weightMg'>;

const outOf = (lines: readonly LineKey[]): number =>
  (lines as readonly RecycleOutLine[]).reduce((sum, { weightMg }) => sum + weightMg, 0);
/** What most of it was. */
const mostOf = (lines: readonly LineKey[]): string => {
  const byFineness = Map.groupBy(lines as readonly RecycleOutLine[], ({ fineness }) => fineness);
  const [most] = [...byFineness].toSorted(([, one], [, other]) => outOf(other) - outOf(one));
  return most?.[0] ?? '';
};
const costOf = ({ outcomes }: FactPlace): number =>
  outcomes
    .flatMap(({ figures }) => figures)
    .reduce((sum, { name, value }) => (name === 'costFen' ? sum + value : sum), 0);

type PostedPlace = FactPlace & { readonly current: NonNullable<FactPlace['current']> };
const isPosted = (at: FactPlace): at is PostedPlace => at.stage === 'posted' && at.current !== null;
const headerOf = ({ current }: PostedPlace): RecycleOutHeader => current.header as RecycleOutHeader;

const whyNotNow = (own: CameBack, at: PostedPlace): Refusal | null => {
  if (!comesBack(headerOf(at).kind)) return refuse('conflict', 'recycle_out.kind', '只有返厂、熔料的旧料可以回料');
  return own?.version === at.version ? refuse('conflict', 'recycle_out.back', '此单已回料，不能重复回料') : null;
};
const whyNotThis = ({ backOn, weightMg }: ComeBack, at: PostedPlace): Refusal | null => {
  if (backOn < headerOf(at).outOn) return refuseField('recycle_out.back_day', 'backAt', '回料日期不能早于出库日期');
  const outMg = outOf(at.current.lines);
  if (weightMg <= outMg) return null;
  const grams = gramsFromMg(outMg).toFixed(3);
  return refuseField('recycle_out.back_weight', 'weightBack', `回料重量不能大于出库重量${grams}克`);
};

const decide: OwnFacts<CameBack, ComeBack>['decide'] = (back, own, at) => {
  if (own?.version === at.version && own.lotId === back.lotId) return [];
  if (!isPosted(at)) return refuse('conflict', 'recycle_out.pending', '单据未审核，不能回料');
  const refused = whyNotNow(own, at) ?? whyNotThis(back, at);
  if (refused !== null) return refused;
  const { shopId } = headerOf(at);
  const { lines } = at.current;
  const { custodian, id, role, quantity } = materialEffect({ shopId, fineness: back.fineness }, 'in', back.weightMg);
  const effect = {
    key: broughtKey('recycle-out', at.id, `v${at.version}`, { custodian, id, fact: back.lotId }),
    custodian,
    id,
    legs: [{ list: LOT_LIST, lineId: lines[0]?.lineId ?? '0', role, quantity }],
  };
  return [
    {
      type: CAME_BACK,
      data: {
        ...back,
        shopId,
        lossMg: outOf(lines) - back.weightMg,
        lossFineness: mostOf(lines),
        costFen: costOf(at),
        effect,
      },
    },
  ];
};

export const recycleOutFacts: OwnFacts<CameBack, ComeBack> = {
  events: [CAME_BACK],
  initial: null,
  evolve: (_own, { data }) => {
    const { documentId: _id, effect: _effect, ...back } = data as unknown as CameBackData;
    return back;
  },
  brings: ({ data }) => (data as unknown as CameBackData).effect,
  decide,
  blocks: () => null,
};
