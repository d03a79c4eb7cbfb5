/** What becomes of the settings of a table: files to look at, to take along, in the project; a page in the menu; a migration. */
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { sql, type CommonQueryMethods, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import type { Answer, RawAnswer } from '../contracts/route.ts';
import { recordPage } from '../contracts/record-page.ts';
import { shapeOf } from './catalogue.ts';
import type { GeneratedTable, Preview } from './contract.ts';
import { logChanged, type ChangedBy } from '../platform/rows/master.ts';
import { filesOf, formatted, type ProjectFile, type ProjectShape } from './files.ts';
import { planOf, type Plan } from './plan.ts';
import { MIGRATIONS, hasRecord, migrationsIn, writeNew } from './project.ts';
import { MISSING, tableOf } from './settings.ts';
import { migrationOf } from './templates/migration-file.ts';

const Named = z.object({ name: z.string() });
/** Another that already stands for the same keys or folder. */
const refuseShared = async (db: CommonQueryMethods, id: number): Promise<Refusal | null> => {
  const other = await db.maybeOneFirst(sql.type(Named)`
    SELECT other.table_name AS name FROM master.gen_table AS own JOIN master.gen_table AS other ON other.id <> own.id
      AND (other.module_name = own.module_name
        OR (other.package_name = own.package_name AND other.business_name = own.business_name))
    WHERE own.id = ${id} ORDER BY other.id LIMIT 1`);
  return other === null ? null : refuse('conflict', 'generator.shared', `模块名或业务名与表 ${other} 的相同，请换一个`);
};
/** What choices come from must be a table that may be read, with both columns. */
const refuseForeign = async (db: CommonQueryMethods, { columns }: Plan): Promise<Refusal | null> => {
  for (const { title, foreign, house } of columns) {
    if (foreign === null || house !== null) continue;
    const { schema, name, value, label } = foreign;
    const shape = await shapeOf(db, schema === 'public' ? name : `${schema}.${name}`);
    const missing = [value, label].find((wanted) => !shape?.columns.some((column) => column.name === wanted));
    if (missing !== undefined)
      return refuse('conflict', 'generator.foreign', `“${title}”的关联表 ${schema}.${name} 没有列 ${missing}`);
  }
  return null;
};

const planFor = async (db: CommonQueryMethods, id: number): Promise<Plan | Refusal> => {
  const stored = await tableOf(db, id);
  if (stored === null) return MISSING;
  const shape = await shapeOf(db, stored.info.tableName);
  if (shape === null) return refuse('conflict', 'generator.gone', `数据库中没有表 ${stored.info.tableName}`);
  const plan = planOf(stored, shape);
  if (isRefusal(plan)) return plan;
  return (await refuseShared(db, id)) ?? (await refuseForeign(db, plan)) ?? plan;
};
export const previewOf = async (
  db: CommonQueryMethods,
  project: ProjectShape,
  id: number,
): Promise<Answer<Preview> | Refusal> => {
  const plan = await planFor(db, id);
  if (isRefusal(plan)) return plan;
  const files = await filesOf(plan, project);
  return { data: Object.fromEntries(files.map(({ template, text }) => [`template/${template}.template`, text])) };
};

/** The files with their folders, as one zip. */
export const zipOf = async (
  db: CommonQueryMethods,
  project: ProjectShape,
  id: number,
): Promise<RawAnswer | Refusal> => {
  const plan = await planFor(db, id);
  if (isRefusal(plan)) return plan;
  const zip = new ZipFile();
  for (const { path, text } of await filesOf(plan, project)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return { raw: zip.outputStream as Readable, type: 'application/zip', fileName: `${plan.module}.zip` };
};

const Module = z.object({ module: z.string() });
/** A table that choices come from is made by its own files: without them a fresh house would not have it. */
const refuseAhead = async (db: CommonQueryMethods, root: string, { columns }: Plan): Promise<Refusal | null> => {
  const wanted = columns.flatMap(({ foreign, house, root: own }) =>
    foreign === null || own || house !== null ? [] : [foreign],
  );
  for (const { schema, name } of wanted) {
    const table = schema === 'public' ? name : `${schema}.${name}`;
    const module = await db.maybeOneFirst(sql.type(Module)`
      SELECT module_name AS module FROM master.gen_table WHERE table_name = ${table}`);
    if (module === null || !(await hasRecord(root, module)))
      return refuse('conflict', 'generator.ahead', `请先生成关联表 ${table}`);
  }
  return null;
};

export type Project = ProjectShape & { readonly generator: boolean; readonly projectDir: string };
const OFF = refuse('forbidden', 'generator.off', '生成器未启用');
/** The plan of what is written, where writing is switched on. */
const planToWrite = async (db: CommonQueryMethods, { generator }: Project, id: number): Promise<Plan | Refusal> =>
  generator ? planFor(db, id) : OFF;
const AT_RESTART = '重新启动后生效';

export const toProject = async (
  db: CommonQueryMethods,
  project: Project,
  id: number,
): Promise<Answer<GeneratedTable> | Refusal> => {
  const plan = await planToWrite(db, project, id);
  if (isRefusal(plan)) return plan;
  const waits = await refuseAhead(db, project.projectDir, plan);
  if (waits !== null) return waits;
  const written = await writeNew(project.projectDir, await filesOf(plan, project));
  if (isRefusal(written)) return written;
  const msg = written.length === 0 ? '文件已在项目中，没有变化' : `已生成${written.length}个文件，${AT_RESTART}`;
  return { data: [...written], msg };
};

const pageJson = ({ title, permission, page }: Plan): string =>
  recordPage({ title, permission, page: { path: page, icon: 'database' } });
const MENU = { name: 'sys_menu', key: 'id' };
const Planted = z.object({ row: z.looseObject({ id: z.int(), title: z.string() }) });
/** Rows by path and permission, those that are missing; no role is given any. Each has its place in the history of its menu. */
export const toMenu = async (
  { pool, project }: { readonly pool: DatabasePool; readonly project: Project },
  id: number,
  by: ChangedBy,
): Promise<Answer<GeneratedTable> | Refusal> => {
  const plan = await planToWrite(pool, project, id);
  if (isRefusal(plan)) return plan;
  const page = pageJson(plan);
  const titles = await pool.transaction(async (tx) => {
    const before = await tx.any(sql.type(Planted)`
      SELECT to_jsonb(m) AS row FROM master.sys_menu AS m WHERE m.path = ${page}::jsonb ->> 'path'
        OR m.permission IN (SELECT key ->> 'permission' FROM jsonb_array_elements(${page}::jsonb -> 'keys') AS key)`);
    const rows = await tx.any(sql.type(Planted)`
      SELECT to_jsonb(m) AS row FROM master.plant_page(${page}::jsonb, true) AS m`);
    for (const { row: after } of rows) {
      const was = before.find(({ row }) => row.id === after.id)?.row ?? null;
      await logChanged(tx, MENU, { before: was, after }, by);
    }
    return rows.map(({ row }) => row.title);
  });
  const msg = titles.length === 0 ? '菜单已是最新，没有变化' : `已写入${titles.length}条菜单，接口在${AT_RESTART}`;
  return { data: titles, msg };
};

/** Of the number that migrations begin with. */
const DIGITS = 4;
export const toMigration = async (
  db: CommonQueryMethods,
  project: Project,
  id: number,
): Promise<Answer<GeneratedTable> | Refusal> => {
  const plan = await planToWrite(db, project, id);
  if (isRefusal(plan)) return plan;
  const page = pageJson(plan);
  const standing = await migrationsIn(project.projectDir);
  const fileOf = async (number: string): Promise<ProjectFile> => {
    const path = `${MIGRATIONS}/${number}-${plan.module}.ts`;
    return { template: 'migration.ts', path, text: await formatted(path, migrationOf(plan, number, page), project) };
  };
  for (const [name, text] of standing) {
    const said = await fileOf(/^\d+/.exec(name)?.[0] ?? '');
    if (said.text === text) return { data: [], msg: `迁移脚本已在项目中：${name}` };
  }
  const last = Math.max(0, ...[...standing.keys()].map((name) => Number.parseInt(name, 10)).filter(Number.isInteger));
  const written = await writeNew(project.projectDir, [await fileOf(String(last + 1).padStart(DIGITS, '0'))]);
  return isRefusal(written) ? written : { data: [...written], msg: `已生成迁移脚本，${AT_RESTART}` };
};
