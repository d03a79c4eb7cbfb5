/** A table of people as it was uploaded: which columns it has, and what each row says (R125). Pure. */
import type { RowProblem } from '../../platform/table-files/refuse-rows.ts';
import { DAMAGE_WORDS, damageIn } from '../../platform/table-files/damage.ts';
import type { Cell, CellMark, Table } from '../../platform/table-files/table.ts';
import type { z } from 'zod';
import { plainName } from '../../contracts/plain-name.ts';
import { UserFields } from '../user-body.ts';

type Column = {
  readonly name: ColumnName;
  readonly label: string;
  readonly required: boolean;
  readonly example: string;
  /** What is said where a new user lacks it; `labelOf` and 不能为空 otherwise. */
  readonly lacking?: string;
};
export type ColumnName =
  | 'username'
  | 'nickName'
  | 'dept'
  | 'phone'
  | 'email'
  | 'sex'
  | 'post'
  | 'roles'
  | 'shops'
  | 'status'
  | 'remark';
/** As the export writes it, and as the dialog of one person calls it (R155). */
export const ALL_SHOPS = '全部分店';
/** In the order of the template; `required` of a user who does not exist yet. */
export const COLUMNS: readonly Column[] = [
  { name: 'username', label: '登录名称', required: true, example: 'lixiaomei' },
  { name: 'nickName', label: '用户名称', required: true, example: '李小美' },
  { name: 'dept', label: '部门', required: true, example: '总部' },
  { name: 'phone', label: '手机号码', required: true, example: '13800138000' },
  {
    name: 'email',
    label: '邮箱',
    required: true,
    example: 'lixiaomei@example.com',
    lacking: '邮箱地址不能为空',
  },
  { name: 'sex', label: '性别', required: false, example: '女' },
  { name: 'post', label: '岗位', required: false, example: '' },
  { name: 'roles', label: '角色', required: false, example: '营业员' },
  // A person is in all shops where that is said, never by an empty cell (R155).
  {
    name: 'shops',
    label: '分店',
    required: true,
    example: ALL_SHOPS,
    lacking: `分店不能为空，请填分店或“${ALL_SHOPS}”`,
  },
  { name: 'status', label: '状态', required: false, example: '正常' },
  { name: 'remark', label: '备注', required: false, example: '' },
];
export const labelOf = (name: string): string => COLUMNS.find((column) => column.name === name)?.label ?? name;
const REQUIRED = COLUMNS.filter(({ required }) => required);

export type SheetRow = {
  readonly row: number;
  readonly cells: Readonly<Record<ColumnName, string>>;
  /** What the file itself has wrong with the row and its cells (R150). */
  readonly damage: readonly RowProblem[];
};
export const spaceless = (heading: string): string => heading.normalize('NFKC').replaceAll(/[\s*]/g, '');
const textOf = (cell: Cell | undefined): string => String(cell ?? '').trim();

const damageOf = (name: ColumnName, text: string, mark: CellMark | undefined): readonly string[] => {
  const damage = mark === 'formula' || mark === 'date' ? mark : damageIn(text);
  return damage === null || (damage === 'date' && name === 'remark') ? [] : [DAMAGE_WORDS[damage]];
};
/** The rows under the names of their columns, or which columns are missing. */
export const rowsOf = ({
  headers,
  rows,
}: Pick<Table, 'headers' | 'rows'>):
  | { readonly rows: readonly SheetRow[] }
  | { readonly missing: readonly string[] } => {
  const headings = headers.map(spaceless);
  const places = COLUMNS.map(({ name, label }) => [name, headings.indexOf(label)] as const);
  // Whoever updates a column of people who exist needs their names alone; what a new one lacks is said in his row.
  if (!headings.includes(labelOf('username'))) return { missing: [labelOf('username')] };
  return {
    rows: rows.map(({ row, cells, marks = {}, misfit }) => ({
      row,
      damage: [
        ...(misfit === undefined ? [] : [{ row, field: '整行', message: misfit }]),
        ...places.flatMap(([name, at]) =>
          damageOf(name, textOf(cells[at]), marks[at]).map((message) => ({ row, field: labelOf(name), message })),
        ),
      ],
      cells: Object.fromEntries(
        places.map(([name, at]) => [name, at === -1 ? '' : textOf(cells[at])]),
      ) as SheetRow['cells'],
    })),
  };
};

/** What a row says in words that need no table of the house. */
export type PlainFields = z.output<typeof Plain>;
const Plain = UserFields.pick({
  username: true,
  nickName: true,
  phone: true,
  email: true,
  sex: true,
  status: true,
  remark: true,
}).partial();
const SEX: Readonly<Record<string, string>> = { 男: '0', 女: '1' };
const STATUS: Readonly<Record<string, string>> = { 正常: '2', 启用: '2', 停用: '1', 禁用: '1' };

const wordIn = (words: Readonly<Record<string, string>>, text: string): string | undefined =>
  text === '' ? undefined : (words[text] ?? text);
const plainOf = ({ username, nickName, phone, email, sex, status, remark }: SheetRow['cells']) =>
  Object.fromEntries(
    Object.entries({
      username,
      nickName,
      phone,
      email,
      sex: wordIn(SEX, sex),
      status: wordIn(STATUS, status),
      remark,
    }).filter(([, text]) => text !== '' && text !== undefined),
  );
const MESSAGES: Readonly<Record<string, string>> = { sex: '性别请填 男 或 女', status: '状态请填 正常 或 停用' };

/** The plain fields of a row that were filled, or what is wrong with them; a blank cell says nothing. */
export const readPlain = (
  row: SheetRow,
): { readonly fields: PlainFields; readonly problems: readonly RowProblem[] } => {
  const read = Plain.safeParse(plainOf(row.cells));
  if (read.success) return { fields: read.data, problems: [] };
  const problems = read.error.issues.map(({ path: [name], message }) => ({
    row: row.row,
    field: labelOf(String(name)),
    message: MESSAGES[String(name)] ?? message,
  }));
  return { fields: {}, problems };
};
/** A cell of shops with nothing but a separator names none, as an empty one. */
const isBlank = (name: ColumnName, text: string): boolean =>
  name === 'shops' ? namesIn(text).length === 0 : text === '';
/** What a new person's row lacks. */
export const lackingOf = ({ row, cells }: SheetRow): readonly RowProblem[] =>
  REQUIRED.filter(({ name }) => isBlank(name, cells[name])).map(({ label, lacking = `${label}不能为空` }) => ({
    row,
    field: label,
    message: lacking,
  }));

/** Several names in one cell: 营业员、库管. */
export const namesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[、,，;；\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

/** The login as it is compared (R152). */
export const nameIn = ({ username }: SheetRow['cells']): string => plainName(username).toLowerCase();
/** Rows that name somebody whom an earlier row named. */
export const repeatedIn = (rows: readonly SheetRow[]): readonly RowProblem[] => {
  const first = new Map<string, number>();
  return rows.flatMap(({ row, cells }) => {
    const name = nameIn(cells);
    const before = first.get(name);
    if (name === '') return [{ row, field: labelOf('username'), message: '登录名称不能为空' }];
    if (before === undefined) first.set(name, row);
    return before === undefined ? [] : [{ row, field: labelOf('username'), message: `与第${before}行重复` }];
  });
};
