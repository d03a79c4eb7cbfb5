/** Who filled in a report, and what was changed since, out of the change log: a paper's number is masked there too. */
import { sql } from 'slonik';
import { z } from 'zod';
import { REPORT_FIELDS } from 'services/cash-report/contract';
import type { HistoryStep } from '../documents/history.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';

const Row = z.record(z.string(), z.unknown()).nullable();
const LogEntry = z.object({
  position: z.int(),
  at: z.string(),
  by: z.string(),
  name: z.string().nullable(),
  action: z.string(),
  before: Row,
  after: Row,
});
type LogEntry = z.infer<typeof LogEntry>;

const shown = (value: unknown): string => (typeof value === 'string' ? value : '');
const changesOf = ({ before, after }: LogEntry): HistoryStep['changes'] =>
  REPORT_FIELDS.flatMap(([field, label]) => {
    const [was, is] = [shown(before?.[field]), shown(after?.[field])];
    return was === is ? [] : [{ field, label, before: was, after: is }];
  });
const titleOf = ({ action, before, after }: LogEntry): string => {
  if (action === 'insert') return '达到限额';
  if (shown(before?.['id_no_masked']) !== '' && shown(after?.['id_no_masked']) === '') return '保存期满，删除证件';
  return before?.['filled_at'] == null ? '登记' : '修改';
};

export const reportHistory = async ({ db }: Pick<QueryDeps, 'db'>, id: number): Promise<HistoryStep[]> => {
  const rows = await db.any(sql.type(LogEntry)`
    SELECT l.id AS position, l.at, l.user_name AS by, u.nick_name AS name, l.action, l.before, l.after
    FROM master.change_log AS l LEFT JOIN master.sys_user AS u ON u.id = l.user_id
    WHERE l.table_name = 'cash_report' AND l.row_id = ${String(id)} ORDER BY l.id`);
  return rows.map((row) => ({
    position: row.position,
    at: row.at,
    by: row.name ?? row.by,
    type: row.action,
    title: titleOf(row),
    changes: changesOf(row),
    reason: null,
  }));
};
