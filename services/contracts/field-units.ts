/** What a figure of the wire is measured in: lists, forms, grids, sheets and papers take it from here. */

export const GRAM = 'g';
export const CARAT = '克拉';
/** On a label of a few millimetres. */
export const CARAT_ON_PAPER = 'ct';
const PER_GRAM = '元/g';
const PER_PIECE = '元/件';
const PER_CARAT = '元/克拉';
const PER_STONE = '元/粒';
const BY_NUMBER = '数量';

/** Of these kinds, as screens and as pieces call them, a title names the unit. */
const KIND_UNITS: Readonly<Record<string, string>> = { weight: GRAM, grams: GRAM, carat: CARAT, carats: CARAT };
const PER: Readonly<Record<string, string>> = {
  goldCost: PER_GRAM,
  partCost: PER_GRAM,
  workFee: PER_GRAM,
  fineWorkFee: PER_GRAM,
  todayGoldCost: PER_GRAM,
  piceWorkFee: PER_PIECE,
  givenCost: PER_PIECE,
};
/** Prices of stones, and the field that says what they are per. */
const STONE_PRICES: Readonly<Record<string, string>> = { stoneCost: 'stoneMeasure', secondCost: 'secondMeasure' };
/** What plain gold does not have at all: 0 is nothing. */
const OF_STONES: readonly string[] = ['stoneCt', 'stoneP', 'stoneCost', 'secondCt', 'secondP', 'secondCost'];

/** Stones are priced by their weight unless they are counted (S0§5). */
export const stoneUnit = (measure: unknown): string => (measure === BY_NUMBER ? PER_STONE : PER_CARAT);
/** What the price of that field is per in this row; undefined where it is of the whole. */
export const pricedPer = (field: string, row: object): string | undefined => {
  const measure = STONE_PRICES[field];
  return measure === undefined ? PER[field] : stoneUnit((row as Readonly<Record<string, unknown>>)[measure]);
};
export const isStonePrice = (field: string): boolean => field in STONE_PRICES;
/** What a list or a grid says behind a title; of a stone's price each row says it. */
export const unitInTitle = (field: string, kind: string): string | undefined => KIND_UNITS[kind] ?? PER[field];
export const titleWithUnit = (title: string, unit: string | undefined): string =>
  unit === undefined ? title : `${title}(${unit})`;
/** 金重(g), 工费(元/g). */
export const titleOf = ({ title, field, kind }: { title: string; field: string; kind: string }): string =>
  titleWithUnit(title, unitInTitle(field, kind));
/** Figures of a sheet have no units of their own: 主石单价(元/克拉或元/粒). */
export const sheetTitleOf = (column: { title: string; field: string; kind: string }): string =>
  isStonePrice(column.field) ? titleWithUnit(column.title, `${PER_CARAT}或${PER_STONE}`) : titleOf(column);

/** ¥537.00 and 元/g are ¥537.00/g; a unit that the figure carries already is not said twice. */
export const withUnit = (text: string, unit: string | undefined): string => {
  if (unit === undefined || text.endsWith(unit)) return text;
  return text.startsWith('¥') ? `${text}${unit.replace('元', '')}` : `${text} ${unit}`;
};
/** Whether a 0 says that there is none: plain gold has no 0.000 克拉 and no stone at ¥0.00. */
export const isNone = (field: string, kind: string, value: unknown): boolean =>
  value === 0 && (kind === 'carat' || OF_STONES.includes(field));
