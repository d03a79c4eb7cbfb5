/**
 * What a label must and should show: name, weight and fineness always (R18, GB 11887); seller, standard, inspection
 * (GB/T 31912); and what a scanner and the eye can read. Pure.
 */
import type { PrintElement, PrintLayout } from 'services/contracts/print-layout';
import { modulesOf } from './draw-codes.ts';
import { MM_PER_PT, emsWide } from './svg.ts';
import { blankIn, fieldsIn, filledText, valueIn, type PrintData } from './values.ts';

export type LabelProblem = {
  /** An `error` is a label that must not hang on a piece. */
  readonly level: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  /** Its place in the layout, where the problem has one. */
  readonly element: number | null;
};

type Requirement = { readonly code: string; readonly what: string; readonly fields: readonly string[] };
const MUST: readonly Requirement[] = [
  { code: 'name', what: '名称', fields: ['name'] },
  { code: 'weight', what: '重量', fields: ['goldWeight', 'weight'] },
  { code: 'fineness', what: '成色', fields: ['fineness', 'goldContent'] },
];
type Advice = Requirement & { readonly words: RegExp };
const SHOULD: readonly Advice[] = [
  { code: 'seller', what: '生产者或销售者', fields: ['shopName', 'supplierName'], words: /公司|珠宝|金店|银楼|厂/ },
  { code: 'standard', what: '执行标准编号', fields: ['examStand1', 'examStand2'], words: /GB|QB|Q\// },
  { code: 'inspection', what: '检验证明', fields: ['cerif', 'examUnit', 'examUrl'], words: /合格|检验|已检/ },
];
/** Narrower than this a hand scanner no longer reads it from a printed tag, mm. */
const LEAST_MODULE = 0.125;
const GOOD_MODULE = 0.19;
const LEAST_BARS_MM = 4;
const LEAST_QR_MM = 8;
const LEAST_PT = 4.5;
/** Squeezed further, Chinese signs run together. */
const MOST_SQUEEZE = 1.35;
const SAMPLE_CODE = '202600000017';

const fieldsOf = (element: PrintElement): readonly string[] => {
  switch (element.type) {
    case 'text':
    case 'qr':
      return fieldsIn(element.text);
    case 'field':
    case 'barcode':
      return [element.field];
    case 'image':
    case 'line':
    case 'table':
      return [];
  }
};
type IndexedElement = { readonly element: PrintElement; readonly index: number };
const isReadable = ({ type }: PrintElement): boolean => type === 'text' || type === 'field';

const musts = (shown: readonly IndexedElement[], data: PrintData | undefined): LabelProblem[] => {
  const readable = new Set(
    shown.filter(({ element }) => isReadable(element)).flatMap(({ element }) => fieldsOf(element)),
  );
  return MUST.flatMap(({ code, what, fields }): LabelProblem[] => {
    const there = fields.filter((field) => readable.has(field));
    if (there.length === 0) return [{ level: 'error', code, message: `标签必须标明${what}`, element: null }];
    if (data === undefined || there.some((field) => !blankIn(data, field))) return [];
    return [{ level: 'error', code: `${code}.empty`, message: `这件首饰没有${what}，标签上会缺这一项`, element: null }];
  });
};
const shoulds = (shown: readonly IndexedElement[]): LabelProblem[] => {
  const fields = new Set(shown.flatMap(({ element }) => fieldsOf(element)));
  const words = shown.map(({ element }) => (element.type === 'text' ? element.text : '')).join('\n');
  return SHOULD.filter((one) => !one.fields.some((field) => fields.has(field)) && !one.words.test(words)).map(
    ({ code, what }) => ({ level: 'warning', code, message: `建议标明${what}（GB/T 31912）`, element: null }),
  );
};
const withoutUnit = (element: PrintElement): boolean => {
  if (element.type === 'field') return MUST_WEIGHTS.has(element.field) && element.unit === '';
  return element.type === 'text' && /\{\{(?:goldWeight|weight)\}\}(?!\s*(?:g|克))/.test(element.text);
};
const MUST_WEIGHTS = new Set(['goldWeight', 'weight']);

/** What is wrong with one element. */
type Finding = readonly [code: string, message: string];
const legible = (element: PrintElement, data: PrintData | undefined): Finding | null => {
  if (element.type !== 'text' && element.type !== 'field') return null;
  if (element.fontSize < LEAST_PT) return ['small', `字号小于${LEAST_PT}磅，看不清`];
  if (withoutUnit(element)) return ['unit', '重量后面没有单位（g）'];
  if (data === undefined || element.fit !== 'shrink' || element.type !== 'text') return null;
  const wide = emsWide(filledText(element.text, data)) * element.fontSize * MM_PER_PT;
  return wide > element.width * MOST_SQUEEZE ? ['tight', '内容放不下，会被压得太窄'] : null;
};
const modulesFor = (code: string): number => {
  try {
    return modulesOf(code);
  } catch {
    return Number.NaN;
  }
};
const scannableBars = (
  element: Extract<PrintElement, { type: 'barcode' }>,
  data: PrintData | undefined,
): Finding | null => {
  const given = data === undefined ? '' : valueIn(data, element.field);
  const modules = modulesFor(typeof given === 'string' && given !== '' ? given : SAMPLE_CODE);
  if (Number.isNaN(modules)) return ['barcode', '条码里有不能打印的字符'];
  if (element.width / modules < LEAST_MODULE) return ['barcode', '条码太窄，扫不出'];
  if (element.width / modules < GOOD_MODULE) return ['barcode', '条码偏窄，可能扫不出'];
  return element.height < LEAST_BARS_MM ? ['barcode', '条码太矮，可能扫不出'] : null;
};
const scannable = (element: PrintElement, data: PrintData | undefined): Finding | null => {
  if (element.type === 'barcode') return scannableBars(element, data);
  if (element.type !== 'qr') return null;
  return Math.min(element.width, element.height) < LEAST_QR_MM ? ['qr', '二维码太小，可能扫不出'] : null;
};
const isOutside = ({ x, y, width, height }: PrintElement, page: PrintLayout['page']): boolean =>
  x < 0 || y < 0 || x + width > page.width + 0.01 || y + height > page.height + 0.01;
const ofElement = (
  { element, index }: IndexedElement,
  { page }: PrintLayout,
  data: PrintData | undefined,
): LabelProblem[] => {
  const outside = isOutside(element, page) ? (['outside', '超出标签边缘，会被裁掉'] as const) : null;
  return [outside, legible(element, data), scannable(element, data)]
    .filter((one) => one !== null)
    .map(([code, message]) => ({ level: 'warning', code, message, element: index }));
};

/** Problems of a label layout, errors first; with the data of a piece also what that piece leaves empty. [] is a good label. */
export const labelProblems = (layout: PrintLayout, data?: PrintData): LabelProblem[] => {
  const shown = layout.elements
    .map((element, index): IndexedElement => ({ element, index }))
    .filter(({ element }) => element.show !== 'never');
  const noCode = shown.every(({ element }) => element.type !== 'barcode' && element.type !== 'qr');
  const code: LabelProblem[] = noCode
    ? [{ level: 'warning', code: 'nocode', message: '没有条码，盘点和销售时扫不了', element: null }]
    : [];
  return [...musts(shown, data), ...shoulds(shown), ...code, ...shown.flatMap((one) => ofElement(one, layout, data))];
};
