/**
 * What a print template draws: labels and bills (S0§2, S2§2). Lengths in mm from the left and top edge of the page,
 * font sizes in pt. Templates keep it as JSON text; `readLayout` also reads what earlier versions wrote.
 */
import { z } from 'zod';
import { PRINT_FORMATS } from './print-fields.ts';
import { upcastLayout } from './print-layout-v1.ts';

export const LAYOUT_VERSION = 2;
/** Beyond these a layout is a mistake; they also bound what rendering can cost. */
export const LAYOUT_LIMITS = {
  pageMm: [5, 600],
  elements: 200,
  columns: 30,
  text: 500,
  fontPt: [2, 200],
  lineMm: [0.05, 10],
  image: 300_000,
} as const;

const mm = (least: number, most: number) =>
  z.number({ error: '应为毫米数' }).min(least, `不能小于${least}毫米`).max(most, `不能大于${most}毫米`);
const [PAGE_LEAST, PAGE_MOST] = LAYOUT_LIMITS.pageMm;
const place = mm(-PAGE_MOST, PAGE_MOST);
const side = mm(0, PAGE_MOST);
/** Wire name of the printed data. */
const Field = z.string().regex(/^[A-Za-z_]\w{0,63}$/, '字段名不正确');
const words = (most: number) =>
  z
    .string()
    .max(most, `最多${most}个字`)
    .refine((text) => !text.includes('\0'), '含有不能保存的字符');

const Box = {
  x: place,
  y: place,
  width: side,
  height: side,
  /** Degrees clockwise around the centre of the box. */
  rotation: z.int('应为整数角度').min(0, '角度为0到359').max(359, '角度为0到359').default(0),
  /** `filled`: left out when every field in it is empty. */
  show: z.enum(['always', 'filled', 'never']).default('filled'),
  /** Which sheets of a document that needs several. */
  sheets: z.enum(['every', 'first', 'last']).default('every'),
};
const Font = {
  /** pt */
  fontSize: z
    .number({ error: '应为磅数' })
    .min(LAYOUT_LIMITS.fontPt[0], `不能小于${LAYOUT_LIMITS.fontPt[0]}磅`)
    .max(LAYOUT_LIMITS.fontPt[1], `不能大于${LAYOUT_LIMITS.fontPt[1]}磅`)
    .default(8),
  align: z.enum(['left', 'center', 'right']).default('left'),
  weight: z.enum(['normal', 'bold']).default('normal'),
};
const Value = {
  format: z.enum(PRINT_FORMATS).default('auto'),
  /** After the value; null is the format's own (g, ct, %), '' none. */
  unit: words(8).nullable().default(null),
  /** Decimals shown; null is the format's own. */
  decimals: z.int().min(0).max(4).nullable().default(null),
};
/** Text that does not fit its box is squeezed, broken into lines, or cut off. */
const fit = z.enum(['shrink', 'wrap', 'clip']).default('shrink');

const TextElement = z.object({
  type: z.literal('text'),
  ...Box,
  ...Font,
  fit,
  /** With {{field}}; parts two spaces apart fall away when their fields are empty. */
  text: words(LAYOUT_LIMITS.text),
});
const FieldElement = z.object({
  type: z.literal('field'),
  ...Box,
  ...Font,
  ...Value,
  fit,
  field: Field,
  /** Before the value: 「金重：」. */
  prefix: words(30).default(''),
});
const BarcodeElement = z.object({
  type: z.literal('barcode'),
  ...Box,
  field: Field.default('barcode'),
  symbology: z.literal('code128').default('code128'),
  /** The code in figures below the bars. */
  showText: z.boolean().default(true),
});
const QrElement = z.object({
  type: z.literal('qr'),
  ...Box,
  /** With {{field}}. */
  text: words(LAYOUT_LIMITS.text),
  level: z.enum(['L', 'M', 'Q', 'H']).default('M'),
});
/** Names as uploads give them (R34), or a picture inside the layout. No scalable ones: they can carry scripts. */
const PICTURE = /^(?:|[\w-]{1,80}\.(?:jpe?g|png|webp)|data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=]+)$/;
const ImageElement = z.object({
  type: z.literal('image'),
  ...Box,
  src: z.string().max(LAYOUT_LIMITS.image, '图片太大，请换一张小一点的').regex(PICTURE, '图片格式不正确').default(''),
  /** A field that names a picture (`pictures`: the first one); it goes before `src`. '' for none. */
  field: z.union([z.literal(''), Field]).default(''),
  fit: z.enum(['contain', 'cover', 'fill']).default('contain'),
});
/** From the top left to the bottom right corner of its box. */
const LineElement = z.object({
  type: z.literal('line'),
  ...Box,
  thickness: mm(LAYOUT_LIMITS.lineMm[0], LAYOUT_LIMITS.lineMm[1]).default(0.25),
  dashed: z.boolean().default(false),
});
const TableColumn = z.object({
  field: Field,
  title: words(30),
  width: mm(1, PAGE_MOST),
  align: Font.align,
  ...Value,
  /** Added up in a last row. */
  sum: z.boolean().default(false),
});
/**
 * Lines of a document. Rows that do not fit its height go on to further sheets of the same layout; without rows it leaves
 * nothing on paper.
 */
const TableElement = z.object({
  type: z.literal('table'),
  ...Box,
  fontSize: Font.fontSize,
  /** A list in the data. */
  field: Field,
  columns: z.array(TableColumn).min(1, '至少要有一列').max(LAYOUT_LIMITS.columns, `最多${LAYOUT_LIMITS.columns}列`),
  rowHeight: mm(2, 100).default(6),
  /** mm; 0 for none. */
  border: mm(0, 2).default(0.2),
  header: z.boolean().default(true),
  /** Above its head: what the list is. */
  title: words(30).default(''),
  /**
   * Follows the table above it as closely as the rows let it: such tables share the room from the top of the first to the
   * bottom of the last, and what has no rows takes none of it.
   */
  flow: z.boolean().default(false),
});

export const PrintElement = z.discriminatedUnion('type', [
  TextElement,
  FieldElement,
  BarcodeElement,
  QrElement,
  ImageElement,
  LineElement,
  TableElement,
]);
export type PrintElement = z.infer<typeof PrintElement>;
export type PrintElementType = PrintElement['type'];
/** One kind of element: `ElementOf<'barcode'>`. */
export type ElementOf<Type extends PrintElementType> = Extract<PrintElement, { type: Type }>;

export const PrintLayout = z.object({
  version: z.literal(LAYOUT_VERSION),
  /** Size of one sheet (label), mm. */
  page: z.object({ width: mm(PAGE_LEAST, PAGE_MOST), height: mm(PAGE_LEAST, PAGE_MOST) }),
  elements: z.array(PrintElement).max(LAYOUT_LIMITS.elements, `最多${LAYOUT_LIMITS.elements}个元素`),
});
export type PrintLayout = z.infer<typeof PrintLayout>;

/** What is wrong in a layout, by its place in it. */
export type LayoutProblem = { readonly path: string; readonly message: string };
/** @returns the layout, or in Chinese what is wrong with it. */
export const parseLayout = (value: unknown): PrintLayout | readonly LayoutProblem[] => {
  const parsed = PrintLayout.safeParse(upcastLayout(value));
  if (parsed.success) return parsed.data;
  return parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
};
/** A template's text as a layout; null when it was never designed or cannot be read. */
export const readLayout = (template: string): PrintLayout | null => {
  try {
    const layout = parseLayout(JSON.parse(template));
    return 'elements' in layout ? layout : null;
  } catch {
    return null;
  }
};
