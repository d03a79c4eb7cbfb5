import { expect, test } from 'vitest';
import { projections } from '../../registry.ts';
import { schemaName, scriptOf, statementsOf, typed } from './ddl.ts';

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

test('columns of numbers and dates are of the table of values', () => {
  expect(typed('quantity {pieces} NOT NULL, day {day}')).toBe('quantity integer NOT NULL, day date');
  expect(() => typed('a {nonsense}')).toThrow(RangeError);
  for (const { name, ddl } of projections) {
    const script = scriptOf({ ddl });
    expect(script.match(/^\s+\w+ (int|integer|bigint|smallint|date|timestamptz|numeric)\b.*/gm) ?? [], name).toEqual(
      [],
    );
  }
});
