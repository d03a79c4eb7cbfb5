/** Judges words (R131): what is asked, whether the word that came is for just that and by somebody who may, and keeps it with the act. */
import type { DatabasePool } from 'slonik';
import { isoWithOffset } from '../contracts/dates.ts';
import { fieldsUnder } from '../contracts/envelope.ts';
import { cut } from '../contracts/limits.ts';
import type { ExceptionDesk, ExceptionNote } from '../contracts/exception.ts';
import type { JsonObject } from '../contracts/event.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { Recipient } from '../contracts/save.ts';
import { can, seesCost, seesShop, type SessionUser } from '../contracts/user.ts';
import { TEXTS } from '../contracts/values.ts';
import {
  MAY_APPROVE,
  type ApprovalBody,
  type Word,
  type WordAsk,
  type WordAuthor,
  type WordDesk,
  type WordContext,
  type WordProblem,
} from '../contracts/word.ts';
import { nameBasedId } from '../platform/streams/event-ids.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import type { Identity } from '../platform/auth/identity.ts';
import { Steps } from '../platform/streams/steps.ts';
import { WORD_SCHEMA, WORD_WAYS, WordEvent, wordStream, type WordGiven } from './contract.ts';
import { wordDecider, type WordCommand, type WordState } from './decider.ts';
import { areSame, messageOf, problemsOf } from './marks.ts';
import type { ProofCodes } from './proof.ts';
import { offeredWith, provenBy } from './proven.ts';
import { keepAsked, spendRequest } from './requests.ts';

type Stored = WordEvent & { readonly data: JsonObject };
export type WordDeps = {
  readonly store: EventStore;
  readonly db: DatabasePool;
  readonly identity: Identity;
  readonly exceptions: ExceptionDesk;
  readonly codes: ProofCodes;
};
type Asking = { readonly asks: readonly WordAsk[]; readonly place: WordContext; readonly by: WordAuthor };
type Given = { readonly approver: SessionUser; readonly reason: string; readonly way: keyof typeof WORD_WAYS };

/** Stands as the reason of one who approves his own act and gives none. */
const OWN = '本人操作';

export const WORD_RECIPIENT: Recipient<WordState, WordCommand, Stored> = {
  decider: wordDecider as Recipient<WordState, WordCommand, Stored>['decider'],
  parse: ({ type, data }) => WordEvent.parse({ type, data }) as Stored,
  schema: WORD_SCHEMA,
};

/** A word came, but not for this. */
const isAnswered = (approval: ApprovalBody | null): boolean =>
  approval !== null && (approval.marks.length > 0 || approval.requestId !== null);
const inShort = (problems: readonly WordProblem[]): string => {
  const [first] = problems;
  const more = problems.length > 1 ? `（共${problems.length}项）` : '';
  return first === undefined ? '' : `${`${first.barcode} ${first.message}`.trim()}${more}`;
};

const asksFor = async ({ db, codes }: WordDeps, { asks, place, by }: Asking): Promise<Refusal> => {
  const told = problemsOf(asks, { place, askerId: by.user.id }, seesCost(by.user));
  const data = await offeredWith(codes, told, { asks, by });
  await keepAsked(db, asks, place, by);
  const why = isAnswered(place.approval) ? '需要授权的内容有变化，请重新授权' : '需授权';
  return refuse('conflict', 'word.asked', `${why}：${inShort(data)}`, { data });
};

/** Under the field's own name in the body. */
const inApproval = (refusal: Refusal): Refusal =>
  refusal.fields === undefined ? refusal : { ...refusal, fields: fieldsUnder('approval', refusal.fields) };

const refuseApprover = (approver: SessionUser, { asks, place }: Asking): Refusal | null => {
  const at = (code: string, message: string): Refusal => refuseField(code, 'approval.username', message);
  if (!can(approver, MAY_APPROVE)) return at('word.approver', `${approver.nickName}没有优惠授权的权限`);
  if (!seesPlace(approver, place)) return at('word.approver_shop', `${approver.nickName}不能为这家分店授权`);
  return isBarred(approver, asks) ? at('word.another', '需另一人授权') : null;
};
/** Sees every shop that it is about. */
const seesPlace = (user: SessionUser, { shopId, shops = shopId === null ? [] : [shopId] }: WordContext): boolean =>
  shops.every((shop) => seesShop(user, shop));
const isBarred = ({ id }: SessionUser, asks: readonly WordAsk[]): boolean =>
  asks.some(({ notBy = [] }) => notBy.includes(id));

const mayOwn = ({ asks, place, by: { user } }: Asking): boolean =>
  can(user, MAY_APPROVE) && seesPlace(user, place) && !isBarred(user, asks);

/** A yes from afar, spent for this command; its giver must still be allowed to give it. */
const fromAfar = async (deps: WordDeps, requestId: number, asking: Asking): Promise<Given | Refusal> => {
  const { asks, place, by } = asking;
  const answered = await spendRequest(deps.db, requestId, by);
  const over = refuseField('word.request_over', 'approval.requestId', '远程授权已过期或已用过，请重新请求');
  if (answered === null) return over;
  const wanted = problemsOf(asks, { place, askerId: by.user.id }, false).map(({ mark }) => mark);
  if (!areSame(answered.marks, wanted)) return asksFor(deps, asking);
  const approver = await deps.identity.userOf(answered.approverId);
  if (approver === null) return over;
  return refuseApprover(approver, asking) ?? { approver, reason: answered.reason || '远程授权', way: 'afar' };
};

const givenThere = async (deps: WordDeps, approval: ApprovalBody, asking: Asking): Promise<Given | Refusal> => {
  const { asks, place, by } = asking;
  const wanted = problemsOf(asks, { place, askerId: by.user.id }, false).map(({ mark }) => mark);
  if (!areSame(approval.marks, wanted)) return asksFor(deps, asking);
  if (approval.reason === '') return refuseField('word.reason', 'approval.reason', '请填写授权原因');
  const approver = await deps.identity.confirm(approval, by);
  if (isRefusal(approver)) return inApproval(approver);
  return refuseApprover(approver, asking) ?? { approver, reason: approval.reason, way: 'there' };
};

const givenBy = (deps: WordDeps, asking: Asking): Promise<Given | Refusal> => {
  const { approval } = asking.place;
  if (mayOwn(asking)) {
    const { user: approver } = asking.by;
    return Promise.resolve({ approver, reason: approval?.reason || OWN, way: 'own' });
  }
  if (approval === null) return asksFor(deps, asking);
  if (approval.requestId !== null) return fromAfar(deps, approval.requestId, asking);
  return givenThere(deps, approval, asking);
};

const eventOf = ({ approver, reason, way }: Given, { asks, place, by }: Asking): WordGiven => ({
  word: nameBasedId(`${by.user.id}/${by.key}/word/${place.route}/${place.id ?? ''}`),
  shopId: place.shopId,
  approver: { id: approver.id, name: approver.nickName },
  asker: { id: by.user.id, name: by.user.nickName },
  way,
  act: place.act,
  documentNo: place.documentNo ?? '',
  reason: cut(reason, TEXTS.filter),
  till: by.client.till ?? '',
  lines: asks.map((ask) => ({
    rule: ask.rule,
    message: messageOf(ask, false),
    costMessage: messageOf(ask, true),
    barcode: ask.barcode ?? '',
    amountFen: ask.amountFen ?? 0,
  })),
});

const noteOf = ({ shopId, act, documentNo, approver, asker, way, reason, till, lines }: WordGiven): ExceptionNote => ({
  kind: 'word',
  shopId,
  who: asker,
  second: approver,
  documentNo,
  amountFen: lines.reduce((sum, { amountFen }) => sum + amountFen, 0),
  what: `${till === '' ? '' : `${till} `}${act}${documentNo}：${lines.map(({ barcode, message }) => `${barcode} ${message}`.trim()).join('；')}（${WORD_WAYS[way]}，${reason}）`,
});

/** A code counts once, a request is spent once: what is asked for just that is asked once, however often the rules run. */
const onceOf = <Answer>({ asks, place, by }: Asking, what: string, work: () => Promise<Answer>): Promise<Answer> => {
  if (by.save === undefined) return work();
  const marks = problemsOf(asks, { place, askerId: by.user.id }, false).map(({ mark }) => mark);
  return by.save.once(`word ${what} ${marks.join(' ')}`, work);
};

/** By somebody who may, kept with the act. */
const spoken = async (deps: WordDeps, asking: Asking): Promise<Word | Refusal> => {
  const { place, by } = asking;
  const given = await onceOf(asking, 'given', () => givenBy(deps, asking));
  if (isRefusal(given)) return given;
  const word = eventOf(given, asking);
  const options = { actor: by, shopId: place.shopId, isNew: true, tag: 'Give' };
  const save = by.save ?? new Steps(deps.store);
  const done = await save.send(WORD_RECIPIENT, wordStream(word.word), { type: 'Give', word }, options);
  if (isRefusal(done)) return done;
  await deps.exceptions.note(noteOf(word), by);
  const { approver, asker, reason } = word;
  return { approver, asker, at: isoWithOffset(by.now), reason };
};
export const createWords = (deps: WordDeps): WordDesk => {
  return {
    ask: async (asks, place, by) => {
      if (asks.length === 0) return null;
      const asking = { asks, place, by };
      const proven = await onceOf(asking, 'proven', () => provenBy(deps, asking));
      if (isRefusal(proven)) return proven;
      const word = proven.rest.length === 0 ? null : await spoken(deps, { asks: proven.rest, place, by });
      if (isRefusal(word)) return word;
      return (await onceOf(asking, 'used', proven.use)) ?? word;
    },
    disown: async (word, by) => {
      const command = { type: 'Disown', word, userId: by.user.id } as const;
      const save = new Steps(deps.store);
      const done = await save.send(WORD_RECIPIENT, wordStream(word), command, { actor: by, shopId: null });
      if (isRefusal(done)) return done;
      const { given } = done.state;
      const what = `${by.user.nickName}否认以其名义给出的授权：${given?.act ?? ''}${given?.documentNo ?? ''}`;
      if (done.events.length > 0)
        await deps.exceptions.note(
          { kind: 'word-disowned', shopId: given?.shopId ?? null, what, second: given?.asker },
          by,
        );
      return null;
    },
  };
};
