/** Whose till a document's money belongs to (R80, R138). */
import { expect, test } from 'vitest';
import { UNASSIGNED_TILL } from '../contracts/tills.ts';
import { tillAt } from './till.ts';

const HOME = 1;
const AWAY = 2;
/** Of each shop its registered tills, with whether they are enabled. */
const REGISTERED: Readonly<Record<number, Readonly<Record<string, boolean>>>> = {
  [HOME]: { 一号台: true, 旧台: false },
  [AWAY]: { 一号台: true },
};
const tills = {
  till: async (shopId: number, name: string) => {
    const enabled = REGISTERED[shopId]?.[name];
    return enabled === undefined ? null : { name, enabled };
  },
};
const at = (shopId: number, till: string | undefined, before: { shopId: number; till?: string } | null = null) =>
  tillAt(
    tills,
    { shopId, before: before === null ? null : { header: before } },
    { client: { ip: '', userAgent: '', ...(till !== undefined && { till }) } },
  );

test('a registered till has its money, a device without one leaves it to the reserved till', async () => {
  expect(await at(HOME, '一号台')).toBe('一号台');
  expect(await at(HOME, undefined)).toBe(UNASSIGNED_TILL);
  expect(await at(HOME, UNASSIGNED_TILL)).toBe(UNASSIGNED_TILL);
});
test('a name that is not registered in that shop, or no longer, is told at the till', async () => {
  expect(await at(HOME, '我的台')).toMatchObject({ kind: 'invalid', fields: [{ path: 'till' }] });
  expect(await at(HOME, '旧台')).toMatchObject({ kind: 'invalid', message: expect.stringContaining('已停用') });
});
test('a correction moves no money between tills; in another shop it lies where that shop can hand it over', async () => {
  expect(await at(HOME, '一号台', { shopId: HOME, till: '旧台' })).toBe('旧台');
  expect(await at(HOME, '一号台', { shopId: HOME })).toBeUndefined();
  expect(await at(AWAY, '一号台', { shopId: HOME, till: '一号台' })).toBe('一号台');
  expect(await at(AWAY, '一号台', { shopId: HOME, till: '旧台' })).toBe(UNASSIGNED_TILL);
});
