import { expect, test } from 'vitest';
import { knownBy } from '../platform/http/schema-fields.ts';
import { BatchBody } from './batch-body.ts';
import { IMPORT_FIELDS } from './import/contract.ts';
import { ImportBody } from './import/import-body.ts';

const whole = Object.fromEntries(IMPORT_FIELDS.map(({ wire }, index) => [wire, index]));

test.each([
  ['batch', BatchBody],
  ['import', ImportBody],
])('%s: a row keeps every field it can have and nothing else', (_, body) => {
  const row = { ...whole, toString: 'x', evil: { deep: ['evil'] }, ['GoldWeight']: 1 };
  expect(knownBy(body)({ list: [row] })).toEqual({ list: [whole] });
  expect(body.shape.list.safeParse([row]).data).toEqual([whole]);
});
