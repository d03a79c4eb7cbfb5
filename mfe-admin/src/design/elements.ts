/** New elements and their names. Pure. */
import { formatOf } from 'services/contracts/print-fields';
import { PrintElement, type PrintElementType } from 'services/contracts/print-layout';
import { paperOf, LINES_FIELD, titleOf, type PaperField } from './fields.ts';
import { around, round, type Box, type Size } from './geometry.ts';

export const TYPE_NAMES: Readonly<Record<PrintElementType, string>> = {
  text: '文字',
  field: '字段',
  barcode: '条码',
  qr: '二维码',
  image: '图片',
  line: '线条',
  table: '表格',
};
const MARGIN_MM = 2;
const GAP_MM = 0.5;
/** A size that fits the page, below what is there already, else at the top. */
const spot = (page: Size, boxes: readonly Box[], wanted: Size): Box => {
  const width = round(Math.min(wanted.width, Math.max(page.width - 2 * MARGIN_MM, 1)));
  const height = round(Math.min(wanted.height, Math.max(page.height - 2 * MARGIN_MM, 1)));
  const below = boxes.length === 0 ? MARGIN_MM : around(boxes).y + around(boxes).height + GAP_MM;
  const y = below + height <= page.height - MARGIN_MM / 2 ? below : MARGIN_MM;
  return free({ x: MARGIN_MM, y: round(y), width, height }, boxes);
};
/** Where there is no room below, one lies a little aside of the other, so that both can be caught. */
const free = (box: Box, boxes: readonly Box[]): Box =>
  boxes.some(({ x, y }) => x === box.x && y === box.y)
    ? free({ ...box, x: round(box.x + GAP_MM * 2), y: round(box.y + GAP_MM * 2) }, boxes)
    : box;

const SIZES: Readonly<Record<Exclude<PrintElementType, 'field'>, Size>> = {
  text: { width: 24, height: 4 },
  barcode: { width: 36, height: 8 },
  qr: { width: 12, height: 12 },
  image: { width: 14, height: 14 },
  line: { width: 40, height: 0 },
  table: { width: 186, height: 120 },
};
const partsOf = (kind: string, type: keyof typeof SIZES): Record<string, unknown> => {
  switch (type) {
    case 'text':
      return { text: '文字' };
    case 'qr':
      return { text: kind === 'label' ? '{{barcode}}' : '{{no}}' };
    case 'table': {
      const lines = (paperOf(kind).lines ?? []).slice(0, 5);
      const columns = lines.map(({ field, title, format }) => ({
        field,
        title,
        width: 30,
        ...(format === undefined ? {} : { format }),
      }));
      return {
        field: LINES_FIELD,
        columns: columns.length > 0 ? columns : [{ field: 'name', title: '名称', width: 60 }],
      };
    }
    case 'barcode':
      return kind === 'label' ? {} : { field: kind === 'invoice' ? 'orderNo' : 'no' };
    case 'image':
    case 'line':
      return {};
  }
};
export type PageContext = { readonly kind: string; readonly page: Size; readonly boxes: readonly Box[] };
export const newElement = (type: keyof typeof SIZES, { kind, page, boxes }: PageContext): PrintElement =>
  PrintElement.parse({ type, ...spot(page, boxes, SIZES[type]), ...partsOf(kind, type) });
/** A field with its Chinese name before it, as labels have it: 金重：3.215g. */
export const newField = ({ field, title, format }: PaperField, { page, boxes }: PageContext): PrintElement => {
  if (field === 'barcode') return newElement('barcode', { kind: 'label', page, boxes });
  if (field === 'pictures')
    return PrintElement.parse({ type: 'image', ...spot(page, boxes, SIZES.image), field: 'pictures' });
  const money = (format ?? formatOf(field)) === 'money';
  return PrintElement.parse({
    type: 'field',
    ...spot(page, boxes, { width: 30, height: 4 }),
    field,
    prefix: field === 'name' ? '' : money ? `${title}：￥` : `${title}：`,
    ...(format === undefined ? {} : { format }),
  });
};

/** 金重：{{goldWeight}}g reads 金重：〔金重〕g. */
const inChinese = (text: string, kind: string): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, field: string) => `〔${titleOf(kind, field) ?? field}〕`);
/** What stands in the list of elements. */
export const nameOf = (element: PrintElement, kind: string): string => {
  switch (element.type) {
    case 'text':
      return element.text === '' ? '空文字' : inChinese(element.text, kind);
    case 'field':
      return titleOf(kind, element.field) ?? element.field;
    case 'barcode':
      return `条码（${titleOf(kind, element.field) ?? element.field}）`;
    case 'table':
      return `${element.title === '' ? '表格' : element.title}（${element.columns.length}列）`;
    case 'qr':
    case 'image':
    case 'line':
      return TYPE_NAMES[element.type];
  }
};

/** Pasted copies lie a little aside, so that they can be seen. */
const ASIDE_MM = 2;
export const aside = (element: PrintElement): PrintElement => ({
  ...element,
  x: round(element.x + ASIDE_MM),
  y: round(element.y + ASIDE_MM),
});
