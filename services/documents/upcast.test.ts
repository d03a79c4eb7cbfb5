/** Histories of before effects were stored: the keys they give are those under which custodians know them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  documentDecider,
  type DocumentCommand,
  type DocumentEvent,
  type DocumentRules,
  type DocumentState,
  type OpenStage,
} from './decider.ts';
import { keyAt } from './upcast.ts';
import { isRefusal } from '../contracts/refusal.ts';

type Header = { readonly outShopId: number };
type Line = { readonly list: string; readonly lineId: string; readonly barcode: string; readonly quantity: number };
type Data = { readonly version: number; readonly [field: string]: unknown };

/** What the releases before computed of the same events, as they computed it. */
type Old = {
  readonly current: {
    readonly header: Header;
    readonly lines: readonly Line[];
    readonly keys: readonly string[];
  } | null;
  readonly draft: readonly Line[];
  readonly proposed: NonNullable<Old['current']> | null;
  readonly added: readonly string[];
  readonly dropped: readonly string[];
};
const drops = ({ lines = [], keys = [] }: Partial<NonNullable<Old['current']>>, keep: readonly string[] = []) =>
  keys.flatMap((key, index) => (keep.includes(key) ? [] : [`${lines[index]?.barcode} ${key}`]));
const proposedThen = (old: Old, { version, header, lineCount }: Data): Old => {
  const wanted = header as Header;
  const lines = old.draft.slice(0, lineCount as number);
  const before = new Map(
    (old.current?.lines ?? []).map((line, index) => [line.barcode, { ...line, key: old.current?.keys[index] }]),
  );
  const added: string[] = [];
  const keys = lines.map(({ barcode, quantity }, index) => {
    const was = before.get(barcode);
    const sameShop = was !== undefined && old.current?.header.outShopId === wanted.outShopId;
    if (sameShop && was.quantity === quantity) return was.key ?? '';
    const key = `transfer-7/v${version}/${index}`;
    added.push(`${barcode} ${key}`);
    return key;
  });
  return { ...old, proposed: { header: wanted, lines, keys }, added };
};
const droppedBy = (fact: string, { version }: Data, { current, proposed }: Old): readonly string[] => {
  switch (fact) {
    case 'Revised':
      return drops(current ?? {}, proposed?.keys);
    case 'Refused':
      return drops(proposed ?? {});
    case 'RevisionRefused':
      return drops(proposed ?? {}, current?.keys);
    case 'Deleted':
      return drops(current ?? {});
    case 'ReversalRefused':
      return (current?.lines ?? []).map(({ barcode }, index) => `${barcode} transfer-7/u${version}/${index}`);
    default:
      return [];
  }
};
const evolveOld = (before: Old, fact: string, data: Data): Old => {
  const old = { ...before, dropped: [...before.dropped, ...droppedBy(fact, data, before)] };
  const { current, proposed } = old;
  switch (fact) {
    case 'LinesWritten':
      return { ...old, draft: data['lines'] as readonly Line[], proposed: null };
    case 'Submitted':
    case 'RevisionProposed':
      return proposedThen(old, data);
    case 'Opened':
    case 'Revised':
      return { ...old, current: proposed, proposed: null };
    case 'Reopened': {
      const keys = (current?.lines ?? []).map((_, index) => `transfer-7/v${data.version}/${index}`);
      return { ...old, current: current && { ...current, keys } };
    }
    default:
      return old;
  }
};

const rules: DocumentRules<Header, Line> = {
  kind: 'transfer',
  name: 'Transfer',
  effectsOf: ({ outShopId }, { barcode, quantity }) => [
    { custodian: 'piece', id: barcode, role: 'move', quantity, place: outShopId },
  ],
};
const decider = documentDecider(rules);
/** As it was written then. */
const asThen = ({ type, data: { effects: _effects, ...data } }: DocumentEvent): DocumentEvent => ({ type, data });

const documentId = 7;
type Bare = Pick<Line, 'barcode' | 'quantity'>;
/** Lines of then, as they are read now: told apart by their index. */
const read = (lines: readonly Bare[]): Line[] =>
  lines.map((line, index) => ({ list: 'goods', lineId: String(index), ...line }));
const lines = fc
  .uniqueArray(fc.record({ barcode: fc.constantFrom('A', 'B', 'C', 'D/1'), quantity: fc.constantFrom(1, 2) }), {
    minLength: 1,
    selector: (one) => one.barcode,
  })
  .map(read);
const header = fc.record({ outShopId: fc.constantFrom(1, 1, 2) });
const key = fc.nat(1_000).map((n) => `7/${n}`);
type Step = 'yes' | 'no' | DocumentCommand<Header, Line>;
const of = <Type extends string>(type: Type) => ({ type: fc.constant(type), documentId: fc.constant(documentId), key });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('yes' as const, 'yes' as const, 'no' as const) },
  { weight: 3, arbitrary: fc.record({ ...of('Revise'), header, lines }) },
  fc.record({ ...of('Submit'), header, lines }),
  fc.record({ ...of('Delete') }),
  fc.record({ ...of('Audit'), auditor: fc.constant('李四'), rowIds: fc.constant([]) }),
  fc.record({ ...of('Reverse'), reason: fc.constant('错') }),
);
const OPEN = new Set(['submitted', 'revising', 'audited', 'reversing', 'reversed']);
const problems = [{ list: 'goods', lineId: '0', custodian: 'piece', id: 'A', code: 'goods.held', message: '占用' }];
const commandOf = (one: Step, { stage, openVersion: version }: DocumentState<Header, Line>) => {
  if (typeof one !== 'string') return one;
  if (!OPEN.has(stage)) return null;
  const said = { stage: stage as OpenStage, version, problems: one === 'no' ? problems : [] };
  return { type: 'Conclude', documentId, ...said } as const;
};
/** What a history leaves to be asked of pieces, and under which keys. */
const asked = (state: DocumentState<Header, Line>) => {
  const named = ({ id, key: name }: { readonly id: string; readonly key: string }): string => `${id} ${name}`;
  return {
    standing: state.current?.effects.map(named) ?? [],
    added: state.draft?.proposed?.added.map(({ effect }) => named(effect)) ?? [],
    dropped: state.dropped.map(named),
    claims: state.current?.effects.map((one) => keyAt('transfer', documentId, 'u99', one)) ?? [],
  };
};

const askedThen = ({ current, added, dropped }: Old, isProposed: boolean) => ({
  standing: current?.lines.map(({ barcode }, index) => `${barcode} ${current.keys[index]}`) ?? [],
  added: isProposed ? added : [],
  dropped,
  claims: current?.lines.map((_, index) => `transfer-7/u99/${index}`) ?? [],
});

test('any old history: the keys are those that were computed then', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 40 }), lines, (steps, first) => {
      let state = decider.initial;
      let old: Old = { current: null, draft: [], proposed: null, added: [], dropped: [] };
      const begin: Step = { type: 'Submit', documentId, key: '7/first', header: { outShopId: 1 }, lines: first };
      for (const one of [begin, ...steps]) {
        const command = commandOf(one, state);
        const verdict = command === null ? [] : decider.decide(command, state);
        for (const event of isRefusal(verdict) ? [] : verdict.map(asThen)) {
          state = decider.evolve(state, event);
          old = evolveOld(old, event.type.slice(rules.name.length), event.data);
        }
        expect(asked(state)).toEqual(askedThen(old, state.draft?.proposed != null));
      }
    }),
    { numRuns: 500 },
  );
});

test('a document of then that is edited now keeps the keys of what stays, and names the rest by piece', () => {
  const done = (stage: OpenStage, version: number) =>
    ({ type: 'Conclude', documentId, stage, version, problems: [] }) as const;
  const run = (
    state: DocumentState<Header, Line>,
    command: DocumentCommand<Header, Line>,
    stored = (e: DocumentEvent) => e,
  ) => {
    const verdict = decider.decide(command, state);
    if (isRefusal(verdict)) throw new Error(verdict.message);
    return verdict.map(stored).reduce(decider.evolve, state);
  };
  const line = (barcode: string, lineId: string): Line => ({ list: 'goods', lineId, barcode, quantity: 1 });
  const [a, b, c] = [line('A', '0'), line('B', '1'), line('C', '2')];
  const then = { documentId, header: { outShopId: 1 } };
  const submitted = run(decider.initial, { type: 'Submit', key: '7/1', ...then, lines: [a, b] }, asThen);
  const revising = run(run(submitted, done('submitted', 1)), { type: 'Revise', key: '7/2', ...then, lines: [c, b] });
  const revised = run(revising, done('revising', 2));
  expect(revised.current?.effects.map((one) => one.key)).toEqual(['transfer-7/v2/piece/C', 'transfer-7/v1/1']);
  const audit = { type: 'Audit', documentId, key: '7/3', auditor: '李四', rowIds: [] } as const;
  const posted = run(run(revised, audit), done('audited', 2));
  const back = run(posted, { type: 'Reverse', documentId, key: '7/4', reason: '错' });
  const pending = run(run(back, done('reversing', 3)), done('reversed', 3));
  expect(pending.current?.effects.map((one) => one.key)).toEqual(['transfer-7/v3/piece/C', 'transfer-7/v3/1']);
});
