/**
 * A layout and its data → SVG sheets in millimetres, black on white. Preview, print page and print service draw with
 * this one; it is pure, so that what is seen is what is printed.
 */
import { writtenValue } from 'services/contracts/print-fields';
import type { ElementOf, PrintElement, PrintLayout } from 'services/contracts/print-layout';
import { drawBarcode, drawQr } from './draw-codes.ts';
import { drawTable } from './draw-table.ts';
import { alone, planSheets, type SheetPlan } from './table-plan.ts';
import { drawText } from './draw-text.ts';
import { escaped, num } from './svg.ts';
import { blankIn, fieldsIn, filledText, valueIn, type PrintData } from './values.ts';

/** How one printer differs from the drawing board. */
export type PrinterFit = {
  /** mm to the right and down; labels sit a little off on most printers. */
  readonly offsetX: number;
  readonly offsetY: number;
  /** 1 is true to size. */
  readonly scale: number;
  /** Bars are made whole dots wide when it is known: 203 dpi are 8 dots per mm. */
  readonly dotsPerMm: number | undefined;
};
export type RenderOptions = {
  readonly printer?: PrinterFit;
  /** Address of a stored picture; '' leaves it out. */
  readonly picture?: (name: string) => string;
};
type Drawing = {
  readonly data: PrintData;
  readonly sheet: number;
  readonly plan: SheetPlan;
  readonly options: RenderOptions;
};

const NAME = /^[\w-]{1,80}\.(?:jpe?g|png|webp)$/i;
const firstName = (value: unknown): string => {
  if (Array.isArray(value)) return firstName(value[0]);
  if (typeof value !== 'string') return '';
  if (!value.startsWith('[')) return value.replace(/^\/static\/uploadfile\/(?:thumb\/)?/, '');
  try {
    return firstName(JSON.parse(value));
  } catch {
    return '';
  }
};
/** Name or data of the picture an element shows; '' for none, and for whatever is no picture of this house. */
export const pictureOf = ({ src, field }: ElementOf<'image'>, data: PrintData): string => {
  const named = field === '' ? '' : firstName(valueIn(data, field));
  return NAME.test(named) ? named : src;
};
const FITS = { contain: 'xMidYMid meet', cover: 'xMidYMid slice', fill: 'none' } as const;
const image = (element: ElementOf<'image'>, { data, options }: Drawing): string => {
  const name = pictureOf(element, data);
  const address = name === '' || name.startsWith('data:') ? name : (options.picture?.(name) ?? '');
  if (address === '') return '';
  const { x, y, width, height, fit } = element;
  return `<image x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" preserveAspectRatio="${FITS[fit]}" href="${escaped(address)}"/>`;
};
const line = ({ x, y, width, height, thickness, dashed }: ElementOf<'line'>): string => {
  const dashes = dashed ? ` stroke-dasharray="${num(thickness * 4)} ${num(thickness * 3)}"` : '';
  return `<path d="M${num(x)} ${num(y)}l${num(width)} ${num(height)}" fill="none" stroke="#000" stroke-width="${num(thickness)}"${dashes}/>`;
};
const barcode = (element: ElementOf<'barcode'>, { data, options }: Drawing): string => {
  const code = writtenValue(valueIn(data, element.field), element.field, { format: 'text', unit: '' });
  const { showText } = element;
  return code === '' ? '' : drawBarcode(code, element, { showText, dotsPerMm: options.printer?.dotsPerMm });
};
const qr = (element: ElementOf<'qr'>, { data }: Drawing): string => {
  const text = filledText(element.text, data);
  return text === '' ? '' : drawQr(text, element, element.level);
};
const shape = (element: PrintElement, drawing: Drawing): string => {
  switch (element.type) {
    case 'text':
      return drawText(filledText(element.text, drawing.data), element, element);
    case 'field': {
      const value = writtenValue(valueIn(drawing.data, element.field), element.field, element);
      return drawText(`${element.prefix}${value}`, element, element);
    }
    case 'barcode':
      return barcode(element, drawing);
    case 'qr':
      return qr(element, drawing);
    case 'image':
      return image(element, drawing);
    case 'line':
      return line(element);
    case 'table': {
      const segment = drawing.plan.get(element);
      return segment === undefined ? '' : drawTable(element, segment, drawing.data);
    }
  }
};
const fieldsOf = (element: PrintElement): readonly string[] => {
  if (element.type === 'text' || element.type === 'qr') return fieldsIn(element.text);
  return element.type === 'field' ? [element.field] : [];
};
const isShown = (element: PrintElement, { data, sheet }: Drawing, sheets: number): boolean => {
  if (element.show === 'never') return false;
  if (element.sheets === 'first' && sheet > 0) return false;
  if (element.sheets === 'last' && sheet < sheets - 1) return false;
  const fields = fieldsOf(element);
  return element.show === 'always' || fields.length === 0 || !fields.every((field) => blankIn(data, field));
};
const turned = (element: PrintElement, markup: string): string => {
  if (element.rotation === 0 || markup === '') return markup;
  const { x, y, width, height, rotation } = element;
  return `<g transform="rotate(${rotation} ${num(x + width / 2)} ${num(y + height / 2)})">${markup}</g>`;
};
/** One element alone, for a designer's board. */
export const drawElement = (element: PrintElement, data: PrintData, options: RenderOptions = {}): string => {
  const plan: SheetPlan = element.type === 'table' ? (alone(element, data)[0] ?? new Map()) : new Map();
  return turned(element, shape(element, { data, sheet: 0, plan, options }));
};

const FONTS = 'PingFang SC, Microsoft YaHei, Noto Sans CJK SC, sans-serif';
const fitted = (markup: string, printer: PrinterFit | undefined): string => {
  if (printer === undefined || (printer.offsetX === 0 && printer.offsetY === 0 && printer.scale === 1)) return markup;
  return `<g transform="translate(${num(printer.offsetX)} ${num(printer.offsetY)}) scale(${num(printer.scale)})">${markup}</g>`;
};
/** Shop's papers say that a copy is not the first; where a template has no place for it, it stands in the upper right corner. */
const REPRINT = 'reprint';
const MARK = { width: 44, height: 5, margin: 3, fontSize: 10 } as const;
const copyMark = ({ page, elements }: PrintLayout, data: PrintData): string => {
  const words = valueIn(data, REPRINT);
  if (typeof words !== 'string' || words === '') return '';
  if (elements.some((element) => element.show !== 'never' && fieldsOf(element).includes(REPRINT))) return '';
  const { width, height, margin, fontSize } = MARK;
  const box = { x: Math.max(0, page.width - width - margin), y: margin, width: Math.min(width, page.width), height };
  return drawText(words, box, { fontSize, align: 'right', weight: 'bold', fit: 'shrink' });
};

/** One SVG per sheet; a label is one sheet. `{{sheet}}` and `{{sheetCount}}` number them. */
export const renderSheets = (layout: PrintLayout, data: PrintData, options: RenderOptions = {}): string[] => {
  const { width, height } = layout.page;
  const plans = planSheets(layout, data);
  const sheets = plans.length;
  const mark = copyMark(layout, data);
  const size = `width="${num(width)}mm" height="${num(height)}mm" viewBox="0 0 ${num(width)} ${num(height)}"`;
  return plans.map((plan, sheet) => {
    const drawing = { data: { sheetCount: sheets, ...data, sheet: sheet + 1 }, sheet, plan, options };
    const drawn = layout.elements
      .filter((element) => isShown(element, drawing, sheets))
      .map((element) => turned(element, shape(element, drawing)));
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${FONTS}">${fitted(`${drawn.join('')}${mark}`, options.printer)}</svg>`;
  });
};
