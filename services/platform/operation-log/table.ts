/** Statements over the traces of `master.command`. */
import { sql, type FragmentSqlToken } from 'slonik';
import { DONE, FAILED, PENDING, type Entry } from './entry.ts';

/** The columns of an entry; the name is that of the rows that they are taken from. */
export const TRACE_COLUMNS = sql.fragment`user_id, shop_ids, dept_id, key, route, title, oper_url, oper_param, message, status, http_status,
  latency_ms, oper_name, oper_ip, user_agent, request_id, oper_time`;
const entriesOf = (entries: readonly Entry[]): FragmentSqlToken =>
  sql.fragment`jsonb_populate_recordset(null::master.command, ${JSON.stringify(entries)}::jsonb)`;

/** Inserts rows that claim nothing and answers `id` and `request_id` of each. */
export const insertEntries = (entries: readonly Entry[]): FragmentSqlToken => sql.fragment`
  INSERT INTO master.command (logged, ${TRACE_COLUMNS}) SELECT true, ${TRACE_COLUMNS} FROM ${entriesOf(entries)}
  RETURNING id, request_id`;

/** Gives rows, named by their id, their outcomes. */
export const completeEntries = (outcomes: readonly Entry[]): FragmentSqlToken => sql.fragment`
  UPDATE master.command AS c SET message = t.message, status = t.status, http_status = t.http_status,
    latency_ms = t.latency_ms
  FROM ${entriesOf(outcomes)} AS t WHERE c.id = t.id`;

/** What a row says whose process ended before it had an outcome. */
export const INTERRUPTED = '中断';
/** A command that nobody renewed for this long has no process any more; an export has no command, and takes its time. */
const ABANDONED = '6 seconds';
const EXPORT_ABANDONED = '15 minutes';

/**
 * Rows whose process died get an outcome: that of the command, their own or the one that they repeat, where its answer was
 * kept, else {@link INTERRUPTED}. The process of a row that is only slow overwrites it when it ends.
 */
export const settleAbandoned = sql.fragment`
  UPDATE master.command AS o SET
    status = CASE WHEN c.answer IS NULL THEN ${sql.literalValue(FAILED)} ELSE ${sql.literalValue(DONE)} END,
    http_status = CASE WHEN c.answer IS NULL THEN 0 ELSE 200 END,
    message = CASE WHEN c.answer IS NULL THEN ${sql.literalValue(INTERRUPTED)}
      ELSE coalesce(c.answer ->> 'msg', c.answer -> 'envelope' ->> 'msg', c.message) END
  FROM master.command AS p
    LEFT JOIN master.command AS c ON c.user_id = p.user_id AND c.key = p.key AND c.claimed AND p.key <> ''
  WHERE p.id = o.id AND p.logged AND p.status = ${sql.literalValue(PENDING)}
    AND p.renewed_at < now() - CASE WHEN p.route LIKE 'GET %' THEN ${EXPORT_ABANDONED}::interval ELSE ${ABANDONED}::interval END
    AND (c.answer IS NOT NULL OR c.owner IS NULL OR c.renewed_at < now() - ${ABANDONED}::interval)`;
