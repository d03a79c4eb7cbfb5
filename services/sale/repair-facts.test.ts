/** Steps of a repair (R49, R90): what may follow what, and what a line that went on stands against. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import type { SaleCleanLine } from './clean-line.ts';
import { REPAIR_STEPS, repairIdOf, repairNo, repairRank, type RepairStep } from './repair.ts';
import { repairFacts, type RepairCommand, type RepairSteps } from './repair-facts.ts';

const line = (lineId: string, more: Partial<SaleCleanLine> = {}): SaleCleanLine => ({
  list: 'clean',
  lineId,
  category: '戒指',
  style: '素圈',
  fineness: '足金999',
  weightMg: 3200,
  mainStone: '',
  mainStoneCaratMilli: 0,
  mainStoneCount: 0,
  sideStone: '',
  sideStoneCaratMilli: 0,
  sideStoneCount: 0,
  priceFen: 5000,
  remark: '改圈',
  promisedOn: '2026-11-17',
  takenOn: null,
  takenBy: '',
  ...more,
});
const NOTHING: RepairSteps = repairFacts.initial;
const at = (lines: readonly SaleCleanLine[]) => ({
  id: 7,
  stage: 'posted',
  version: 1,
  outcomes: [],
  current: { header: { soldOn: '2026-11-10' }, lines },
});
const taking = (step: RepairStep, more: Partial<RepairCommand> = {}): RepairCommand => ({
  lineId: '0',
  step,
  on: '2026-11-12',
  by: '李师傅',
  remark: '',
  ...more,
});
const decide = (command: RepairCommand, own: RepairSteps = NOTHING, lines = [line('0')]) =>
  repairFacts.decide(command, own, at(lines));
const after = (...commands: readonly RepairCommand[]): RepairSteps =>
  commands.reduce<RepairSteps>(
    (own, { ...data }) => repairFacts.evolve(own, { type: repairFacts.events[0]!, data }),
    NOTHING,
  );
const codeOf = (verdict: ReturnType<typeof decide>): string | number =>
  isRefusal(verdict) ? verdict.code : verdict.length;

describe('a step', () => {
  test('goes forward, may leave others out, and is written once however often it is clicked (S1§3/14)', () => {
    expect(codeOf(decide(taking('sent')))).toBe(1);
    expect(codeOf(decide(taking('fetched')))).toBe(1);
    expect(codeOf(decide(taking('sent'), after(taking('sent'))))).toBe(0);
    expect(codeOf(decide(taking('sent'), after(taking('mended'))))).toBe('repair.backwards');
  });

  test('said again corrects its day and person (S1§3/14)', () => {
    const own = after(taking('sent'), taking('mended', { on: '2026-11-14' }));
    const corrected = taking('mended', { on: '2026-11-13', by: '王师傅' });
    expect(codeOf(decide(corrected, own))).toBe(1);
    const now = after(taking('sent'), taking('mended', { on: '2026-11-14' }), corrected).get('0');
    expect(now).toMatchObject([{ step: 'sent' }, { step: 'mended', on: '2026-11-13', by: '王师傅' }]);
  });

  test('lies neither before the day it was handed in nor before the step that went before (S1§3/13)', () => {
    expect(decide(taking('sent', { on: '2026-11-09' }))).toMatchObject({
      fields: [{ path: 'at', message: '日期不能早于已收件日期 2026-11-10' }],
    });
    expect(decide(taking('fetched', { on: '2026-11-11' }), after(taking('sent')))).toMatchObject({
      fields: [{ path: 'at', message: '日期不能早于已送修日期 2026-11-12' }],
    });
  });

  test('of a line that is not there is refused; one that was fetched at once takes corrections alone', () => {
    expect(codeOf(decide(taking('sent', { lineId: '9' })))).toBe('repair.unknown');
    const taken = [line('0', { takenOn: '2026-11-10', takenBy: '王女士' })];
    expect(codeOf(decide(taking('mended'), NOTHING, taken))).toBe('repair.backwards');
    expect(codeOf(decide(taking('fetched'), NOTHING, taken))).toBe(1);
  });

  test('never takes a repair back, whatever is asked in whatever order (S1§3/14)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...REPAIR_STEPS), { maxLength: 12 }), (asked) => {
        let own = NOTHING;
        let rank = 0;
        for (const step of asked) {
          const verdict = decide(taking(step), own);
          if (isRefusal(verdict)) {
            expect(repairRank(step)).toBeLessThan(rank);
            continue;
          }
          for (const { type, data = {} } of verdict) own = repairFacts.evolve(own, { type, data: { ...data } });
          rank = repairRank(step);
        }
      }),
    );
  });
});

describe('a line that went on', () => {
  const own = after(taking('sent'));
  const current = at([line('0'), line('1')]).current;
  const blocks = (doing: 'Revise' | 'Delete' | 'Audit' | 'Reverse', proposed: readonly SaleCleanLine[] | null = null) =>
    repairFacts.blocks(own, doing, { current, proposed });

  test('is neither changed nor taken out, and its order is not deleted (S1§3/16)', () => {
    expect(blocks('Delete')).toMatchObject({ kind: 'conflict', message: '维修清洗第1件已送修，不能删除' });
    expect(blocks('Revise', [line('1')])).toMatchObject({ kind: 'conflict', message: '维修清洗第1件已送修，不能删除' });
    expect(blocks('Revise', [line('1'), line('0', { priceFen: 6000 })])).toMatchObject({
      fields: [{ path: 'sellCleanList.1', message: '维修清洗第1件已送修，不能修改' }],
    });
  });

  test('does not keep the other lines, the audit or 反审核 (S1§3/16)', () => {
    expect(blocks('Revise', [line('0'), line('1', { priceFen: 0 })])).toBeNull();
    expect(blocks('Revise', [line('0'), line('1'), line('2')])).toBeNull();
    expect(blocks('Audit')).toBeNull();
    expect(blocks('Reverse')).toBeNull();
    expect(repairFacts.blocks(NOTHING, 'Delete', { current, proposed: null })).toBeNull();
  });
});

test('the number on the receipt names the line, as it is scanned or typed', () => {
  expect(repairNo(100_070_002)).toBe('WX100070002');
  expect(['WX100070002', ' wx100070002 ', '100070002'].map(repairIdOf)).toEqual([
    100_070_002, 100_070_002, 100_070_002,
  ]);
  expect(['', 'WX', 'XS10007', 'WX1.5', 'WX-1'].map(repairIdOf)).toEqual([null, null, null, null, null]);
});
