import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  documentDecider,
  type DocumentCommand,
  type DocumentEvent,
  type DocumentRules,
  type DocumentState,
  type OpenStage,
} from './decider.ts';
import { chunksOf, effectsOfVersion, versionChunks } from './plan.ts';
import { isRefusal, refuse } from '../contracts/refusal.ts';

type Header = { shopId: number };
type Line = { list: string; lineId: string; barcode: string; quantity: number };
type Command = DocumentCommand<Header, Line>;
type State = DocumentState<Header, Line>;
const rules: DocumentRules<Header, Line> = {
  kind: 'transfer',
  name: 'Transfer',
  effectsOf: ({ shopId }, { barcode, quantity }) => [
    { custodian: 'piece', id: barcode, role: 'move', quantity, place: shopId },
  ],
};
const decider = documentDecider(rules);
const meta = (key: string) => ({
  key,
  causationId: 'r',
  userId: 7,
  userName: '张三',
  at: '2026-11-10T10:00:00.000+08:00',
});
const keyOf = (command: Command): string => ('key' in command ? command.key.slice(2) : 'saga');

/** The document after these commands, each of which must be accepted. */
const given = (...commands: readonly Command[]): State =>
  commands.reduce((state, command) => {
    const verdict = decider.decide(command, state);
    if (isRefusal(verdict)) throw new Error(verdict.message);
    return fold(state, command, verdict);
  }, decider.initial);
const fold = (state: State, command: Command, events: readonly DocumentEvent[]): State =>
  events.reduce((before, event) => decider.evolve(before, { ...event, meta: meta(keyOf(command)) }), state);

const documentId = 7;
const header = { shopId: 1 };
/** Told apart by its barcode. */
const line = (barcode: string, quantity = 1): Line => ({ list: 'goods', lineId: barcode, barcode, quantity });
const effect = (id: string, quantity: number, key = `transfer-7/v1/piece/${id}`) => ({
  key,
  custodian: 'piece',
  id,
  legs: [{ list: 'goods', lineId: id, role: 'move', quantity }],
});
const submit: Command = { type: 'Submit', documentId, key: '7/k1', header, lines: [line('A'), line('B', 2)] };
const revise: Command = {
  type: 'Revise',
  documentId,
  key: '7/k2',
  header,
  lines: [line('B', 2), line('A', 3), line('C')],
};
const remove: Command = { type: 'Delete', documentId, key: '7/k3' };
const audit: Command = { type: 'Audit', documentId, key: '7/k4', auditor: '李四', rowIds: [901, 902] };
const reverse: Command = { type: 'Reverse', documentId, key: '7/k5', reason: '录错' };
const done = (stage: OpenStage, version: number): Command => ({
  type: 'Conclude',
  documentId,
  stage,
  version,
  problems: [],
});
const problems = [{ list: 'goods', lineId: 'A', custodian: 'piece', id: 'A', code: 'goods.held', message: '已被占用' }];
const refused = (stage: OpenStage, version: number): Command => ({
  type: 'Conclude',
  documentId,
  stage,
  version,
  problems,
});
const pending = given(submit, done('submitted', 1));
const posted = given(submit, done('submitted', 1), audit, done('audited', 1));

describe('events', () => {
  test('a submission writes its lines, its header and what it asks of whom in one append', () => {
    const effects = [effect('A', 1), effect('B', 2)];
    expect(decider.decide(submit, decider.initial)).toEqual([
      { type: 'TransferLinesWritten', data: { documentId, version: 1, offset: 0, lines: [line('A'), line('B', 2)] } },
      { type: 'TransferSubmitted', data: { documentId, version: 1, header, lineCount: 2, effects } },
    ]);
  });
  test('a reversal decides under the next version and ends pending with its holds', () => {
    const state = given(submit, done('submitted', 1), audit, done('audited', 1), reverse);
    expect(decider.decide(done('reversing', 2), state)).toEqual([
      { type: 'TransferReversed', data: { documentId, version: 2, reason: '录错' } },
    ]);
    const back = fold(state, done('reversing', 2), [
      { type: 'TransferReversed', data: { documentId, version: 2, reason: '录错' } },
      { type: 'TransferReopened', data: { documentId, version: 2 } },
    ]);
    expect(back).toMatchObject({
      stage: 'pending',
      version: 2,
      current: { effects: [{ key: 'transfer-7/v2/piece/A' }, { key: 'transfer-7/v2/piece/B' }] },
    });
  });
  test('a refused reversal drops its claims, and the next try takes other ones', () => {
    const state = given(submit, done('submitted', 1), audit, done('audited', 1), reverse, refused('reversing', 2));
    expect(state).toMatchObject({ stage: 'posted', version: 1, lastVersion: 2 });
    expect(state.dropped.map((one) => [one.key, one.claimOf])).toEqual([
      ['transfer-7/u2/piece/A', 'transfer-7/v1/piece/A'],
      ['transfer-7/u2/piece/B', 'transfer-7/v1/piece/B'],
    ]);
    expect(decider.decide({ ...reverse, key: '7/k9' }, state)).toMatchObject([{ data: { version: 3 } }]);
  });
});

describe('holds', () => {
  test('unchanged lines keep theirs; others take new ones and say what these replace', () => {
    const state = given(submit, done('submitted', 1), revise);
    const [a, c] = [effect('A', 3, 'transfer-7/v2/piece/A'), effect('C', 1, 'transfer-7/v2/piece/C')];
    expect(state.draft?.proposed?.effects).toEqual([effect('B', 2), a, c]);
    expect(state.draft?.proposed?.added).toEqual([
      { effect: a, replaces: 'transfer-7/v1/piece/A' },
      { effect: c, replaces: null },
    ]);
    const revised = fold(state, done('revising', 2), [{ type: 'TransferRevised', data: { documentId, version: 2 } }]);
    expect(revised.dropped.map((one) => one.key)).toEqual(['transfer-7/v1/piece/A']);
  });
  test('another shop means other holds', () => {
    const moved: Command = { ...revise, header: { shopId: 2 } };
    expect(given(submit, done('submitted', 1), moved).draft?.proposed?.added.map((one) => one.effect.key)).toEqual([
      'transfer-7/v2/piece/B',
      'transfer-7/v2/piece/A',
      'transfer-7/v2/piece/C',
    ]);
  });
  test('a refused revision drops only what it took', () => {
    const state = given(submit, done('submitted', 1), revise, refused('revising', 2));
    expect(state).toMatchObject({ stage: 'pending', version: 1, lastVersion: 2 });
    expect(state.dropped.map((one) => one.key)).toEqual(['transfer-7/v2/piece/A', 'transfer-7/v2/piece/C']);
  });
});

describe('what does not fit is refused', () => {
  const deleted = given(submit, done('submitted', 1), remove);
  type Misfit = { name: string; state: State; command: Command; code: string; message: string };
  const misfits: Misfit[] = [
    {
      name: 'edit of a posted document',
      state: posted,
      command: revise,
      code: 'document.audited',
      message: '已审核的单据不能修改',
    },
    {
      name: 'deletion of a posted document',
      state: posted,
      command: remove,
      code: 'document.audited',
      message: '已审核的单据不能删除',
    },
    {
      name: 'an audit whose rows were drawn for other lines',
      state: given(submit, done('submitted', 1), revise, done('revising', 2)),
      command: audit,
      code: 'document.changed',
      message: '别人刚修改了单据，请刷新后再审核',
    },
    {
      // An edit came between the drawing and the audit: what it added would have no row.
      name: 'an audit that drew no rows, for a version before',
      state: given(submit, done('submitted', 1), revise, done('revising', 2)),
      command: { ...audit, rowIds: [], version: 1 },
      code: 'document.changed',
      message: '别人刚修改了单据，请刷新后再审核',
    },
    {
      name: 'a second audit',
      state: posted,
      command: { ...audit, key: '7/other' },
      code: 'document.audited',
      message: '单据已审核，不能重复审核',
    },
    {
      name: 'edit of a deleted document',
      state: deleted,
      command: revise,
      code: 'document.deleted',
      message: '单据已删除',
    },
    {
      name: 'audit of a deleted document',
      state: deleted,
      command: audit,
      code: 'document.deleted',
      message: '单据已删除',
    },
    {
      name: 'reversal of a pending document',
      state: pending,
      command: reverse,
      code: 'document.not_audited',
      message: '单据未审核，不能反审核',
    },
    {
      name: 'edit of nothing',
      state: decider.initial,
      command: revise,
      code: 'document.unknown',
      message: '单据不存在',
    },
    {
      name: 'audit while pieces follow',
      state: given(submit),
      command: audit,
      code: 'document.busy',
      message: '单据正在处理中，请稍后再试',
    },
    {
      name: 'another document under that id',
      state: pending,
      command: { ...submit, key: '7/other' },
      code: 'document.exists',
      message: '单据已存在',
    },
  ];
  test.each(misfits)('$name', ({ state, command, code, message }) => {
    expect(decider.decide(command, state)).toMatchObject({ refused: true, code, message });
  });
  test('a late word of the saga changes nothing', () => {
    expect(decider.decide(refused('submitted', 1), pending)).toEqual([]);
    expect(decider.decide(done('revising', 2), pending)).toEqual([]);
  });
});

describe('long documents', () => {
  const lines = Array.from({ length: 450 }, (_, index) => line(`A${index}`));
  const long: Command = { ...submit, lines };
  const chunks = (version: number, of = lines): readonly Command[] =>
    versionChunks(of, effectsOfVersion(rules, decider.initial, { documentId, version, header, lines: of })).map(
      (chunk) => ({ type: 'WriteLines', documentId, version, ...chunk }),
    );
  test('are assembled from their chunks', () => {
    const { current } = given(...chunks(1), long, done('submitted', 1));
    expect(current?.lines).toEqual(lines);
    expect(current?.effects).toEqual(lines.map(({ barcode }) => effect(barcode, 1)));
  });
  test('a draft somebody else wrote over is not taken', () => {
    const others = lines.map((one) => ({ ...one, quantity: 9 }));
    const state = given(...chunks(1), ...chunks(1, others).slice(0, 1));
    expect(decider.decide(long, state)).toMatchObject({ code: 'document.concurrent_edit' });
    expect(given(...chunks(1, others), ...chunks(1), long).draft?.lines).toEqual(lines);
  });
  test('chunks stay below the append limit', () => {
    const wide = Array.from({ length: 150 }, (_, index) => ({ text: '长'.repeat(1000), index }));
    const sizes = chunksOf(wide).map((chunk) => new TextEncoder().encode(JSON.stringify(chunk)).length);
    expect(Math.max(...sizes)).toBeLessThan(200 * 1024);
    expect(chunksOf(wide).flat()).toEqual(wide);
  });
});

const keyed = (letter: string) => fc.nat(4).map((n) => `7/${letter}${n}`);
const someLines = fc
  .uniqueArray(fc.record({ barcode: fc.constantFrom('A', 'B', 'C'), quantity: fc.constantFrom(1, 2) }), {
    minLength: 1,
    selector: (one) => one.barcode,
  })
  .map((lines) => lines.map(({ barcode, quantity }) => line(barcode, quantity)));
const shop = fc.record({ shopId: fc.constantFrom(1, 2) });
const any: fc.Arbitrary<'next' | 'no' | Command> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('next' as const, 'next' as const, 'no' as const) },
  fc.record({
    type: fc.constant('Submit' as const),
    documentId: fc.constant(7),
    key: keyed('s'),
    header: shop,
    lines: someLines,
  }),
  fc.record({
    type: fc.constant('Revise' as const),
    documentId: fc.constant(7),
    key: keyed('r'),
    header: shop,
    lines: someLines,
  }),
  fc.record({ type: fc.constant('Delete' as const), documentId: fc.constant(7), key: keyed('d') }),
  fc.record({
    type: fc.constant('Audit' as const),
    documentId: fc.constant(7),
    key: keyed('a'),
    auditor: fc.constant('李四'),
    rowIds: fc.constant([]),
  }),
  fc.record({
    type: fc.constant('Reverse' as const),
    documentId: fc.constant(7),
    key: keyed('u'),
    reason: fc.constant('错'),
  }),
);
const OPEN = new Set(['submitted', 'revising', 'audited', 'reversing', 'reversed']);
const concluding = (state: State, no: boolean): Command =>
  (no ? refused : done)(state.stage as OpenStage, state.openVersion);

test('any history: deciding twice adds nothing, nothing gets stuck, every hold is kept or dropped', () => {
  fc.assert(
    fc.property(fc.array(any, { maxLength: 40 }), (steps) => {
      let state = decider.initial;
      const apply = (command: Command): void => {
        const verdict = decider.decide(command, state);
        if (isRefusal(verdict)) return;
        state = fold(state, command, verdict);
        const again = decider.decide(command, state);
        expect(isRefusal(again) ? again.code : again).toEqual([]);
      };
      for (const step of steps) {
        if (typeof step !== 'string') apply(step);
        else if (OPEN.has(state.stage)) apply(concluding(state, step === 'no'));
      }
      for (let rounds = 0; OPEN.has(state.stage); rounds += 1) {
        expect(rounds).toBeLessThan(3);
        apply(concluding(state, false));
      }
      const kept =
        state.stage === 'deleted' || state.stage === 'refused'
          ? []
          : (state.current?.effects.map(({ key }) => key) ?? []);
      expect(state.dropped.filter((one) => kept.includes(one.key))).toEqual([]);
      expect(new Set(kept).size).toBe(kept.length);
    }),
    { numRuns: 400 },
  );
});
test('what a header lacks for its audit is said by the audit, not by the save', () => {
  const picky = documentDecider<Header, Line>({
    ...rules,
    auditLacks: ({ shopId }) => (shopId === 1 ? refuse('invalid', 'x.lacks', '还缺一项') : null),
  });
  const saved = given(submit, done('submitted', 1));
  expect(picky.decide(audit, saved)).toMatchObject({ refused: true, code: 'x.lacks' });
  expect(picky.decide(remove, saved)).toMatchObject([{ type: 'TransferDeleted' }]);
});
