/** The test of a record: written, found, changed, told of, taken away, and closed to whoever has no key. */
import { shopsOf, type Plan, type PlannedColumn } from '../plan.ts';
import { isOptional } from './contract-file.ts';
import { inComment, lines, quoted } from '../source.ts';
import { cut } from '../../contracts/limits.ts';

/** A value that fits, as it is sent, and as it comes back. */
const sampleOf = (column: PlannedColumn): readonly [sent: string, shown?: string] => {
  switch (column.kind) {
    case 'text':
      return [quoted(column.html === 'file' ? '[]' : column.dict === '' ? cut('示例', column.length) : '2')];
    case 'int2':
    case 'int4':
    case 'int8':
      return [column.root ? '0' : '1'];
    case 'decimal':
    case 'float':
      return [column.digits > column.places ? '1' : String(10 ** -Math.min(column.places, 4))];
    case 'bool':
      return ['true'];
    case 'day':
      return [`'2026-01-02'`];
    case 'moment':
      return [`'2026-01-02 03:04:05'`, `'2026-01-02T03:04:05.000+08:00'`];
  }
};
const sent = (column: PlannedColumn): string => `${column.field}: ${sampleOf(column)[0]}`;
/** What comes back otherwise than it was sent. */
const back = (column: PlannedColumn): readonly string[] => {
  const [, shown] = sampleOf(column);
  return shown === undefined ? [] : [`${column.field}: ${shown}`];
};

/** A text that an edit may change without a word against it. */
const changeableIn = ({ columns }: Plan): PlannedColumn | undefined =>
  columns.find(({ kind, edited, dict, html }) => kind === 'text' && edited && dict === '' && html !== 'file');
const sampleEdit = (plan: Plan, changed: PlannedColumn): string => {
  const word = quoted(cut('修改', changed.length));
  const later = plan.columns
    .filter(({ inserted, edited }) => edited && !inserted)
    .filter((column) => column !== changed)
    .map(sent);
  return `{ ${['...sample', ...later, `${changed.field}: ${word}`].join(', ')} }`;
};
const editLines = (plan: Plan): readonly string[] => {
  const changed = changeableIn(plan);
  if (changed === undefined) return [];
  const word = quoted(cut('修改', changed.length));
  return [
    `const edit = ${sampleEdit(plan, changed)};`,
    `const headers = { 'if-match': '"0"' };`,
    'expect((await app.put(`${path}/${id}`, edit, { headers })).status).toBe(200);',
    'expect((await app.put(`${path}/${id}`, edit, { headers })).status).toBe(412);',
    `expect((await app.get(\`\${path}/\${id}\`)).body.data).toMatchObject({ ${changed.field}: ${word} });`,
    "expect((await app.get(`${path}/${id}/history`)).body.data).toMatchObject([{ type: 'update' }, { type: 'insert' }]);",
  ];
};
const filterLine = ({ columns }: Plan): string => {
  const sought = columns.find(
    ({ kind, query, inserted, dict, html }) =>
      kind === 'text' && query === 'LIKE' && inserted && dict === '' && html !== 'file',
  );
  if (sought === undefined) return '';
  return `expect((await app.get(\`\${path}?${sought.field}=\${encodeURIComponent('没有这个')}\`)).body.data).toMatchObject({ count: 0 });`;
};
const missingTest = ({ columns }: Plan): readonly string[] => {
  const required = columns
    .filter((column) => column.inserted && !isOptional(column) && (column.required || column.kind === 'bool'))
    .map(({ field }) => quoted(field));
  if (required.length === 0) return [];
  return [
    '\n',
    "test('what is missing is named', async () => {",
    'const { status, body } = await app.post(path, {});',
    'expect(status).toBe(422);',
    'const problems = body.data as { readonly path: string }[];',
    `expect(problems.map((problem) => problem.path)).toEqual([${required.join(', ')}]);`,
    '});',
  ];
};

const treeTest = ({ tree, columns }: Plan): readonly string[] => {
  const parent = columns.find(({ name }) => name === tree?.parent.name);
  const isTwice = columns.every(({ unique, inserted }) => unique === null || !inserted);
  if (parent === undefined || !parent.inserted || !parent.edited || !isTwice) return [];
  return [
    '\n',
    "test('it stands below another, never below itself, and stays while something is below it', async () => {",
    'const top = (await app.post(path, sample)).body.data as number;',
    `const below = (await app.post(path, { ...sample, ${parent.field}: top })).body.data as number;`,
    'const shown = (await app.get(path)).body.data;',
    'expect(shown).toMatchObject({ list: [{ id: top, depth: 0 }, { id: below, depth: 1 }] });',
    `const turned = { ...sample, ${parent.field}: below };`,
    'expect((await app.put(`${path}/${top}`, turned)).status).toBe(422);',
    'expect((await app.del(path, { ids: [top] })).status).toBe(409);',
    'for (const id of [below, top]) expect((await app.del(path, { ids: [id] })).status).toBe(200);',
    '});',
  ];
};
/** Two of one role that shows its holders their own rows. */
const scopeTest = (plan: Plan): readonly string[] => {
  if (!plan.scoped) return [];
  const changed = changeableIn(plan);
  return [
    '\n',
    "test('whoever sees only what is his own finds nothing of another, and changes nothing of it', async () => {",
    "const keys = ['list', 'add', 'edit', 'remove', 'export'].map((action) => `${permission}:${action}`);",
    'const roleId = await roleWith(app, keys);',
    "expect((await app.put('/roledatascope', { roleId, dataScope: '5', deptIds: [] })).status).toBe(200);",
    "for (const username of ['maker', 'other']) await app.addUser({ username, roleIds: [roleId] });",
    "const [maker, other] = [await app.signIn('maker'), await app.signIn('other')];",
    'const id = (await app.post(path, sample, { token: maker })).body.data as number;',
    'for (const token of [maker, app.adminToken])',
    'expect((await app.get(path, { token })).body.data).toMatchObject({ count: 1, list: [{ id }] });',
    'expect((await app.get(path, { token: other })).body.data).toMatchObject({ count: 0, list: [] });',
    'for (const at of [`${path}/${id}`, `${path}/${id}/history`]) {',
    'expect((await app.get(at, { token: maker })).status, at).toBe(200);',
    'expect((await app.get(at, { token: other })).status, at).toBe(403);',
    '}',
    changed === undefined
      ? ''
      : `expect((await app.put(\`\${path}/\${id}\`, ${sampleEdit(plan, changed)}, { token: other })).status).toBe(403);`,
    'expect((await app.del(path, { ids: [id] }, { token: other })).status).toBe(403);',
    'expect((await app.del(path, { ids: [id] }, { token: maker })).status).toBe(200);',
    '});',
  ];
};
/** Somebody of another shop than that of the sample. */
const shopTest = (plan: Plan): readonly string[] => {
  const shops = shopsOf(plan);
  if (shops.length === 0 || shops.some(({ inserted }) => !inserted)) return [];
  const sought = shops.find(({ query }) => query !== null);
  return [
    '\n',
    "test('whoever is locked to other shops finds nothing of it, and changes nothing', async () => {",
    "const keys = ['list', 'add', 'edit', 'remove', 'export'].map((action) => `${permission}:${action}`);",
    'const roleId = await roleWith(app, keys);',
    "expect((await app.put('/roledatascope', { roleId, dataScope: '1', deptIds: [] })).status).toBe(200);",
    "await app.addUser({ username: 'elsewhere', roleIds: [roleId], lockShops: [2] });",
    "const token = await app.signIn('elsewhere');",
    'const id = (await app.post(path, sample)).body.data as number;',
    'expect((await app.get(path, { token })).body.data).toMatchObject({ count: 0, list: [] });',
    sought === undefined ? '' : `expect((await app.get(\`\${path}?${sought.field}=1\`, { token })).status).toBe(403);`,
    'for (const at of [`${path}/${id}`, `${path}/${id}/history`])',
    'expect((await app.get(at, { token })).status, at).toBe(403);',
    'expect((await app.post(path, sample, { token })).status).toBe(403);',
    'expect((await app.put(`${path}/${id}`, sample, { token })).status).toBe(403);',
    'expect((await app.del(path, { ids: [id] }, { token })).status).toBe(403);',
    'expect((await app.del(path, { ids: [id] })).status).toBe(200);',
    '});',
  ];
};
const OPENING = `let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());`;
const lifeTest = (plan: Plan, shown: string): readonly string[] => [
  '\n',
  "test('it is added, found, changed and deleted, and each step is told', async () => {",
  'const added = await app.post(path, sample);',
  'expect(added.status, added.text).toBe(200);',
  'const id = added.body.data as number;',
  `expect((await app.get(path)).body.data).toMatchObject({ count: 1, list: [{ id, ...${shown} }] });`,
  filterLine(plan),
  'const sheet = await app.get(`${path}/export`);',
  'expect(sheet.status).toBe(200);',
  "expect(sheet.headers.get('content-type')).toContain('spreadsheetml');",
  ...editLines(plan),
  'expect((await app.del(path, { ids: [id] })).status).toBe(200);',
  'expect((await app.get(`${path}/${id}`)).status).toBe(404);',
  '});',
];
const rightsTest = `test('it stands in the menu with its keys, and is closed to whoever has none', async () => {
  const menu = (await app.get('/menurole?client=house')).text;
  expect(menu).toContain(\`"path":"\${page.path}"\`);
  expect(menu).toContain(\`"title":\${JSON.stringify(title)}\`);
  expect((await app.get('/menu')).text).toContain(\`"\${permission}:export"\`);
  await app.addUser({ username: 'nobody' });
  const token = await app.signIn('nobody');
  for (const at of [path, \`\${path}/1\`, \`\${path}/export\`, \`\${path}/1/history\`])
    expect((await app.get(at, { token })).status, at).toBe(403);
  expect((await app.post(path, sample, { token })).status).toBe(403);
  expect((await app.put(\`\${path}/1\`, sample, { token })).status).toBe(403);
  expect((await app.del(path, { ids: [1] }, { token })).status).toBe(403);
});`;

export const testOf = (plan: Plan): string => {
  const { value, module, columns } = plan;
  const inserted = columns.filter((column) => column.inserted);
  const other = inserted.flatMap(back);
  const text = lines(
    `const { path, permission, page, title } = ${value}Manifest;`,
    OPENING,
    `const sample = { ${inserted.map(sent).join(', ')} };`,
    other.length > 0 && `const shown = { ...sample, ${other.join(', ')} };`,
    lifeTest(plan, other.length > 0 ? 'shown' : 'sample'),
    missingTest(plan),
    treeTest(plan),
    scopeTest(plan),
    shopTest(plan),
    '\n',
    rightsTest,
  );
  return `/** ${inComment(plan.title)} over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ${value}Manifest } from 'services/master-data/custom/${module}/manifest';
import { startApp, type App } from '../../support/app.ts';
${text.includes('roleWith(') ? "import { roleWith } from '../../support/roles.ts';\n" : ''}
${text}
`;
};
