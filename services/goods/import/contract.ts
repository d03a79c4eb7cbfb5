/** What a column of a supplier's table may be matched to, and by which headings it is known. Pure. */
import { GOODS_FIELDS, type FieldKind } from '../fields.ts';
import { nameBefore, tailOf, withoutBrackets } from './units.ts';

export type ImportField = {
  readonly wire: string;
  readonly label: string;
  readonly kind: FieldKind;
  /** Dictionary of a choice. */
  readonly dict?: string | undefined;
};
/** What a file gives as 成本 and 总重 is kept in these; they are no columns of their own. */
const KEPT_AS: readonly string[] = ['givenCost', 'givenWeight'];
/** Barcode, quantity, label template and every attribute but pictures, which do not travel in tables. */
export const IMPORT_FIELDS: readonly ImportField[] = [
  { wire: 'barcode', label: '条码', kind: 'text' },
  { wire: 'num', label: '数量', kind: 'count' },
  { wire: 'printTemplate', label: '标签模板', kind: 'text' },
  ...Object.values(GOODS_FIELDS)
    .filter(({ kind, wire }) => kind !== 'pictures' && !KEPT_AS.includes(wire))
    .map((spec) => ({
      wire: spec.wire,
      label: spec.label,
      kind: spec.kind,
      dict: 'dict' in spec ? spec.dict : undefined,
    })),
];

/** Other headings that shops and suppliers write. */
const ALIASES: Readonly<Record<string, string>> = {
  条形码: 'barcode',
  条码号: 'barcode',
  商品条码: 'barcode',
  货号: 'barcode',
  件数: 'num',
  名称: 'name',
  品名: 'name',
  商品名称: 'name',
  货品名称: 'name',
  类别: 'type',
  品类: 'type',
  首饰款式: 'style',
  首饰成色: 'fineness',
  材质: 'fineness',
  净金重: 'goldWeight',
  净重: 'goldWeight',
  克重: 'goldWeight',
  毛重: 'weight',
  件重: 'weight',
  总重量: 'weight',
  手寸: 'ringsize',
  圈号: 'ringsize',
  证书: 'cerif',
  证书编号: 'cerif',
  主石: 'stoneName',
  石重: 'stoneCt',
  副石: 'secondName',
  零售价: 'sellPrice',
  售价: 'sellPrice',
  标签价: 'sellPrice',
  吊牌价: 'sellPrice',
  加工费: 'workFee',
  基础金价: 'goldCost',
  成本价: 'piceCost',
  单件成本: 'piceCost',
  进货价: 'piceCost',
  采购价: 'piceCost',
  计价: 'priceMode',
  销售方式: 'priceMode',
};
/** 「工费(元/件)」 is a fee of the piece, not of each gram. */
const PER_PIECE = /元?\/件[)\]】]?$/;

const named = (wanted: string): string | undefined =>
  IMPORT_FIELDS.find(({ wire, label }) => wire.toLowerCase() === wanted || label === wanted)?.wire ?? ALIASES[wanted];
export const isFieldName = (text: string): boolean => named(text) !== undefined;
/** A heading without spaces, units and brackets: 「金重 (g)」 is 「金重」. */
const wireOf = (heading: string): string | undefined => {
  const bare = withoutBrackets(heading);
  const tail = tailOf(bare, isFieldName);
  const wire = named(tail === null ? bare : nameBefore(bare, tail));
  return wire === 'workFee' && PER_PIECE.test(heading.normalize('NFKC').replaceAll(/\s/g, '')) ? 'piceWorkFee' : wire;
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
/** As the supplier's last file was matched ('' = not imported), and by name for headings it did not have. */
export const proposeColumns = (
  headings: readonly string[],
  remembered: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const matched: Record<string, string> = {};
  const taken = new Set<string>();
  for (const heading of headings) {
    const wire = remembered[heading];
    if (wire === undefined || wire === '' || taken.has(wire)) continue;
    matched[heading] = wire;
    taken.add(wire);
  }
  const rest = headings.filter((heading) => remembered[heading] === undefined);
  for (const [heading, wire] of Object.entries(matchColumns(rest))) if (!taken.has(wire)) matched[heading] = wire;
  return matched;
};
