import { expect, test } from 'vitest';
import { GOODS_FIELDS } from 'services/goods/contract';
import { PRINTED_DOCUMENTS } from 'services/master-data/contract';
import { paperOf, sampleData, titleOf } from './fields.ts';

const offered = (kind: string) => paperOf(kind).groups.flatMap(({ fields }) => fields);
/** 1 and 2 mean nothing on paper. */
const CODES = ['priceMode'];

test('a label offers every attribute of a piece, in Chinese and once', () => {
  const fields = offered('label');
  const names = fields.map(({ field }) => field);
  expect(
    Object.values(GOODS_FIELDS)
      .map(({ wire }) => wire)
      .filter((wire) => !names.includes(wire)),
  ).toEqual(CODES);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(fields.filter(({ title }) => !/\p{Script=Han}/u.test(title))).toEqual([]);
});
test('a new attribute stands in a group by its kind, or in the one that it names', () => {
  const groups = new Map(paperOf('label').groups.map(({ title, fields }) => [title, fields.map(({ field }) => field)]));
  expect(groups.get('重量')).toEqual(['goldWeight', 'partWeight', 'weight', 'givenWeight', 'overlayWeight']);
  expect(groups.get('价格与工费')).toEqual(['sellPrice', 'workFee', 'fineWorkFee', 'piceWorkFee']);
  expect(groups.get('副石')).toEqual(['secondName', 'secondCt', 'secondP', 'secondMeasure']);
});
test('weights, carats and money have their unit', () => {
  const unit = (field: string) => offered('label').find((one) => one.field === field)?.unit;
  expect([
    unit('goldWeight'),
    unit('stoneCt'),
    unit('sellPrice'),
    unit('stoneP'),
    unit('workFee'),
    unit('name'),
  ]).toEqual(['g', 'ct', '元', '粒', '元/g', '']);
});
test('costs stand in a group of their own', () => {
  const costs = Object.values(GOODS_FIELDS).flatMap((spec) => ('cost' in spec ? [spec.wire] : []));
  const groups = paperOf('label').groups;
  expect(
    groups
      .filter(({ cost }) => cost === true)
      .flatMap(({ fields }) => fields.map(({ field }) => field))
      .toSorted(),
  ).toEqual(costs.toSorted());
});
test('template columns speak of documents by another kind, and know the same fields', () => {
  expect([titleOf('goodsIn', 'goldWeight'), titleOf('sell', 'orderNo'), titleOf('check', 'factNum')]).toEqual([
    '金重',
    '单号',
    '实盘数量',
  ]);
  expect(titleOf('check', 'nothing')).toBeUndefined();
});
test('each kind has something to design with', () => {
  for (const { kind } of PRINTED_DOCUMENTS) {
    const data = sampleData(kind);
    for (const { field } of offered(kind).filter(({ field }) =>
      paperOf(kind).groups.some(({ cost, fields }) => cost !== true && fields.some((one) => one.field === field)),
    ))
      expect(data[field], `${kind} ${field}`).toBeDefined();
    if (kind !== 'label') expect(data['goods']).toHaveLength(3);
  }
});
