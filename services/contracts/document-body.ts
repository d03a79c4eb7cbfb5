/** What bodies and stored lines of documents that list pieces have in common. */
import { z } from 'zod';
import { GOODS_LIST, lineKey } from './document.ts';
import { Quantity, WeightMg, Yuan, fenFromYuan } from './units.ts';
import { LISTS, storedName, storedText, storedWhole, wireText } from './values.ts';

/** What may be left out of a body, and what it then is. */
export const orElse = <Schema extends z.ZodType, const Otherwise>(schema: Schema, otherwise: Otherwise) =>
  schema.nullish().transform((value) => value ?? otherwise);
const MAX_NOTE = 200;
/** A remark; '' when there is none. */
export const noteText = () => orElse(wireText(MAX_NOTE), '');
/** Yuan into fen; null where the sender leaves the price to the house. */
export const givenPrice = () => Yuan.nullish().transform((value) => (value == null ? null : fenFromYuan(value)));
/** One line at least; `missing` answers everything that is none. `label`: 调拨单. */
export const listedLines = <Line extends z.ZodType>(line: Line, missing: string, label: string) =>
  z
    .array(line, { error: missing })
    .min(1, missing)
    .max(LISTS.documentLines, `一张${label}最多${LISTS.documentLines}行`);

/** Pieces of one barcode in a stored line; name, category and weight are the piece's own, kept for paper and history. */
export const storedPiece = {
  ...lineKey(GOODS_LIST),
  barcode: storedName(),
  /** Stock row of the shop that the piece comes from. */
  goodsId: storedWhole('id'),
  name: storedText(),
  category: storedName(),
  quantity: Quantity,
  netWeightMg: WeightMg,
};
