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

/** What a label can show, in the order a designer offers it. Cost never goes on paper. */
export const LABEL_FIELDS = [
  { field: 'barcode', title: '条码', sample: '202600000017' },
  { field: 'name', title: '名称', sample: '足金999翡翠戒指' },
  { field: 'type', title: '类别', sample: '戒指' },
  { field: 'style', title: '款式', sample: '戒指' },
  { field: 'fineness', title: '成色', sample: '足金999' },
  { field: 'goldContent', title: '含金量', sample: '999' },
  { field: 'goldWeight', title: '金重', sample: 3.215 },
  { field: 'weight', title: '总重', sample: 3.455 },
  { field: 'partWeight', title: '配件重', sample: 0.12 },
  { field: 'sellPrice', title: '标价', sample: 3680 },
  { field: 'workFee', title: '工费', sample: 30 },
  { field: 'styleNo', title: '款号', sample: 'JZ-1024' },
  { field: 'serialNo', title: '序列号', sample: 'A00012' },
  { field: 'spec', title: '规格', sample: '光面' },
  { field: 'color', title: '颜色', sample: '黄' },
  { field: 'ringsize', title: '圈口', sample: '13' },
  { field: 'cerif', title: '证书号', sample: 'GTC26000123' },
  { field: 'stoneName', title: '主石', sample: '翡翠' },
  { field: 'stoneCt', title: '主石重', sample: 0.6 },
  { field: 'stoneP', title: '主石粒数', sample: 1 },
  { field: 'stoneColor', title: '主石颜色', sample: '绿' },
  { field: 'stoneClean', title: '主石净度', sample: 'VS1' },
  { field: 'stoneCut', title: '主石切工', sample: 'EX' },
  { field: 'secondName', title: '副石', sample: '钻石' },
  { field: 'secondCt', title: '副石重', sample: 0.05 },
  { field: 'secondP', title: '副石粒数', sample: 4 },
  { field: 'num', title: '数量', sample: 1 },
  { field: 'shopName', title: '分店', sample: '总店' },
  { field: 'examUnit', title: '检测单位', sample: '国家珠宝玉石检测中心' },
  { field: 'examStand1', title: '检测标准1', sample: 'GB 11887' },
  { field: 'examStand2', title: '检测标准2', sample: 'GB/T 18043' },
  { field: 'examUrl', title: '查询网址', sample: 'www.example.cn' },
  { field: 'examTelphone', title: '查询电话', sample: '400-000-0000' },
  { field: 'batchNo', title: '批次号', sample: 'PC2026110001' },
  { field: 'inStorageAt', title: '入库日期', sample: '2026-11-01' },
  { field: 'pictures', title: '图片', sample: '' },
  { field: 'remark', title: '备注', sample: '' },
] as const;
/** A piece to design with before a real one is chosen. */
export const SAMPLE_LABEL: Readonly<Record<string, unknown>> = Object.fromEntries(
  LABEL_FIELDS.map(({ field, sample }) => [field, sample]),
);
