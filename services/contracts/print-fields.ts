/** Fields that labels offer, their Chinese names, and how a printed value is written. Pure. */
import { CARAT_ON_PAPER, GRAM, isNone } from './field-units.ts';
import { cut } from './limits.ts';

/** `auto` follows the field: a weight in g with 3 decimals, money with a thousands sign. */
export const PRINT_FORMATS = ['auto', 'text', 'weight', 'carat', 'money', 'count', 'percent', 'day', 'moment'] as const;
export type PrintFormat = (typeof PRINT_FORMATS)[number];
type DefiniteFormat = Exclude<PrintFormat, 'auto'>;

/** By wire name; what is not here is text. */
const FIELDS: Readonly<Partial<Record<DefiniteFormat, string>>> = {
  weight: 'goldWeight partWeight weight overlayWeight sellGoldWeight netWeight',
  carat: 'stoneCt secondCt',
  money: `sellPrice workFee fineWorkFee piceWorkFee todayGoldCost factSellFee rebateFee amount payableFee factFee
    giftFee oldFee changeFee cleanFee`,
  count: 'num stoneP secondP points',
  percent: 'rebate',
  day: 'inStorageAt sellAt',
  moment: 'createdAt updatedAt printedAt',
};
const FORMAT_OF = new Map(
  (Object.entries(FIELDS) as [DefiniteFormat, string][]).flatMap(([format, names]) =>
    names.split(/\s+/).map((name) => [name, format] as const),
  ),
);
/** How a field is written when the element does not say. */
export const formatOf = (field: string): DefiniteFormat => FORMAT_OF.get(field) ?? 'text';
/** The unit a format adds. */
const UNIT_OF: Readonly<Record<DefiniteFormat, string>> = {
  text: '',
  weight: GRAM,
  carat: CARAT_ON_PAPER,
  money: '',
  count: '',
  percent: '%',
  day: '',
  moment: '',
};
const DECIMALS: Readonly<Partial<Record<DefiniteFormat, number>>> = { weight: 3, carat: 3, count: 0 };

const figure = (value: number, format: DefiniteFormat, decimals: number | null): string => {
  if (format === 'money') {
    const places = decimals ?? (Number.isInteger(value) ? 0 : 2);
    return value.toLocaleString('zh-CN', { minimumFractionDigits: places, maximumFractionDigits: places });
  }
  const places = decimals ?? DECIMALS[format];
  return places === undefined ? String(value) : value.toFixed(places);
};
const SHANGHAI_MS = 8 * 3_600_000;
const moment = (text: string, length: number): string => {
  const at = Date.parse(text);
  if (!text.includes('T') || Number.isNaN(at)) return cut(text, length);
  return new Date(at + SHANGHAI_MS).toISOString().slice(0, length).replace('T', ' ');
};

type FieldFormat = {
  readonly format?: PrintFormat;
  readonly unit?: string | null;
  readonly decimals?: number | null;
};
const FIGURES: ReadonlySet<DefiniteFormat> = new Set(['weight', 'carat', 'money', 'count', 'percent']);
const FIGURE = /^-?\d{1,15}(?:\.(\d{1,6}))?$/;
/** A figure that comes as text, 2629.90, with the decimals it is told with; null for words. */
const asFigure = (value: unknown, format: DefiniteFormat): { readonly value: number; readonly told: number } | null => {
  const found = typeof value === 'string' && FIGURES.has(format) ? FIGURE.exec(value) : null;
  return found === null ? null : { value: Number(found[0]), told: found[1]?.length ?? 0 };
};
/** Nothing to print: absent, empty, a weight of 0, or no stones (on a plain ring). */
export const isBlank = (value: unknown, field = ''): boolean => {
  if (value === undefined || value === null || value === '') return true;
  const format = formatOf(field);
  const known = asFigure(value, format)?.value ?? value;
  return (format === 'weight' && known === 0) || isNone(field, format, known);
};
const inWords = (value: unknown, format: DefiniteFormat, decimals: number | null): string => {
  if (typeof value === 'number') return Number.isFinite(value) ? figure(value, format, decimals) : '';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value !== 'string') return '';
  const told = asFigure(value, format);
  if (told !== null) return figure(told.value, format, decimals ?? told.told);
  if (format === 'day') return moment(value, 10);
  return format === 'moment' ? moment(value, 16) : value;
};
/** A value as it stands on paper; '' for what is neither a figure nor a text. */
export const writtenValue = (value: unknown, field: string, how: FieldFormat = {}): string => {
  const { format = 'auto', unit = null, decimals = null } = how;
  const known = format === 'auto' ? formatOf(field) : format;
  if (isBlank(value, field)) return '';
  const text = inWords(value, known, decimals);
  return text === '' ? '' : `${text}${unit ?? UNIT_OF[known]}`;
};

/** A piece to design with before a real one is chosen; what a label may show follows from the fields of goods. Cost never goes on paper. */
export const SAMPLE_LABEL: Readonly<Record<string, unknown>> = {
  barcode: '202600000017',
  name: '足金999翡翠戒指',
  type: '戒指',
  style: '戒指',
  fineness: '足金999',
  goldContent: '999',
  goldWeight: 3.215,
  weight: 3.455,
  partWeight: 0.12,
  sellPrice: 3680,
  workFee: 30,
  styleNo: 'JZ-1024',
  serialNo: 'A00012',
  spec: '光面',
  color: '黄',
  ringsize: '13',
  cerif: 'GTC26000123',
  stoneName: '翡翠',
  stoneCt: 0.6,
  stoneP: 1,
  stoneColor: '绿',
  stoneClean: 'VS1',
  stoneCut: 'EX',
  secondName: '钻石',
  secondCt: 0.05,
  secondP: 4,
  num: 1,
  shopName: '总店',
  examUnit: '国家珠宝玉石检测中心',
  examStand1: 'GB 11887',
  examStand2: 'GB/T 18043',
  examUrl: 'www.example.cn',
  examTelphone: '400-000-0000',
  batchNo: 'PC2026110001',
  inStorageAt: '2026-11-01',
  pictures: '',
  remark: '',
};
