import { expect, test } from 'vitest';
import { sampleAttributes, sampleReceipt } from '../sample.ts';
import { differenceWords, differencesOf, doubtsOf } from './implausible.ts';

const wires = (change: Parameters<typeof sampleAttributes>[0], quantity = 1): string[] =>
  doubtsOf(sampleReceipt({ attributes: sampleAttributes(change), quantity })).map(({ wire }) => wire);

test('an ordinary ring is believed', () => {
  expect(wires({})).toEqual([]);
  expect(wires({ tagPriceFen: 180_000 })).toEqual([]);
});
test('what hardly ever is right is named', () => {
  expect(wires({ netWeightMg: 15_700_000, grossWeightMg: 15_700_000 })).toEqual(['goldWeight']);
  expect(wires({ grossWeightMg: 15_700_000 })).toEqual(['weight']);
  expect(wires({ unitCostFen: 0 })).toEqual(['piceCost']);
  expect(wires({ tagPriceFen: 100_000 })).toEqual(['sellPrice']);
  expect(wires({ netWeightMg: 0 })).toEqual(['goldWeight']);
  expect(wires({ grossWeightMg: 1_000 })).toEqual(['weight']);
  expect(wires({ mainStoneCaratMilli: 300_000 })).toEqual(['stoneCt']);
  expect(wires({}, 5_000)).toEqual(['num']);
});
test('a given cost and weight are told with their difference to the formula', () => {
  const attributes = sampleAttributes({ givenCostFen: 2_500_000, givenWeightMg: 3_200 });
  expect(differencesOf({ attributes, quantity: 1 }).map(differenceWords)).toEqual([
    '按文件25000.00元入库，公式为1800.40元，差+23199.60元',
    '按文件3.200克入库，公式为3.215克，差-0.015克',
  ]);
});
