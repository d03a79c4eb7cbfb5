/** Filters of every list, report and export, out of the table of values; a blank one is none. */
import { z } from 'zod';
import { Day } from './dates.ts';
import { ChosenShop, PartnerId, RecordId } from './ids.ts';
import { shared } from './shared-schema.ts';
import { LISTS, TEXTS, addressMeasure, addressNumber, patternText, wireText, type NumberName } from './values.ts';

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
/** Absent, null and blank are undefined; everything else is `schema`. */
export const given = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (isBlank(value) ? undefined : value), schema.optional()).optional();

/** Text to look for. */
export const term = shared((max: number = TEXTS.filter) => given(wireText(max)));
/** A code that is scanned or typed. */
export const code = () => term(TEXTS.code);
/** One of these words. */
export const choice = <const Words extends readonly [string, ...string[]]>(words: Words, error = '请选择正确的选项') =>
  given(z.enum(words, { error }));
/** One or several texts: `?typeArr=戒指&typeArr=吊坠`. */
export const several = shared(() =>
  given(
    z.preprocess(
      (value) => (Array.isArray(value) ? value : [value]).filter((one) => !isBlank(one)),
      z.array(wireText(TEXTS.filter)).max(LISTS.choices, `最多${LISTS.choices}项`),
    ),
  ),
);
export const filterDay = shared(() => given(Day));
const CLOCK_WORDS = '请选择日期，或写成 yyyy-MM-dd HH:mm:ss';
const CLOCK = patternText(/^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3])(:[0-5]\d){2}$/, CLOCK_WORDS).refine(
  (text) => Day.safeParse(text.split(' ')[0]).success,
  CLOCK_WORDS,
);
/** A day, or a moment of the shops' clock: `yyyy-MM-dd HH:mm:ss` (R105). */
export const filterMoment = shared(() => given(z.union([Day, CLOCK], { error: CLOCK_WORDS })));
export const filterShop = shared(() => given(PartnerId));
/** A supplier or a customer. */
export const filterPartner = shared(() => given(PartnerId));
export const filterRecord = shared(() => given(RecordId));
export const chosenShop = () => ChosenShop;
/** A whole number: the position of the log that a screen has seen. */
export const filterWhole = shared((name: NumberName) => given(addressNumber(name)));
/** Grams as typed. */
export const filterGrams = shared(() => given(addressMeasure('weight')));
/** Yuan and percent as typed. */
export const filterYuan = shared(() => given(addressMeasure('lineMoney')));
export const filterRebate = shared(() => given(addressMeasure('rebate')));
/** From … to of a piece's weight (grams) and price (yuan), both ends included; each end may be missing. */
export const GoodsRanges = {
  goldWeightFrom: filterGrams(),
  goldWeightTo: filterGrams(),
  sellPriceFrom: given(addressMeasure('unitPrice')),
  sellPriceTo: given(addressMeasure('unitPrice')),
};
export const order = shared(() => choice(['asc', 'desc']));
/** 1 待审核, 2 已审核. */
export const auditFlag = shared(() =>
  given(
    z.preprocess(
      (value) => (typeof value === 'number' ? String(value) : value),
      z.enum(['1', '2'], { error: '请选择审核状态' }).transform(Number),
    ),
  ),
);
/** '2' enabled, '1' disabled (R11). */
export const enabled = shared(() => choice(['1', '2'], '状态不正确'));
