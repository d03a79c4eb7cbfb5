/** The custodian of gifts: what documents ask becomes commands to the stream of the gift in its shop (R48, R87). */
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import type { Ask, ClaimAsk, Custodian, CustodianAnswer, GiveBackAsk, ReserveAsk } from '../documents/custodian.ts';
import { GiftTerms, giftStream } from './contract.ts';
import type { GiftMove } from './commands.ts';
import { moveGift } from './gifts.ts';
import { wideGet } from './wide-map.ts';

const quantityOf = ({ effect }: Ask): number => effect.legs.reduce((sum, leg) => sum + leg.quantity, 0);
const holderOf = ({ document: { kind, id, no } }: Ask) => ({ kind, id, no });
const termsOf = ({ terms }: Ask): GiftTerms => GiftTerms.parse(terms);

const reserving = (ask: ReserveAsk): GiftMove => {
  const asked = { key: ask.effect.key, quantity: quantityOf(ask), holder: holderOf(ask) };
  const terms = termsOf(ask);
  if (terms.move === 'receive') return { type: 'ExpectGift', ...asked, costFen: terms.costFen };
  return { type: 'HoldGift', ...asked, ...(ask.replaces !== null && { replaces: ask.replaces }) };
};
const posting = (ask: Ask): GiftMove => {
  const { document, effect } = ask;
  const terms = termsOf(ask);
  return terms.move === 'receive'
    ? { type: 'ReceiveGift', key: effect.key, document, gift: { giftId: document.id, ...terms.gift } }
    : { type: 'IssueGift', key: effect.key, document };
};
/** What came in is held where it lies; of what went out the posting is claimed. */
const claiming = (ask: ClaimAsk): GiftMove => {
  const { claimKey, effect } = ask;
  const holder = holderOf(ask);
  return termsOf(ask).move === 'receive'
    ? { type: 'HoldGift', key: claimKey, quantity: quantityOf(ask), holder }
    : { type: 'ClaimGiftIssue', claimKey, issuedKey: effect.key, holder };
};
const givingBack = (ask: GiveBackAsk): GiftMove => {
  const { claimKey, backKey: holdKey, document, effect } = ask;
  const back = { claimKey, holdKey, document, holder: holderOf(ask) };
  return termsOf(ask).move === 'receive'
    ? { type: 'ReverseGiftReceipt', ...back, receivedKey: effect.key }
    : { type: 'ReverseGiftIssue', ...back, issuedKey: effect.key };
};

/** A movement has the price of one line, so two lines cannot share a gift. */
const oneLine = ({ effect }: Ask): Refusal | null =>
  effect.legs.length === 1 ? null : refuse('invalid', 'gift.duplicate', '列表已存在此赠品，请不要重复输入！');

const apply = async (ask: Ask, command: GiftMove): Promise<CustodianAnswer | Refusal> => {
  const done = await moveGift(ask, ask.effect.id, command);
  return isRefusal(done) ? done : { position: done.position };
};

export const giftCustodian: Custodian = {
  shared: giftStream,
  reserve: async (ask) => oneLine(ask) ?? apply(ask, reserving(ask)),
  post: async (ask) => {
    const { effect } = ask;
    const done = await moveGift(ask, effect.id, posting(ask));
    if (isRefusal(done)) return done;
    const issued = wideGet(done.state.issued, effect.key);
    const cost = issued !== undefined && { outcome: [{ name: 'costFen', value: issued.costFen }] };
    return { position: done.position, ...cost };
  },
  claim: (ask) => apply(ask, claiming(ask)),
  giveBack: (ask) => apply(ask, givingBack(ask)),
  release: async (ask) => {
    const done = await moveGift(ask, ask.id, { type: 'ReleaseGift', key: ask.key });
    return isRefusal(done) ? done : { position: done.position };
  },
};
