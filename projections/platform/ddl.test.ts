import { expect, test } from 'vitest';
import { schemaName, statementsOf } from './ddl.ts';

test('a script is split at its semicolons, not at those inside quotes, comments and bodies', () => {
  const script = `create table a (b text default ';'); -- note; here
    /* and; here */ create index c on a (b);
    do $x$ begin perform 1; end $x$; create table "d;e" (f int)`;
  expect(statementsOf(script)).toEqual([
    `create table a (b text default ';')`,
    'create index c on a (b)',
    'do $x$ begin perform 1; end $x$',
    'create table "d;e" (f int)',
  ]);
});

test('schemas are named after projection, version and run', () => {
  expect(schemaName('goods-flow', 2, 0)).toBe('p_goods_flow_v2');
  expect(schemaName('goods-flow', 2, 3)).toBe('p_goods_flow_v2_r3');
});
