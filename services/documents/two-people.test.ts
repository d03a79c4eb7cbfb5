/** Who may not audit, and who may not take an audit back (R134). */
import { describe, expect, test } from 'vitest';
import { NOBODY, type SessionUser } from '../contracts/user.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { barredFrom, judgeTwoPeople } from './two-people.ts';

type Done = readonly [user: number, type: string, version: number];
const stateOf = (done: readonly Done[], refused: readonly number[] = []) => ({
  attempts: new Map(done.map(([user, type, version], index) => [`${user}/k${index}`, { type, version }])),
  refusals: new Map(refused.map((version) => [version, []])),
});

describe('barred', () => {
  test('from the audit are maker and last editor, not an earlier one, nor one whose edit was refused', () => {
    const made = stateOf(
      [
        [1, 'Submit', 1],
        [2, 'Revise', 2],
        [3, 'Revise', 3],
        [4, 'Revise', 4],
      ],
      [4],
    );
    expect(barredFrom('audit', made)).toEqual([1, 3]);
    expect(barredFrom('back', made)).toEqual([1, 3]);
  });
  test('from 反审核 are maker and auditor', () => {
    expect(
      barredFrom(
        'reverse',
        stateOf([
          [1, 'Submit', 1],
          [2, 'Revise', 2],
          [3, 'Audit', 2],
        ]),
      ),
    ).toEqual([1, 3]);
  });
});

describe('judged', () => {
  const manifest = { kind: 'recycle-out', label: '旧料出库单', permission: 'biz:bizRecycleOut' } as const;
  const user = (id: number, roleKeys: readonly string[] = []): SessionUser => ({
    ...NOBODY,
    id,
    nickName: `员工${id}`,
    roleKeys,
  });
  const judged = (
    who: SessionUser,
    {
      setting = null,
      held = true,
      kind = 'recycle-out',
    }: { setting?: string | null; held?: boolean; kind?: string } = {},
  ) => {
    const deps = { lookup: { setting: async () => setting }, identity: { heldSince: async () => held } };
    const state = stateOf([[1, 'Submit', 1]]);
    const document = { manifest: { ...manifest, kind: kind as 'recycle-out' }, shopId: 7, documentNo: 'JC5', state };
    return judgeTwoPeople(deps, 'audit', document, { user: who, now: new Date('2026-11-28T10:00:00Z') });
  };
  test('the maker is refused while somebody else could have been asked', async () => {
    expect(await judged(user(1))).toMatchObject({ kind: 'conflict', message: '制单人不能审核自己的单据' });
    expect(await judged(user(2))).toEqual([]);
  });
  test('who is alone, and role admin, may, and it is noted', async () => {
    const noted = [{ kind: 'own-audit', shopId: 7, documentNo: 'JC5', what: '员工1审核了自己经手的旧料出库单JC5' }];
    expect(await judged(user(1), { held: false })).toEqual(noted);
    expect(await judged(user(1, ['admin']))).toEqual(noted);
  });
  test('the setting names the kinds', async () => {
    expect(await judged(user(1), { kind: 'transfer' })).toEqual([]);
    expect(isRefusal(await judged(user(1), { kind: 'transfer', setting: 'adjust， transfer' }))).toBe(true);
    expect(await judged(user(1), { setting: '' })).toEqual([]);
  });
});
