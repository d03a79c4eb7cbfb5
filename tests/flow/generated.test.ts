/**
 * What the generator writes stands as it is: a table becomes files in a scratch copy of this project, and its checks, the
 * generated test among them, are run there (S2§2.22; R124).
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type App } from '../support/app.ts';

const REPO = path.join(import.meta.dirname, '../..');
const WORKSPACES = ['services', 'projections', 'root-config', 'mfe-stock', 'mfe-sales', 'mfe-admin', 'mfe-mobile'];
const run = promisify(execFile);
/** This project as it stands, with its own workspaces among the packages of the other. */
const scratchCopy = async (): Promise<string> => {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-generated-'));
  const listed = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: REPO, maxBuffer: 1 << 24 });
  for (const file of listed.stdout.split('\0')) {
    if (file === '' || !fs.existsSync(path.join(REPO, file))) continue;
    fs.mkdirSync(path.dirname(path.join(scratch, file)), { recursive: true });
    fs.copyFileSync(path.join(REPO, file), path.join(scratch, file));
  }
  fs.mkdirSync(path.join(scratch, 'node_modules'));
  for (const name of fs.readdirSync(path.join(REPO, 'node_modules'))) {
    // What tools keep there is of that project.
    if (name.startsWith('.')) continue;
    const from = path.join(WORKSPACES.includes(name) ? scratch : path.join(REPO, 'node_modules'), name);
    fs.symlinkSync(from, path.join(scratch, 'node_modules', name));
  }
  return scratch;
};

let app: App;
let scratch: string;
beforeAll(async () => {
  scratch = await scratchCopy();
  app = await startApp({ env: { GENERATOR: 'on', GENERATOR_PROJECT: scratch } });
});
afterAll(async () => {
  await app.stop();
  fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
});

const NAMES = ['manifest.ts', 'contract.ts', 'resource.ts', 'query.ts', 'dialog.tsx', 'screen.tsx', 'record.test.ts'];
const imported = async (table: string): Promise<number> => {
  const reply = await app.post('/sys/tables/info', { tables: table });
  expect(reply.status, reply.text).toBe(200);
  return (reply.body.data as number[])[0]!;
};
const inScratch = async (command: string, args: readonly string[]): Promise<void> => {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], FORCE_COLOR: '0' };
  await run(command, [...args], { cwd: scratch, env, maxBuffer: 1 << 24 }).catch((error: unknown) => {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  });
};
const bin = (name: string): string => path.join(REPO, 'node_modules/.bin', name);

test('a table becomes list, dialog, export, keys, menu and test that pass every check as they are (S2§2.22/2)', async () => {
  const { master } = app.house.deps;
  await master.query(sql.unsafe`CREATE SCHEMA custom`);
  await master.query(sql.unsafe`
    CREATE TABLE custom.demo_brand (id bigint PRIMARY KEY, brand_name varchar(60) NOT NULL CONSTRAINT demo_brand_name UNIQUE,
      "order" integer NOT NULL DEFAULT 0, price numeric(10, 2), open boolean NOT NULL, founded date, seen_at timestamptz,
      status text NOT NULL DEFAULT '2', remark text, extra jsonb)`);
  await master.query(sql.unsafe`COMMENT ON TABLE custom.demo_brand IS '品牌表'`);
  await master.query(sql.unsafe`COMMENT ON COLUMN custom.demo_brand.brand_name IS '品牌名称'`);
  await master.query(sql.unsafe`COMMENT ON COLUMN custom.demo_brand.remark IS E'备''注" */ \\\\ \`\${x}\` </script>'`);
  const id = await imported('custom.demo_brand');
  const preview = (await app.get(`/gen/preview/${id}`)).body.data as Record<string, string>;
  expect(Object.keys(preview)).toEqual(NAMES.map((name) => `template/${name}.template`));
  const written = await app.get(`/gen/toproject/${id}?ischeckrole=false`);
  expect(written.status, written.text).toBe(200);
  await master.query(sql.unsafe`
    CREATE TABLE custom.demo_area (id bigint PRIMARY KEY, parent_id bigint NOT NULL, area_name text NOT NULL)`);
  const tree = { tplCategory: 'tree', treeCode: 'id', treeParentCode: 'parent_id', treeName: 'area_name' };
  const area = await imported('custom.demo_area');
  expect((await app.put('/sys/tables/info', { tableId: area, ...tree })).status).toBe(200);
  const branches = (await app.get(`/gen/toproject/${area}`)).body.data as string[];
  // Rows are their makers': of a table that has one of the columns already, and of a tree.
  await master.query(sql.unsafe`
    CREATE TABLE custom.demo_note (id bigint PRIMARY KEY, note_title text NOT NULL, created_dept_id bigint)`);
  await master.query(sql.unsafe`
    CREATE TABLE custom.demo_shelf (id bigint PRIMARY KEY, parent_id bigint NOT NULL, area_name text NOT NULL)`);
  const scoped: string[] = [];
  for (const [table, more] of [
    ['custom.demo_note', {}],
    ['custom.demo_shelf', tree],
  ] as const) {
    const tableId = await imported(table);
    expect((await app.put('/sys/tables/info', { tableId, isDataScope: '1', ...more })).status).toBe(200);
    scoped.push(...((await app.get(`/gen/toproject/${tableId}`)).body.data as string[]));
  }
  // Columns that the house has ways of its own for (R157).
  await master.query(sql.unsafe`
    CREATE TABLE custom.demo_repair (id bigint PRIMARY KEY, shop_id bigint NOT NULL, customer_id integer, supplier_id bigint,
      user_id bigint, brand_id bigint, price numeric, work_fee numeric(10, 2) NOT NULL DEFAULT 5.50, amount integer,
      weight numeric(10, 3), stone_ct numeric, wechat_id text, grade text NOT NULL DEFAULT 'A', urgent boolean DEFAULT true)`);
  const repair = await imported('custom.demo_repair');
  const { list } = (await app.get(`/sys/tables/info/${repair}`)).body.data as { list: { columnId: number }[] };
  const columns = list.map(({ columnId }) => ({ columnId, isQuery: true, queryType: 'EQ' }));
  expect((await app.put('/sys/tables/info', { tableId: repair, isDataScope: true, columns })).status).toBe(200);
  const repairs = (await app.get(`/gen/toproject/${repair}`)).body.data as string[];
  const files = [...(written.body.data as string[]), ...branches, ...scoped, ...repairs];
  expect(files).toHaveLength(NAMES.length * 5);
  const screens = files.filter((file) => file.startsWith('mfe-admin/'));
  const others = files.filter((file) => !screens.includes(file));
  // Nobody names these files: they are found by their folders, so what they do not reach is typed as it was.
  const types = async (config: string, base: string, of: readonly string[]): Promise<void> => {
    fs.writeFileSync(path.join(scratch, config), JSON.stringify({ extends: base, files: of, include: [] }));
    await inScratch(bin('tsc'), ['-p', config]);
  };
  await inScratch(bin('oxfmt'), ['--check', ...files]);
  // Their own imports; what those import was looked at before.
  const cruiser = path.join(REPO, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const fences = ['--config', '.dependency-cruiser.json', '--do-not-follow', '^(?!.*/custom/)'];
  await inScratch(process.execPath, [cruiser, ...fences, ...files.filter((file) => !file.startsWith('tests/'))]);
  await Promise.all([
    (async () => {
      await types('tsconfig.made.json', './tests/tsconfig.json', others);
      await types('tsconfig.seen.json', './mfe-admin/tsconfig.json', screens);
      await inScratch(bin('knip'), ['--no-progress']);
    })(),
    (async () => {
      await inScratch(bin('oxlint'), ['--type-aware', '--deny-warnings', ...files]);
      // What walks over all that the house has, as the quick check does: files by git, routes, migrations, pages, fields.
      const walks = [
        'administration',
        'cuts',
        'live-checks',
        'lost-fields',
        'migrations',
        'permissions',
        'rules',
        'values',
      ];
      const tests = [
        'tests/flow/custom/',
        ...walks.map((name) => `tests/boundaries/${name}.test`),
        'tests/spec-map/',
        'services/system/seeds/',
      ];
      await inScratch('git', ['init', '--quiet']);
      await inScratch('git', ['add', '--all']);
      const vitest = path.join(REPO, 'node_modules/vitest/vitest.mjs');
      await inScratch(process.execPath, [vitest, 'run', '--project', 'unit', '--project', 'flow', ...tests]);
    })(),
  ]);
}, 600_000);
