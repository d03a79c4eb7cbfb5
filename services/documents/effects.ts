/** What custodians must do in each open stage of a document, and what they said. Repeats are silent on them. */
import {
  documentNo,
  isBrought,
  type Effect,
  type EffectOutcome,
  type LineProblem,
  type LineKey,
} from '../contracts/document.ts';
import type { Dropped, DocumentState, OpenStage, StepMeta } from './decider.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import type { Save } from '../contracts/save.ts';
import { NOBODY } from '../contracts/user.ts';
import { inFlight } from '../platform/base/in-flight.ts';
import { takenBy, type Ask, type Custodian, type CustodianAnswer, type Custodians, type TakenBy } from './custodian.ts';
import { lineName, lineOf, placesOf } from './lines.ts';
import { handedToOf } from './opens.ts';
import type { DocumentSpec } from './spec.ts';
import { keyAt } from './upcast.ts';

/** `position` is the highest of the custodians' events; -1 when none was asked. */
export type Followed = {
  readonly problems: readonly LineProblem[];
  readonly outcomes: readonly EffectOutcome[];
  readonly position: number;
  /** Documents that problems are because of, by `<custodian>/<id>`. */
  readonly holders: ReadonlyMap<string, TakenBy['holder']>;
};
type Request = {
  readonly custodian: string;
  readonly id: string;
  /** Of a release: none. */
  readonly effect?: Effect;
  readonly send: () => Promise<CustodianAnswer | Refusal>;
};

/** A custodian refused what it may not refuse: a fault that needs a person; the watcher goes on trying. */
export class SagaStuck extends Error {
  constructor(document: string, problems: readonly LineProblem[]) {
    super(`${document}: ${problems.map((one) => `${one.id} ${one.code}`).join(', ')}`);
    this.name = 'SagaStuck';
  }
}

/** Acts for whoever took the step, so that a resumed saga writes the same events as the request would have. */
export const actorOf = (step: StepMeta | null, now: Date): Actor => ({
  user: step === null ? NOBODY : { ...NOBODY, id: step.userId, nickName: step.userName, deptId: step.deptId ?? null },
  now,
  key: step?.key ?? '',
  requestId: step?.causationId ?? '',
});

const custodianOf = (custodians: Custodians, name: string): Custodian => {
  const custodian = custodians[name];
  if (custodian === undefined) throw new Error(`no custodian is called ${name}`);
  return custodian;
};

/** Of those who are asked, what others want at the same moment. */
const takeTurns = (
  custodians: Custodians,
  asked: readonly { readonly custodian: string; readonly id: string }[],
  save: Save,
): Promise<void> =>
  save.turns(
    asked.map(({ custodian, id }) => custodians[custodian]?.shared?.(id)).filter((name) => name !== undefined),
  );

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
const inOrder = (left: Request, right: Request): number =>
  compare(left.custodian, right.custodian) || compare(left.id, right.id);
const answerOf = async ({ custodian, id, effect, send }: Request) => {
  const answer = await send();
  const outcome = isRefusal(answer) ? undefined : answer.outcome;
  return {
    position: isRefusal(answer) ? -1 : answer.position,
    problems: isRefusal(answer)
      ? [{ ...lineOf(effect), custodian, id, code: answer.code, message: answer.message }]
      : [],
    holder: isRefusal(answer) ? takenBy(answer) : null,
    outcomes: outcome === undefined || effect === undefined ? [] : [{ key: effect.key, figures: outcome }],
  };
};
const sendAll = async (requests: readonly Request[]): Promise<Followed> => {
  // Two effects on one thing are two words to one stream: one after the other.
  const things = [...Map.groupBy(requests.toSorted(inOrder), ({ custodian, id }) => `${custodian}/${id}`).values()];
  const answers = (await inFlight(things, (same) => inFlight(same, answerOf, 1))).flat();
  return {
    problems: answers.flatMap((answer) => answer.problems),
    outcomes: answers.flatMap((answer) => answer.outcomes),
    position: Math.max(-1, ...answers.map((answer) => answer.position)),
    holders: new Map(
      answers.flatMap(({ problems: [problem], holder }) =>
        problem === undefined || holder === null ? [] : [[`${problem.custodian}/${problem.id}`, holder]],
      ),
    ),
  };
};

type Version<Header, Line extends LineKey> = { readonly header: Header; readonly lines: readonly Line[] };
const asksOf =
  <Header, Line extends LineKey>(
    spec: DocumentSpec<Header, Line>,
    { id, rowIds, openings, own }: Pick<DocumentState<Header, Line>, 'id' | 'rowIds' | 'openings' | 'own'>,
    { actor, save }: Pick<Following<Header, Line>, 'actor' | 'save'>,
  ) =>
  ({ header, lines }: Version<Header, Line>) => {
    const places = placesOf(lines);
    const { kind } = spec;
    const handedTo = handedToOf(openings);
    const dayOf = (effect: Effect): string =>
      (isBrought(effect) ? spec.broughtOn?.(own) : undefined) ?? spec.businessDate(header);
    return (effect: Effect): Ask => {
      const { index, line } = places.get(lineName(lineOf(effect))) ?? { index: 0, line: 0 };
      return {
        document: { kind, id, no: documentNo(kind, id), businessDate: dayOf(effect), line },
        effect,
        terms: spec.termsOf(header, {
          effect,
          line: lines[index] as Line,
          lines: effect.legs.map((leg) => {
            const at = places.get(lineName(leg))?.index ?? 0;
            return { line: lines[at] as Line, rowId: rowIds[at] ?? 0 };
          }),
          rowId: rowIds[index] ?? 0,
          handTo: handedTo(effect),
          own,
        }),
        actor,
        save,
      };
    };
  };

export type Following<Header, Line extends LineKey> = {
  readonly state: DocumentState<Header, Line>;
  readonly stage: OpenStage;
  readonly actor: Actor;
  readonly save: Save;
  /** Of reservations and claims: which are asked for; absent, all. */
  readonly only?: (effect: Effect) => boolean;
};
const isReserving = (stage: OpenStage): boolean => stage === 'submitted' || stage === 'revising';
/** The version that the open stage is about: the one that is proposed, or the one that stands. */
const openVersionOf = <Header, Line extends LineKey>({
  state,
  stage,
}: Pick<Following<Header, Line>, 'state' | 'stage'>): Version<Header, Line> | null =>
  isReserving(stage) ? (state.draft?.proposed ?? null) : state.current;

const requesting =
  (custodians: Custodians) =>
  (effect: Effect, send: (custodian: Custodian) => ReturnType<Request['send']>): Request => ({
    custodian: effect.custodian,
    id: effect.id,
    effect,
    send: () => send(custodianOf(custodians, effect.custodian)),
  });
/** What a fact brings is reserved only now: nobody can have it, as it is not there. */
const posting = async (custodian: Custodian, ask: Ask): Promise<CustodianAnswer | Refusal> => {
  const reserved = isBrought(ask.effect) ? await custodian.reserve({ ...ask, replaces: null }) : null;
  return reserved !== null && isRefusal(reserved) ? reserved : custodian.post(ask);
};
const requestsOf = <Header, Line extends LineKey>(
  spec: DocumentSpec<Header, Line>,
  custodians: Custodians,
  following: Following<Header, Line>,
): readonly Request[] => {
  const { state, stage, actor, save, only = () => true } = following;
  const { current, openVersion, id } = state;
  const version = openVersionOf(following);
  if (version === null) return [];
  const askOf = asksOf(spec, state, { actor, save })(version);
  const to = requesting(custodians);
  const each = (
    send: (custodian: Custodian, ask: Ask, keys: { claimKey: string; backKey: string }) => ReturnType<Request['send']>,
  ): readonly Request[] =>
    (current?.effects ?? []).filter(only).map((effect) =>
      to(effect, (custodian) =>
        send(custodian, askOf(effect), {
          claimKey: keyAt(spec.kind, id, `u${openVersion}`, effect),
          backKey: keyAt(spec.kind, id, `v${openVersion}`, effect),
        }),
      ),
    );
  switch (stage) {
    case 'submitted':
    case 'revising':
      return (state.draft?.proposed?.added ?? [])
        .filter(({ effect }) => only(effect))
        .map(({ effect, replaces }) => to(effect, (custodian) => custodian.reserve({ ...askOf(effect), replaces })));
    case 'audited':
      return each(posting);
    case 'reversing':
      return each((custodian, ask, { claimKey }) => custodian.claim({ ...ask, claimKey }));
    case 'reversed':
      return each((custodian, ask, keys) => custodian.giveBack({ ...ask, ...keys }));
  }
};

/** As the lines stand, whatever the order they were asked in. */
const inLineOrder = (problems: readonly LineProblem[], lines: readonly LineKey[]): readonly LineProblem[] => {
  if (problems.length < 2) return problems;
  const places = placesOf(lines);
  const at = (one: LineKey): number => places.get(lineName(one))?.index ?? 0;
  return problems.toSorted((left, right) => at(left) - at(right));
};

/**
 * Lets the custodians of the open stage follow.
 * @throws {SagaStuck} when one refuses what was decided already (posting, giving back).
 */
export const followStage = async <Header, Line extends LineKey>(
  spec: DocumentSpec<Header, Line>,
  custodians: Custodians,
  following: Following<Header, Line>,
): Promise<Followed> => {
  const { stage, state, save } = following;
  const requests = requestsOf(spec, custodians, following);
  await takeTurns(custodians, requests, save);
  const said = await sendAll(requests);
  const followed = { ...said, problems: inLineOrder(said.problems, openVersionOf(following)?.lines ?? []) };
  const decided = stage === 'audited' || stage === 'reversed';
  if (decided && followed.problems.length > 0) throw new SagaStuck(spec.stream(state.id), followed.problems);
  return followed;
};

/** Releases reservations and claims that fell away; custodians remember it, so late ones with these keys are refused. */
export const releaseDropped = async (
  stream: string,
  custodians: Custodians,
  {
    dropped,
    actor,
    save,
  }: { readonly dropped: readonly Dropped[] } & Pick<Following<unknown, LineKey>, 'actor' | 'save'>,
): Promise<number> => {
  await takeTurns(custodians, dropped, save);
  const { problems, position } = await sendAll(
    dropped.map(({ custodian, id, key, claimOf }) => ({
      custodian,
      id,
      send: () => custodianOf(custodians, custodian).release({ id, key, claimOf, actor, save }),
    })),
  );
  if (problems.length > 0) throw new SagaStuck(stream, problems);
  return position;
};
