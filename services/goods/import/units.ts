/** Units in headings, cells and above a table (R150): how much of the field one of them is, what is asked, what does not fit. Pure. */
import type { FieldKind } from '../fields.ts';

/** `value`: how many of the field's own unit one is, as text. */
export type UnitChoice = { readonly value: string; readonly label: string };
export type ColumnUnit =
  | { readonly factor: number }
  | { readonly question: string; readonly choices: readonly UnitChoice[] }
  | { readonly unfit: string };
type Field = { readonly wire: string; readonly label: string; readonly kind: FieldKind };

const asks = (question: string, ...choices: readonly (readonly [value: string, label: string])[]): ColumnUnit => ({
  question,
  choices: choices.map(([value, label]) => ({ value, label })),
});
const QIAN = asks(
  '1钱是多少克？',
  ['3.125', '3.125克（旧制，16两1斤）'],
  ['3.75', '3.75克（司马钱、台钱）'],
  ['5', '5克（市制，10两1斤）'],
);
const LIANG = asks(
  '1两是多少克？',
  ['31.25', '31.25克（旧制，16两1斤）'],
  ['37.5', '37.5克（司马两、台两）'],
  ['50', '50克（市制，10两1斤）'],
);
const GRAMS_OF_STONES = asks('单位是克，主石重、副石重以克拉计，1克=5克拉，要换算吗？', [
  '5',
  '是克，换算成克拉（×5）',
]);
const MILLIGRAMS_OF_STONES = asks('单位是毫克，以克拉计的石重1毫克=0.005克拉，要换算吗？', [
  '0.005',
  '是毫克，换算成克拉（×0.005）',
]);
type Units = Readonly<Record<string, number | ColumnUnit>>;
const named = (names: string, unit: number | ColumnUnit): Units =>
  Object.fromEntries(names.split(' ').map((name) => [name, unit]));
const PIECES = named('件 粒 颗 个 只 条 枚 块 pcs pc', 1);
const BY_KIND: Readonly<Partial<Record<FieldKind, Units>>> = {
  grams: {
    ...named('克 g gr gram grams', 1),
    ...named('毫克 mg', 0.001),
    ...named('千克 公斤 kg', 1_000),
    钱: QIAN,
    两: LIANG,
  },
  carats: {
    ...named('克拉 卡 ct cts carat carats', 1),
    ...named('分 pt point points', 0.01),
    ...named('克 g gram grams', GRAMS_OF_STONES),
    ...named('毫克 mg', MILLIGRAMS_OF_STONES),
  },
  yuan: {
    ...named('元 块 人民币 rmb cny ¥', 1),
    角: 0.1,
    百元: 100,
    ...named('千元 千', 1_000),
    ...named('万元 万', 10_000),
  },
  count: PIECES,
  ratio: { 倍: 1, ...named('% 百分比', 0.01) },
};
/** What is a unit to somebody, and never of a field here. */
const FOREIGN =
  '盎司 oz 磅 lb 格令 斤 吨 美元 usd us$ $ 港元 港币 hkd hk$ 欧元 eur € 英镑 gbp £ 日元 日圆 jpy 台币 对 双 打 副'.split(
    ' ',
  );
const ALL: readonly string[] = [
  ...new Set([...Object.values(BY_KIND).flatMap((units) => Object.keys(units)), ...FOREIGN]),
].toSorted((one, other) => other.length - one.length);

/** What a price may be per; others are per piece. */
const PER_GRAM = ['克', 'g'];
const PER_PIECE = ['件', '个', '只', '条', '枚'];
const PER: Readonly<Record<string, readonly string[]>> = {
  goldCost: PER_GRAM,
  partCost: PER_GRAM,
  workFee: PER_GRAM,
  fineWorkFee: PER_GRAM,
  stoneCost: ['克拉', 'ct', '粒', '颗', '个', '件'],
  secondCost: ['克拉', 'ct', '粒', '颗', '个', '件'],
  stoneWorkfee: [...PER_PIECE, '粒', '颗'],
};
const OWN: Readonly<Partial<Record<FieldKind, string>>> = {
  grams: '克',
  carats: '克拉',
  yuan: '元',
  count: '件数',
  ratio: '倍数',
};
const unfit = (unit: string, { label, kind, wire }: Field): ColumnUnit => ({
  unfit: `单位“${unit}”不适用于${label}，请换算成${OWN[kind] ?? ''}${kind === 'yuan' && PER[wire] === PER_GRAM ? '/克' : ''}后再导入`,
});
const plain = (text: string): string => text.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();

const asUnit = (unit: number | ColumnUnit): ColumnUnit => (typeof unit === 'number' ? { factor: unit } : unit);
const fitsPer = (per: string | undefined, { kind, wire }: Field): boolean =>
  per === undefined || (kind === 'yuan' && (PER[wire] ?? PER_PIECE).includes(per));
/** `元/克`: the amount and what it is per; null where the text is no unit at all. */
export const unitOf = (text: string, field: Field): ColumnUnit | null => {
  const units = BY_KIND[field.kind];
  const [amount = '', per, ...more] = plain(text).split('/');
  // 560/克 says what the price is per and nothing else.
  const known = amount || (per === undefined ? '' : '元');
  if (units === undefined || more.length > 0 || !ALL.includes(known)) return null;
  const unit = Object.hasOwn(units, known) ? units[known] : undefined;
  return unit === undefined || !fitsPer(per, field) ? unfit(text.trim(), field) : asUnit(unit);
};

const BRACKETS = /[(（[【]([^)）\]】]*)[)）\]】]?/g;
/** A heading without spaces and brackets: 主石(分)重 is 主石重. */
export const withoutBrackets = (heading: string): string =>
  plain(heading)
    .replaceAll(/[*:：]/g, '')
    .replaceAll(BRACKETS, '');
const withoutEnd = (text: string, unit: string): string => text.slice(0, -unit.length);
/** 金重/mg is 金重. */
export const nameBefore = (text: string, unit: string): string => withoutEnd(text, unit).replace(/[/_-]$/, '');
const PER_TAILS = ['', ...ALL.map((unit) => `/${unit}`)];
/** `元/克` behind a heading, as the longest that leaves a name; `isName` knows names. */
export const tailOf = (bare: string, isName: (text: string) => boolean): string | null => {
  if (isName(bare)) return null;
  for (const per of PER_TAILS) {
    if (per !== '' && !bare.endsWith(per)) continue;
    const left = per === '' ? bare : withoutEnd(bare, per);
    if (per !== '' && isName(left)) return per;
    const amount = ALL.find((unit) => left.endsWith(unit) && isName(nameBefore(left, unit)));
    if (amount !== undefined) return `${amount}${per}`;
  }
  return null;
};
/** Of a heading that is no name of ours: these end no other word. */
const SURE_TAIL = /(毫克|mg|千克|kg|公斤|千元|万元|克拉|ct|(?<=重)[分钱两])$/;

const tokensOf = (text: string): readonly string[] =>
  plain(text)
    .replace(/^单位[:：]?/, '')
    .split(/[,，、;；]|或/);
const sameOf = (found: readonly ColumnUnit[]): ColumnUnit | null =>
  found.find((unit) => !('factor' in unit)) ?? found.at(-1) ?? null;
/** What the heading says of its numbers; null: nothing. */
export const unitOfHeading = (
  heading: string,
  field: Field,
  isName: (text: string) => boolean = () => false,
): ColumnUnit | null => {
  const inBrackets = [...plain(heading).matchAll(BRACKETS)].flatMap(([, inside = '']) => tokensOf(inside));
  const bare = withoutBrackets(heading);
  const behind = tailOf(bare, isName) ?? (isName(bare) ? '' : (SURE_TAIL.exec(bare)?.[0] ?? ''));
  return sameOf([...inBrackets, behind].flatMap((token) => unitOf(token, field) ?? []));
};

/** 单位：万元 above a table is not said of each column: where it would change a number it is asked. */
export const unitAbove = (titles: readonly string[], field: Field): ColumnUnit | null => {
  const tokens = titles.flatMap((title) =>
    [...title.matchAll(/单位\s*[:：]\s*([^\s)）]+)/g)].flatMap(([, said = '']) => tokensOf(said)),
  );
  const units = BY_KIND[field.kind] ?? {};
  const token = tokens.find((each) => Object.hasOwn(units, each));
  const unit = token === undefined ? undefined : units[token];
  if (unit === undefined || unit === 1) return null;
  if (typeof unit !== 'number') return field.kind === 'grams' ? unit : null;
  const own = OWN[field.kind] ?? '';
  return asks(`表格上方写着单位“${token}”，这一列的数字是？`, [String(unit), token ?? ''], ['1', own]);
};

/** The number in the field's own unit. */
export const converted = (value: number, factor: number): number =>
  factor === 1 ? value : Number((value * factor).toFixed(6));
/** What the answer to a question comes to; null: it is none. */
export const answered = (unit: ColumnUnit, answer: string | undefined): number | null =>
  'factor' in unit
    ? unit.factor
    : 'choices' in unit && unit.choices.some(({ value }) => value === answer)
      ? Number(answer)
      : null;
