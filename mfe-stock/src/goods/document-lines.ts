/** What the lines of transfers, returns and adjustments have in common. */
import type { LineColumn } from 'root-config/ui';
import { z } from 'zod';

/** Yuan to whole fen, without the dust of binary fractions. */
export const cents = (value: number): number => Math.round(value * 100) / 100;
const milli = (value: number): number => Math.round(value * 1000) / 1000;

/** The quantity that the document moves, summed. */
export const quantityColumn = <Line extends object>(
  field: LineColumn<Line>['field'],
  title: string,
  change: NonNullable<LineColumn<Line>['change']>,
): LineColumn<Line> => ({ field, title, kind: 'count', width: 74, edit: 'number', decimals: 0, change, sum: true });

/** Grams of all its pieces. */
export const totalWeightColumn = <Line extends { readonly goldWeight: number; readonly totalWeight?: number }>(
  quantity: (line: Line) => number,
): LineColumn<Line> => ({
  field: 'totalWeight',
  title: '金重合计',
  width: 96,
  kind: 'weight',
  compute: (line) => milli(line.goldWeight * quantity(line)),
  sum: true,
});

const Record = z.looseObject({ bizGoodsList: z.array(z.looseObject({})) });
/** A record as the server sends it; each line knows the shop it stands in, which the field `shop` names. */
export const readLines = <Values>(data: unknown, shop: 'shopId' | 'outShopId' = 'shopId'): Partial<Values> => {
  const record = Record.parse(data);
  const shopId = z.int().parse(record[shop]);
  return {
    ...record,
    bizGoodsList: record.bizGoodsList.map((line) => ({ ...line, shopId })),
  } as unknown as Partial<Values>;
};
