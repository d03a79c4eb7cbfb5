/** Who of an uploaded table is new, who is changed to what, and which rows cannot be (R107, R125). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Refusal } from '../../contracts/refusal.ts';
import type { Actor } from '../../contracts/route.ts';
import { MAX_SHOWN_PROBLEMS, type RowProblem } from '../../platform/table-files/refuse-rows.ts';
import { BEYOND_SCOPE, mayChange, mayGrant, onOneself } from '../grants.ts';
import { SUPER_ROLE } from '../session-user.ts';
import { placeRow, type PersonAssignment, type Assignments } from './assignments.ts';
import { PLAIN_USERNAME } from '../person-named.ts';
import { nameIn, lackingOf, labelOf, readPlain, repeatedIn, type PlainFields, type SheetRow } from './sheet.ts';

const INSTALLER = 1;

const Person = z.object({ id: z.int(), username: z.string(), super: z.boolean() });
type Person = z.infer<typeof Person>;
type PersonFields = PlainFields & PersonAssignment;
type NewPerson = PersonFields & { readonly row: number; readonly username: string; readonly nickName: string };
type ChangedPerson = PersonFields & { readonly row: number; readonly id: number };
export type JudgedRows = { readonly created: readonly NewPerson[]; readonly updated: readonly ChangedPerson[] };
type ImportQuestion = {
  readonly rows: readonly SheetRow[];
  readonly places: Assignments;
  readonly updateSupport: boolean;
};

const peopleOf = async (tx: CommonQueryMethods, names: readonly string[]): Promise<ReadonlyMap<string, Person>> => {
  const people = await tx.any(sql.type(Person)`
    SELECT u.id, ${PLAIN_USERNAME} AS username,
      EXISTS (SELECT FROM master.sys_role r WHERE r.id = ANY (u.role_ids) AND r.role_key = ${SUPER_ROLE}) AS super
    FROM master.sys_user u WHERE ${PLAIN_USERNAME} = ANY (${sql.array([...names], 'text')})`);
  return new Map(people.map((person) => [person.username, person]));
};

const refuseExisting = ({ id, super: isSuper }: Person, updateSupport: boolean): string | undefined => {
  if (id === INSTALLER) return '系统管理员账号不能通过导入修改';
  if (isSuper) return '系统管理员不能通过导入修改';
  return updateSupport ? undefined : '登录名称已存在；要更新已有用户请勾选“更新已经存在的用户”';
};

type Judging = ImportQuestion & { readonly tx: CommonQueryMethods; readonly by: Actor };
/** May the actor give these roles, shops and departments; asked once for each way they are given. */
const granting = ({ tx, by }: Pick<Judging, 'tx' | 'by'>) => {
  const known = new Map<string, Promise<Refusal | null>>();
  return (wanted: PersonAssignment, userId: number | undefined): Promise<Refusal | null> => {
    const asked = {
      ...(wanted.roleIds !== undefined && { roleIds: wanted.roleIds }),
      // Without shops a new person is refused (R155).
      ...(wanted.lockShops !== undefined && { lockShops: wanted.lockShops }),
      // What they show depends on who gets them; whoever sees all may show all.
      ...(by.user.rows !== 'all' && { deptId: wanted.deptId, userId }),
    };
    const key = JSON.stringify(asked);
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = mayGrant(tx, asked, by);
    known.set(key, found);
    return found;
  };
};

const superOf = async (tx: CommonQueryMethods): Promise<ReadonlySet<number>> =>
  new Set(
    await tx.anyFirst(
      sql.type(z.object({ id: z.int() }))`SELECT id FROM master.sys_role WHERE role_key = ${SUPER_ROLE}`,
    ),
  );

/** Of people who exist: those above the actor, by row. One question for all, one each only where it was refused. */
const aboveActor = async ({ tx, by }: Judging, updated: JudgedRows['updated']): Promise<readonly RowProblem[]> => {
  const ids = updated.map(({ id }) => id);
  if (ids.length === 0 || (await mayChange(tx, ids, by)) === null) return [];
  const problems: RowProblem[] = [];
  for (const { id, row } of updated) {
    const refusal = await mayChange(tx, [id], by);
    if (refusal !== null) problems.push({ row, field: labelOf('username'), message: refusal.message });
    if (problems.length >= MAX_SHOWN_PROBLEMS) break;
  }
  return problems;
};

type Judge = {
  readonly judging: Judging;
  readonly people: ReadonlyMap<string, Person>;
  readonly supers: ReadonlySet<number>;
  readonly mayGive: ReturnType<typeof granting>;
};
/** Why these roles and shops cannot be given, and in which column that is. */
const refuseGrant = async (
  { supers, mayGive }: Judge,
  placed: PersonAssignment,
  userId: number | undefined,
): Promise<{ readonly column: 'roles' | 'shops' | 'dept'; readonly message: string } | null> => {
  if (placed.roleIds?.some((id) => supers.has(id)) === true)
    return { column: 'roles', message: '系统管理员角色不能通过导入授予' };
  const refusal = await mayGive(placed, userId);
  if (refusal === null) return null;
  const column = placed.roleIds !== undefined ? 'roles' : refusal.code === BEYOND_SCOPE.code ? 'dept' : 'shops';
  return { column, message: refusal.message };
};

type JudgedRow = { readonly created?: NewPerson; readonly updated?: ChangedPerson; readonly problems: RowProblem[] };
const judgeRow = async (judge: Judge, sheetRow: SheetRow): Promise<JudgedRow> => {
  const { row, cells } = sheetRow;
  const { places, updateSupport, by } = judge.judging;
  const plain = readPlain(sheetRow);
  const { placed, problems: misplaced } = placeRow(sheetRow, places);
  const isDamaged = new Set(sheetRow.damage.map(({ field }) => field));
  // What a program damaged is said once: the rest of such a cell means nothing.
  const said = [...plain.problems, ...misplaced].filter(({ field }) => !isDamaged.has(field));
  const problems = [...sheetRow.damage, ...said];
  const problem = (name: string, message: string | undefined): void => {
    if (message !== undefined) problems.push({ row, field: labelOf(name), message });
  };
  const person = judge.people.get(nameIn(cells));
  const beyond = await refuseGrant(judge, placed, person?.id);
  if (beyond !== null) problem(beyond.column, beyond.message);
  if (person === undefined) {
    problems.push(...lackingOf(sheetRow));
    const { username = '', nickName = '' } = plain.fields;
    return { created: { ...plain.fields, ...placed, row, username, nickName }, problems };
  }
  problem('username', refuseExisting(person, updateSupport));
  problem('roles', onOneself({ userId: person.id, roleIds: placed.roleIds }, by)?.message);
  // Neither password nor status of somebody who exists is changed by a table.
  const { status: _status, username: _username, ...more } = plain.fields;
  return { updated: { ...more, ...placed, row, id: person.id }, problems };
};

/** What each row comes to. Problems keep the order of the rows. */
export const judgeRows = async (
  judging: Judging,
): Promise<JudgedRows | { readonly problems: readonly RowProblem[] }> => {
  const { tx, rows } = judging;
  const names = rows.map(({ cells }) => nameIn(cells));
  const [people, supers] = [await peopleOf(tx, names), await superOf(tx)];
  const judge = { judging, people, supers, mayGive: granting(judging) };
  const judged: JudgedRow[] = [];
  for (const row of rows) judged.push(await judgeRow(judge, row));
  const created = judged.flatMap((one) => one.created ?? []);
  const updated = judged.flatMap((one) => one.updated ?? []);
  const wrong = [...repeatedIn(rows), ...judged.flatMap(({ problems }) => problems)];
  const problems = wrong.length > 0 ? wrong : await aboveActor(judging, updated);
  return problems.length === 0
    ? { created, updated }
    : { problems: problems.toSorted((one, other) => one.row - other.row) };
};
