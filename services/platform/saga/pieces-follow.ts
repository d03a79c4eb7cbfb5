/** What the pieces must do in each open stage of a document, and what they said. Repeats are silent on the pieces. */
import { claimKey, documentNo, holdKey, type LineProblem } from '../../contracts/document.ts';
import type { Dropped, DocumentState, OpenStage, StepMeta } from '../../contracts/document-decider.ts';
import { isRefusal } from '../../contracts/refusal.ts';
import type { Actor } from '../../contracts/route.ts';
import type { PieceCommand, Pieces } from '../../goods/contract.ts';
import { inFlight } from '../in-flight.ts';
import type { DocumentSpec, HoldInstead, LineContext } from './spec.ts';

/** `position` is the highest of the piece events; -1 when no piece was asked. */
export type Followed = { readonly problems: readonly LineProblem[]; readonly position: number };
type Ask = { readonly line: number; readonly barcode: string; readonly command: PieceCommand };

/** A piece refused what it may not refuse: a fault that needs a person; the watcher goes on trying. */
export class SagaStuck extends Error {
  constructor(document: string, problems: readonly LineProblem[]) {
    super(`${document}: ${problems.map((one) => `${one.barcode} ${one.code}`).join(', ')}`);
    this.name = 'SagaStuck';
  }
}

/** Acts for whoever took the step, so that a resumed saga writes the same events as the request would have. */
export const actorOf = (step: StepMeta | null, now: Date): Actor => ({
  user: {
    id: step?.userId ?? 0,
    username: '',
    nickName: step?.userName ?? '',
    deptId: null,
    roleIds: [],
    roleKeys: [],
    permissions: new Set(),
    lockShops: [],
    mustChangePassword: false,
  },
  now,
  key: step?.key ?? '',
  requestId: step?.causationId ?? '',
});

const inOrder = (left: Ask, right: Ask): number =>
  left.barcode < right.barcode ? -1 : left.barcode > right.barcode ? 1 : left.line - right.line;

const askAll = async (pieces: Pieces, asks: readonly Ask[], actor: Actor): Promise<Followed> => {
  const answers = await inFlight(asks.toSorted(inOrder), async ({ line, barcode, command }) => {
    const answer = await pieces.apply(barcode, command, actor);
    if (!isRefusal(answer)) return { problems: [], position: answer.position };
    return { problems: [{ line, barcode, code: answer.code, message: answer.message }], position: -1 };
  });
  return {
    problems: answers.flatMap((answer) => answer.problems).toSorted((left, right) => left.line - right.line),
    position: Math.max(-1, ...answers.map((answer) => answer.position)),
  };
};

const contexts = <Header, Line>(
  spec: DocumentSpec<Header, Line>,
  state: DocumentState<Header, Line>,
): readonly (LineContext<Header, Line> & { readonly barcode: string; readonly index: number })[] => {
  const { current, id, openVersion } = state;
  if (current === null) return [];
  const no = documentNo(spec.kind, id);
  const businessDate = spec.businessDate(current.header);
  return current.lines.map((line, index) => ({
    index,
    barcode: spec.holdOf(current.header, line).barcode,
    header: current.header,
    line,
    document: { kind: spec.kind, id, no, line: index, businessDate },
    holder: { kind: spec.kind, id, no },
    key: current.keys[index] ?? '',
    rowId: state.rowIds[index] ?? 0,
    claimKey: claimKey(spec.kind, id, openVersion, index),
    backKey: holdKey(spec.kind, id, openVersion, index),
  }));
};

const holds = <Header, Line>(spec: DocumentSpec<Header, Line>, state: DocumentState<Header, Line>): Ask[] => {
  const proposed = state.draft?.proposed;
  if (proposed == null) return [];
  const holder = { kind: spec.kind, id: state.id, no: documentNo(spec.kind, state.id) };
  return proposed.added.map(({ index, barcode, key, replaces }) => {
    const { shopId, quantity } = spec.holdOf(proposed.header, proposed.lines[index] as Line);
    const plain: HoldInstead = { type: 'HoldGoods', key, shopId, quantity, holder };
    const hold = replaces === null ? plain : { ...plain, replaces };
    return { line: index, barcode, command: spec.reserve?.(proposed.header, hold) ?? hold };
  });
};

/**
 * Lets the pieces of the open stage follow.
 * @throws {SagaStuck} when a piece refuses what was decided already (posting, moving back).
 */
export const followStage = async <Header, Line>(
  spec: DocumentSpec<Header, Line>,
  pieces: Pieces,
  asked: { readonly state: DocumentState<Header, Line>; readonly stage: OpenStage; readonly actor: Actor },
): Promise<Followed> => {
  const { state, stage, actor } = asked;
  const each = (command: (line: LineContext<Header, Line>) => PieceCommand): Ask[] =>
    contexts(spec, state).map((line) => ({ line: line.index, barcode: line.barcode, command: command(line) }));
  const asks = {
    submitted: () => holds(spec, state),
    revising: () => holds(spec, state),
    audited: () => each(spec.post),
    reversing: () => each(spec.claim),
    reversed: () => each(spec.giveBack),
  }[stage]();
  const followed = await askAll(pieces, asks, actor);
  const decided = stage === 'audited' || stage === 'reversed';
  if (decided && followed.problems.length > 0) throw new SagaStuck(spec.stream(state.id), followed.problems);
  return followed;
};

/** Releases holds and claims that fell away; the pieces remember it, so late ones with these keys are refused. */
export const letGo = async <Header, Line>(
  spec: DocumentSpec<Header, Line>,
  pieces: Pieces,
  asked: {
    readonly id: number;
    /** Of the version that stands; null when none ever did, so that nothing was claimed. */
    readonly header: Header | null;
    readonly dropped: readonly Dropped[];
    readonly actor: Actor;
  },
): Promise<number> => {
  const { header } = asked;
  const asks = asked.dropped.map(({ line, barcode, key, claimOf }): Ask => ({
    line,
    barcode,
    command:
      claimOf === null || header === null
        ? { type: 'ReleaseGoods', key }
        : spec.releaseClaim({ header, claimKey: key, postedKey: claimOf }),
  }));
  const { problems, position } = await askAll(pieces, asks, asked.actor);
  if (problems.length > 0) throw new SagaStuck(spec.stream(asked.id), problems);
  return position;
};
