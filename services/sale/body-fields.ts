/** Leaves of the lines of a sale as they are sent; what is left out is filled by the server. */
import { LineYuan, Yuan, fenFromYuan } from '../contracts/units.ts';
import { chosenId, wireWhole } from '../contracts/values.ts';
import { formText } from '../goods/contract.ts';

/** The id that a line got at its first save (`lineIdOnWire`); null for a new line (S1§3). */
export const SentLineId = chosenId('id')
  .nullish()
  .transform((value) => value ?? null);
/** A price or fee of one piece or gram, into fen. */
export const sentYuan = Yuan.nullish().transform((value) => (value == null ? null : fenFromYuan(value)));
/** Money of a line, into fen. */
export const sentLineYuan = LineYuan.nullish().transform((value) => (value == null ? null : fenFromYuan(value)));
export const sentText = (max: number) =>
  formText(max)
    .nullish()
    .transform((value) => value ?? '');
/** Points as a till reckoned them; null: the server's stand. */
export const sentPoints = wireWhole('points')
  .nullish()
  .transform((value) => value ?? null);
