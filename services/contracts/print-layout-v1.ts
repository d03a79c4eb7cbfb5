/** Layouts as the first installations were seeded with: font sizes in mm, `bold`, fields only inside texts. */
type LayoutNode = Readonly<Record<string, unknown>>;
const isParts = (value: unknown): value is LayoutNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const PT_PER_MM = 72 / 25.4;
const points = (mm: unknown): unknown => (typeof mm === 'number' ? Math.round(mm * PT_PER_MM * 10) / 10 : undefined);
/** Lists that printed data calls by another name now. */
const LISTS: Readonly<Record<string, string>> = { sellGoodsList: 'goods' };
const FOOT_MM = 30;

const element = (one: LayoutNode, pageHeight: number): LayoutNode => {
  const { bold, fontSize, ...rest } = one;
  const look = {
    ...(fontSize === undefined ? {} : { fontSize: points(fontSize) }),
    ...(bold === true ? { weight: 'bold' } : {}),
  };
  if (rest['type'] !== 'table') return { height: 5, ...rest, ...look };
  const top = typeof rest['y'] === 'number' ? rest['y'] : 0;
  const field = typeof rest['field'] === 'string' ? (LISTS[rest['field']] ?? rest['field']) : rest['field'];
  return { height: Math.max(pageHeight - FOOT_MM - top, 12), ...rest, ...look, field };
};
const KNOWN = new Set(['text', 'barcode', 'table']);

/** Anything but version 1 is handed through. */
export const upcastLayout = (value: unknown): unknown => {
  if (!isParts(value) || (value['version'] !== undefined && value['version'] !== 1)) return value;
  const { page, elements } = value;
  if (!isParts(page) || !Array.isArray(elements)) return value;
  const height = typeof page['height'] === 'number' ? page['height'] : 0;
  const known = elements.filter((one): one is LayoutNode => isParts(one) && KNOWN.has(String(one['type'])));
  return { version: 2, page, elements: known.map((one) => element(one, height)) };
};
