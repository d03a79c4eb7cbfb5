/** Pieces times what each of them has. */
import { sql, type FragmentSqlToken } from 'slonik';
import { sqlStateOf } from 'services/platform/base/faults';

/** The type that the pieces are cast to: `h.on_hand::${width} * g.net_weight_mg`. */
export type Width = FragmentSqlToken;
const FAST = sql.fragment`int8`;
const WIDE = sql.fragment`numeric`;
const OUT_OF_RANGE = '22003';

/**
 * Multiplies in bigint, which holds whatever the table of values lets through. Old events may go beyond: where they do,
 * the same is asked once more in numeric.
 */
export const inFullWidth = async <Answer>(ask: (width: Width) => Promise<Answer>): Promise<Answer> => {
  try {
    return await ask(FAST);
  } catch (error) {
    if (sqlStateOf(error) !== OUT_OF_RANGE) throw error;
    return ask(WIDE);
  }
};
