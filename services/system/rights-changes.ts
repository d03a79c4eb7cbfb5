/** What was changed in a day of somebody's rights: of himself and of the roles he had, out of the change log. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { DATA_SCOPE_WORDS } from '../contracts/data-scopes.ts';
import { changesOf } from '../platform/rows/row-history.ts';
import type { RightsSnapshot } from './rights-contract.ts';

/** A day lasts from `from` to before `until`, both moments. */
export type DayOfRights = { readonly from: string; readonly until: string };
type NamesOf = (ids: readonly number[]) => readonly string[];
/** How numbers of a column are told. */
export type ColumnNames = Readonly<Record<string, NamesOf>>;
export type ChangedRecord = { readonly table: 'sys_role' | 'sys_user'; readonly id: number; readonly name: string };

const TITLES: Readonly<Record<string, string>> = {
  username: '登录名称',
  nick_name: '用户名称',
  status: '状态',
  dept_id: '部门',
  role_ids: '角色',
  lock_shops: '分店',
  role_name: '角色名称',
  role_key: '权限字符',
  data_scope: '数据范围',
  dept_ids: '数据范围的部门',
  menu_ids: '菜单和权限',
  second_factor: '两步验证',
};
const KINDS = { sys_user: '用户', sys_role: '角色' } as const;
/** Of columns whose values are digits. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: { '1': '停用', '2': '正常' },
  data_scope: DATA_SCOPE_WORDS,
  second_factor: { '1': '不要求', '2': '要求' },
};

const numbers = (value: unknown): readonly number[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is number => typeof one === 'number');
const told = (column: string, value: unknown, beside: unknown, names: ColumnNames): string => {
  const name = names[column];
  if (name === undefined) {
    const text = value === null || value === undefined ? '' : String(value as string | number);
    return WORDS[column]?.[text] ?? text;
  }
  const others = new Set(numbers(beside));
  return name(numbers(value).filter((id) => !others.has(id))).join('、');
};

const Values = z.record(z.string(), z.unknown()).nullable();
const Logged = z.object({
  id: z.int(),
  at: z.string(),
  by: z.string(),
  table: z.enum(['sys_role', 'sys_user']),
  row: z.string(),
  before: Values,
  after: Values,
});
/** Oldest first. */
export const changesIn = async (
  db: CommonQueryMethods,
  { from, until }: DayOfRights,
  records: readonly ChangedRecord[],
  names: ColumnNames,
): Promise<RightsSnapshot['changes']> => {
  const rows = await db.any(sql.type(Logged)`
    SELECT c.id, c.at, c.user_name AS by, c.table_name AS table, c.row_id AS row, c.before, c.after
    FROM ${sql.unnest(
      records.map(({ table, id }) => [table, String(id)]),
      ['text', 'text'],
    )} AS asked (table_name, row_id)
      JOIN master.change_log c ON c.table_name = asked.table_name AND c.row_id = asked.row_id
    WHERE c.at >= ${from}::timestamptz AND c.at < ${until}::timestamptz ORDER BY c.id`);
  return rows.flatMap(({ id, at, by, table, row, before, after }) => {
    const name = records.find((one) => one.table === table && String(one.id) === row)?.name ?? row;
    return Object.entries(changesOf({ before, after }))
      .filter(([column]) => column in TITLES)
      .map(([column, change]) => ({
        id,
        at,
        by,
        record: `${KINDS[table]} ${name}`,
        label: TITLES[column] ?? column,
        removed: told(column, change.before, change.after, names),
        added: told(column, change.after, change.before, names),
      }))
      .filter(({ removed, added }) => removed !== added);
  });
};
