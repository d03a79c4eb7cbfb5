/** Marks of having seen a row of 异常: rows of master, so a rebuild keeps them; what came after the mark was not seen. */
import { sql } from 'slonik';

/** Joins the mark of `e`, a row of live.exceptions, as `s`. */
export const SEEN = sql.fragment`LEFT JOIN master.exception_seen s ON s.id = e.id`;
export const UNSEEN = sql.fragment`(s.id IS NULL OR s.count < e.count)`;
