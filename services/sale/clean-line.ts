/** 维修清洗 lines of a sale (S1§3, §5): what a customer hands in to be cleaned or mended, and the fee for it. */
import { z } from 'zod';
import { lineKey, type NewLine } from '../contracts/document.ts';
import { addDays, Day, StoredDay } from '../contracts/dates.ts';
import { Carats, Count, LineFen, LotGrams, LotWeightMg, milliFromCarats, mgFromGrams } from '../contracts/units.ts';
import { storedPerson } from '../contracts/person.ts';
import { TEXTS, requiredText, stored, storedName, storedText, storedWhole } from '../contracts/values.ts';
import { SentLineId, sentLineYuan, sentText } from './body-fields.ts';

export const CLEAN_LIST = 'clean';
/** Weight and stones as they were handed in; the price is that of the whole line. */
export const SaleCleanLine = z.object({
  ...lineKey(CLEAN_LIST),
  category: storedName(),
  style: storedName(),
  fineness: storedName(),
  weightMg: LotWeightMg,
  mainStone: storedName(),
  mainStoneCaratMilli: stored('carat'),
  mainStoneCount: storedWhole('pieces'),
  sideStone: storedName(),
  sideStoneCaratMilli: stored('carat'),
  sideStoneCount: storedWhole('pieces'),
  priceFen: LineFen,
  remark: storedText(),
  /** When it is promised to be ready. */
  promisedOn: StoredDay,
  /** Fetched at once: day and name; null and '' where it stays in the shop. */
  takenOn: StoredDay.nullable(),
  takenBy: storedPerson(),
});
export type SaleCleanLine = z.infer<typeof SaleCleanLine>;

const carats = Carats.nullish().transform((value) => milliFromCarats(value ?? 0));
const count = Count.nullish().transform((value) => value ?? 0);
/** null: not given. A form that was emptied sends ''. */
const day = z
  .union([z.literal('').transform(() => null), z.null(), Day])
  .optional()
  .transform((value) => value ?? null);
export const SaleCleanLineBody = z.object({
  id: SentLineId,
  type: requiredText('请选择首饰类别!', TEXTS.short),
  style: requiredText('请选择首饰款式类!', TEXTS.short),
  fineness: sentText(TEXTS.short),
  weight: LotGrams.nullish().transform((value) => mgFromGrams(value ?? 0)),
  stone: sentText(TEXTS.short),
  stoneCt: carats,
  stoneP: count,
  second: sentText(TEXTS.short),
  secondCt: carats,
  secondP: count,
  price: sentLineYuan,
  remark: sentText(200),
  promiseAt: day,
  takeAt: day,
  takeBy: sentText(TEXTS.short),
});
export type SaleCleanLineBody = z.infer<typeof SaleCleanLineBody>;

/** `days`: how long it usually takes; from the day of the sale on. */
export const cleanLineOf = (
  sent: SaleCleanLineBody,
  { soldOn, days }: { readonly soldOn: string; readonly days: number },
): NewLine<SaleCleanLine> => ({
  category: sent.type,
  style: sent.style,
  fineness: sent.fineness,
  weightMg: sent.weight,
  mainStone: sent.stone,
  mainStoneCaratMilli: sent.stoneCt,
  mainStoneCount: sent.stoneP,
  sideStone: sent.second,
  sideStoneCaratMilli: sent.secondCt,
  sideStoneCount: sent.secondP,
  priceFen: sent.price ?? 0,
  remark: sent.remark,
  promisedOn: sent.promiseAt ?? addDays(soldOn, days),
  takenOn: sent.takeAt,
  takenBy: sent.takeBy,
});
