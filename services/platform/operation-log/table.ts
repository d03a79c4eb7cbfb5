/** Statements over `master.operation_log`; its table is the system slice's. */
import { sql, type FragmentSqlToken } from 'slonik';
import type { Migration } from '../migrate.ts';
import { DONE, FAILED, PENDING, type Entry } from './entry.ts';

/** A row is there before the work begins; what it came to is added afterwards. Applied after the table is made. */
export const operationOutcomeMigration: Migration = {
  id: 'platform-010-operation-log-outcome',
  sql: `
    ALTER TABLE operation_log ADD COLUMN command_key text NOT NULL DEFAULT '',
      ADD COLUMN written_at timestamptz NOT NULL DEFAULT now();
    CREATE INDEX operation_log_pending ON operation_log (id) WHERE status = '0';`,
};

/** Inserts rows and answers `id` and `request_id` of each. */
export const insertEntries = (entries: readonly Entry[]): FragmentSqlToken => sql.fragment`
  INSERT INTO master.operation_log (title, business_type, request_method, oper_url, oper_param, json_result,
    status, http_status, error_msg, latency_ms, user_id, oper_name, oper_ip, user_agent, request_id, command_key, oper_time)
  SELECT title, business_type, request_method, oper_url, oper_param, json_result,
    status, http_status, error_msg, latency_ms, user_id, oper_name, oper_ip, user_agent, request_id, command_key, oper_time
  FROM jsonb_populate_recordset(null::master.operation_log, ${JSON.stringify(entries)}::jsonb)
  RETURNING id, request_id`;

/** Gives rows, named by their id, their outcomes. */
export const completeEntries = (outcomes: readonly Entry[]): FragmentSqlToken => sql.fragment`
  UPDATE master.operation_log AS o SET json_result = t.json_result, status = t.status, http_status = t.http_status,
    error_msg = t.error_msg, latency_ms = t.latency_ms
  FROM jsonb_populate_recordset(null::master.operation_log, ${JSON.stringify(outcomes)}::jsonb) AS t
  WHERE o.id = t.id`;

/** What a row says whose process ended before it had an outcome. */
export const INTERRUPTED = '中断';
/** A command that nobody renewed for this long has no process any more; an export has no command, and takes its time. */
const ABANDONED = '6 seconds';
const EXPORT_ABANDONED = '15 minutes';

/**
 * Rows whose process died get an outcome: that of the command, where its answer was kept, else {@link INTERRUPTED}.
 * The process of a row that is only slow overwrites it when it ends.
 */
export const settleAbandoned = sql.fragment`
  UPDATE master.operation_log AS o SET
    status = CASE WHEN answered.msg IS NULL THEN ${sql.literalValue(FAILED)} ELSE ${sql.literalValue(DONE)} END,
    http_status = CASE WHEN answered.msg IS NULL THEN 0 ELSE 200 END,
    json_result = coalesce(answered.msg, ''),
    error_msg = CASE WHEN answered.msg IS NULL THEN ${sql.literalValue(INTERRUPTED)} ELSE '' END
  FROM master.operation_log AS p
    LEFT JOIN master.command_log AS c ON c.user_id = p.user_id AND c.key = p.command_key AND p.command_key <> ''
    CROSS JOIN LATERAL (SELECT c.answer -> 'envelope' ->> 'msg' AS msg) AS answered
  WHERE p.id = o.id AND p.status = ${sql.literalValue(PENDING)}
    AND p.written_at < now() - CASE WHEN p.request_method = 'GET' THEN ${EXPORT_ABANDONED}::interval ELSE ${ABANDONED}::interval END
    AND (c.answer IS NOT NULL OR c.owner IS NULL OR c.renewed_at < now() - ${ABANDONED}::interval)`;
