/** Numbers as people type them, input methods make them and sheets hold them: read alike on a form, in a grid and in an import. */

export type NumberKind = 'money' | 'weight' | 'carat' | 'count' | 'percent' | 'number';
/** What may stand behind a number of that kind; a unit of another kind makes it no number of this one. */
const UNITS: Readonly<Record<NumberKind, readonly string[]>> = {
  money: ['元', '块'],
  weight: ['克', 'g'],
  carat: ['克拉', 'ct'],
  count: ['件', '粒', '颗', '个', '只', '条', '枚'],
  percent: ['%'],
  number: [],
};
/** The same unit written otherwise. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  g: ['克'],
  克: ['g'],
  克拉: ['ct'],
  ct: ['克拉'],
};
/** 元/g is also 元/克, /克 and /g. */
const spellingsOf = (unit: string): readonly string[] => {
  const [amount, per] = unit.split('/');
  if (per === undefined) return [unit, ...(SPELLINGS[unit] ?? [])];
  return [per, ...(SPELLINGS[per] ?? [])].flatMap((each) => [`${amount}/${each}`, `/${each}`]);
};
/** 1 分 is 0.01 克拉 to every jeweller. */
const CARAT_POINT = '分';

const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
/** Thousands and nothing else: 1,5 may mean 1.5, and what may mean two things is asked for again. */
const GROUPED = /^[+-]?\d{1,3}([,'\s]\d{3})+(\.\d*)?$/;
export const isPlainNumber = (text: string): boolean => PLAIN.test(text);

const withoutUnit = (text: string, units: readonly string[]): string => {
  const unit = units.find((each) => text.toLowerCase().endsWith(each.toLowerCase()));
  return unit === undefined ? text : text.slice(0, -unit.length).trimEnd();
};
const hundredth = (text: string): string => String(Number((Number(text) / 100).toFixed(6)));

/**
 * `￥１，２３４。５０元` → `1234.50`, `30分` of a carat field → `0.3`: full-width digits, 。 as the point, thousands, ¥ and the
 * field's own units. What is no number after that comes back as it is left, for {@link isPlainNumber} to refuse.
 */
export const plainNumber = (typed: string, kind: NumberKind = 'number', unit = ''): string => {
  const text = typed
    .replaceAll('。', '.')
    .normalize('NFKC')
    .trim()
    .replace(/^[−–—]/u, '-');
  const unsigned = kind === 'money' ? text.replace(/^([+-]?)¥\s*/u, '$1') : text;
  const bare = withoutUnit(unsigned, [...(unit === '' ? [] : spellingsOf(unit)), ...UNITS[kind]]);
  const clean = GROUPED.test(bare) ? bare.replaceAll(/[,'\s]/g, '') : bare;
  if (kind !== 'carat' || !clean.endsWith(CARAT_POINT)) return clean;
  const points = clean.slice(0, -CARAT_POINT.length).trimEnd();
  return PLAIN.test(points) ? hundredth(points) : clean;
};
