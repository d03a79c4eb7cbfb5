/** What a column of a file may be matched to, and a first guess by its heading. Pure. */
import { GOODS_FIELDS } from 'services/goods/contract';

export type ImportField = { readonly wire: string; readonly label: string };
/** Barcode, quantity, label template and every attribute but pictures. */
export const IMPORT_FIELDS: readonly ImportField[] = [
  { wire: 'barcode', label: '条码' },
  { wire: 'num', label: '数量' },
  { wire: 'printTemplate', label: '标签模板' },
  ...Object.values(GOODS_FIELDS)
    .filter(({ kind }) => kind !== 'pictures')
    .map(({ wire, label }) => ({ wire, label })),
];
/** Other headings that shops and suppliers write. */
const ALIASES: Readonly<Record<string, string>> = {
  条形码: 'barcode',
  货号: 'barcode',
  件数: 'num',
  名称: 'name',
  品名: 'name',
  商品名称: 'name',
  类别: 'type',
  首饰款式: 'style',
  首饰成色: 'fineness',
  净金重: 'goldWeight',
  净重: 'goldWeight',
  毛重: 'weight',
  件重: 'weight',
  手寸: 'ringsize',
  圈号: 'ringsize',
  证书: 'cerif',
  证书编号: 'cerif',
  主石: 'stoneName',
  副石: 'secondName',
  零售价: 'sellPrice',
  售价: 'sellPrice',
  标签价: 'sellPrice',
  加工费: 'workFee',
  基础金价: 'goldCost',
};

/** A heading without spaces, units and brackets: 「金重 (g)」 is 「金重」. */
const plain = (heading: string): string =>
  heading
    .normalize('NFKC')
    .replace(/[(（[【].*$/, '')
    .replace(/[\s*:：]/g, '')
    .toLowerCase();
const wireOf = (heading: string): string | undefined => {
  const wanted = plain(heading);
  return (IMPORT_FIELDS.find(({ wire, label }) => wire.toLowerCase() === wanted || label === wanted)?.wire ??
    ALIASES[wanted]) as string | undefined;
};

/** Heading → wire name; a field is given to the first heading that names it. */
export const matchColumns = (headings: readonly string[]): Readonly<Record<string, string>> => {
  const taken = new Set<string>();
  const matched: Record<string, string> = {};
  for (const heading of headings) {
    const wire = wireOf(heading);
    if (wire === undefined || taken.has(wire)) continue;
    taken.add(wire);
    matched[heading] = wire;
  }
  return matched;
};
/** A field can be matched once: choosing it takes it away from the column that had it. */
export const rematch = (
  mapping: Readonly<Record<string, string>>,
  heading: string,
  wire: string,
): Readonly<Record<string, string>> => {
  const others = Object.entries(mapping).filter(([name, field]) => name !== heading && field !== wire);
  return Object.fromEntries(wire === '' ? others : [...others, [heading, wire]]);
};
