/** Marks of having seen a row of 异常: rows of master, so a rebuild keeps them; what came after the mark was not seen. */
import { sql } from 'slonik';

/** Joins the mark of `e`, a row of live.exceptions, as `s`, where nothing came after it. */
export const SEEN = sql.fragment`LEFT JOIN master.exception_seen s ON s.id = e.id AND s.count >= e.count`;
export const UNSEEN = sql.fragment`s.id IS NULL`;
