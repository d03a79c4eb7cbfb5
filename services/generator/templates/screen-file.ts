/** screen.tsx: the list with its filters, actions and sheet. */
import { measureOf } from '../column-senses.ts';
import { isNumber, type ColumnKind } from '../kinds.ts';
import { labelField, parametersOf, type Plan, type PlannedColumn } from '../plan.ts';
import { Imports, inComment, lines, quoted } from '../source.ts';
import { isPlaced, pickerOf } from './dialog-file.ts';

type Maker = 'text' | 'money' | 'weight' | 'carat' | 'number' | 'day' | 'moment' | 'dict' | 'picture';
const isTime = (kind: ColumnKind): kind is 'day' | 'moment' => kind === 'day' || kind === 'moment';
const makerOf = ({ kind, dict, foreign, html, sense }: PlannedColumn): Maker => {
  if (foreign !== null) return 'text';
  if (isNumber(kind)) return measureOf(sense) ?? 'number';
  if (isTime(kind)) return kind;
  if (kind === 'text' && dict !== '') return 'dict';
  return kind === 'text' && html === 'file' ? 'picture' : 'text';
};
const columnSource = (column: PlannedColumn): string => {
  const maker = makerOf(column);
  const field = column.foreign === null ? column.field : labelField(column);
  const title = quoted(column.title);
  if (maker === 'dict') return `dict('${field}', ${title}, '${column.dict}'),`;
  return maker === 'text' && column.kind === 'text' && column.length > 40
    ? `text('${field}', ${title}, { width: ${column.length > 200 ? 260 : 180} }),`
    : `${maker}('${field}', ${title}),`;
};

/** How many filters stand on the line that is always open. */
const DAILY = 3;
/** By the row that it names; null: it names none. */
const linkedKind = ({ foreign, house, field }: PlannedColumn, path: string, name: string): string | null => {
  if (foreign === null) return null;
  if (house === 'shop') return `kind: 'shop', ${name}`;
  const source = house === null ? `{ path: \`\${${path}}/choices/${field}\`, search: 'name' }` : pickerOf(house);
  return `kind: 'remote', ${name} source: ${source},`;
};
const filterKind = (column: PlannedColumn, path: string): string => {
  const [first, last] = parametersOf(column);
  const { kind, dict, sense } = column;
  const as = measureOf(sense) ?? 'number';
  if (last !== undefined)
    return isTime(kind)
      ? `kind: 'dates', begin: '${first}', end: '${last}', range: 'none', limited: false,`
      : `kind: 'range', from: '${first}', to: '${last}', as: '${as}',`;
  const name = `name: '${first}',`;
  const linked = linkedKind(column, path, name);
  if (linked !== null) return linked;
  if (isNumber(kind)) return `kind: 'number', ${name} as: '${as}',`;
  if (isTime(kind)) return `kind: 'day', ${name}`;
  if (kind === 'bool') return `kind: 'select', ${name} options: YES_NO,`;
  return dict === '' ? `kind: 'text', ${name}` : `kind: 'dict', ${name} dict: '${dict}',`;
};
const filtersOf = ({ columns }: Plan, path: string): readonly string[] =>
  columns
    .filter(({ query }) => query !== null)
    .map(
      (column, index) =>
        `{ ${filterKind(column, path)} label: ${quoted(column.title)},${index < DAILY ? ' daily: true' : ''} },`,
    );

/** The column that a row is called by: its first text, else its number. */
const nameOf = ({ columns, tree }: Plan): PlannedColumn | undefined =>
  tree?.name ??
  columns.find(
    ({ kind, dict, html, foreign }) => kind === 'text' && dict === '' && html !== 'file' && foreign === null,
  );
const cardOf = (plan: Plan, from: Imports): string => {
  const named = nameOf(plan);
  const name =
    named === undefined ? 'String(row.id)' : named.notNull ? `row.${named.field}` : `row.${named.field} ?? '—'`;
  const facts = plan.columns
    .filter(
      (column) =>
        column !== named &&
        column.listed &&
        ['text', 'money', 'weight', 'carat', 'number', 'day', 'moment'].includes(makerOf(column)),
    )
    .filter((_column, index) => index < 3)
    .map((column) => {
      const maker = makerOf(column);
      const field = column.foreign === null ? column.field : labelField(column);
      return `[${quoted(column.title)}, ${from.use('root-config/ui', 'show')}('${maker}', row.${field})],`;
    });
  return `card: (row) => ({ title: ${name}, facts: [${facts.join('\n')}] }),`;
};

const belowOf = (plan: Plan, dialog: string): string =>
  isPlaced(plan)
    ? `{ label: '新增下级', allow: \`\${permission}:add\`, open: (row, screen) => ${dialog}(null, 'add', screen, row) },`
    : '';
const actionsOf = (plan: Plan, dialog: string): string => `toolbar: [{
  label: \`新增\${title}\`, primary: true, allow: \`\${permission}:add\`, open: (screen) => ${dialog}(null, 'add', screen),
}],
actions: [
  { label: '编辑', main: true, allow: \`\${permission}:edit\`, open: (row, screen) => ${dialog}(row, 'edit', screen) },
  ${belowOf(plan, dialog)}
  { label: '查看', reads: true, open: (row, screen) => ${dialog}(row, 'view', screen) },
  { label: '删除', danger: true, allow: \`\${permission}:remove\`, run: (row) => remove([row]) },
],
bulk: [{ label: '删除', danger: true, allow: \`\${permission}:remove\`, run: remove }],`;

export const screenOf = (plan: Plan): string => {
  const from = new Imports();
  const { value, module } = plan;
  const own = `services/master-data/custom/${module}/`;
  for (const name of ['columnsOf', 'listScreen', 'removing']) from.use('root-config/ui', name);
  const list = from.use(`${own}contract`, `${value}List`);
  const dialog = from.use('./dialog.tsx', `${value}Dialog`);
  const listed = plan.columns.filter((column) => column.listed);
  const makers = [...new Set([...listed.map(makerOf), 'moment'])].toSorted();
  const filters = filtersOf(plan, `${list}.path`);
  const text = lines(
    `const { title, permission } = ${from.use(`${own}manifest`, `${value}Manifest`)};`,
    `const { ${makers.join(', ')} } = columnsOf(${list});`,
    `const remove = removing(${list}.path);`,
    filters.some((filter) => filter.includes('YES_NO')) &&
      `const YES_NO = [{ value: 'true', label: '是' }, { value: 'false', label: '否' }];`,
    '\n',
    `export default listScreen(${list}, {`,
    'title,',
    "permission: ['list', 'add', 'edit', 'remove'].map((action) => `${permission}:${action}`),",
    'latestDay: false,',
    plan.tree !== null && 'tree: { depthOf: ({ depth }) => depth, open: 10 },',
    'empty: `还没有${title}。点“新增${title}”添加第一条。`,',
    'exportName: title,',
    `filters: [${filters.join('\n')}],`,
    `columns: [${[...listed.map(columnSource), "moment('createdAt', '创建时间', { sort: true }),"].join('\n')}],`,
    actionsOf(plan, dialog),
    cardOf(plan, from),
    '});',
  );
  return `/** ${inComment(plan.title)}. */\n${from.toString()}\n\n${text}\n`;
};
