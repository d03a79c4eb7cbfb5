/** query.ts of the read side: list, record, export, and the choices of what names another table. */
import type { Foreign } from '../column-senses.ts';
import { isNumber } from '../kinds.ts';
import { labelField, parametersOf, shopsOf, type Plan, type PlannedColumn } from '../plan.ts';
import { Imports, inComment, lines, quoted, sqlName } from '../source.ts';

const SHOPS = '../../custom-shops.ts';
const READING = '../../reading.ts';
/** What a condition compares a column as. */
const AS: Readonly<Record<PlannedColumn['kind'], string>> = {
  text: 'text',
  int2: 'int8',
  int4: 'int8',
  int8: 'int8',
  decimal: 'numeric',
  float: 'float8',
  bool: 'bool',
  day: 'date',
  moment: 'moment',
};
const selected = ({ name, kind, declared }: PlannedColumn, table: string): string => {
  const column = `${table}.${sqlName(name)}`;
  if (kind === 'decimal' || kind === 'float') return `${column}::float8`;
  return kind === 'day' || declared.startsWith('character(') ? `${column}::text` : column;
};
/** What the row of another table is called; null where there is none. */
const labelSql = ({ name }: PlannedColumn, { schema, name: other, value, label }: Foreign, table: string): string =>
  `(SELECT other.${sqlName(label)}::text FROM ${sqlName(schema)}.${sqlName(other)} AS other WHERE other.${sqlName(value)} = ${table}.${sqlName(name)} LIMIT 1)`;
const selection = ({ table, columns }: Plan): readonly string[] => {
  const name = sqlName(table.name);
  return [
    `${name}.id`,
    ...columns.flatMap((column) => [
      `${selected(column, name)} AS ${sqlName(column.field)}`,
      ...(column.foreign === null
        ? []
        : [`${labelSql(column, column.foreign, name)} AS ${sqlName(labelField(column))}`]),
    ]),
    `${name}.created_at AS "createdAt", ${name}.updated_at AS "updatedAt"`,
  ];
};

const conditionOf = (plan: Plan, column: PlannedColumn, from: Imports): readonly string[] => {
  const compared = from.use('../../custom-filters.ts', 'compared');
  const at = `['${plan.table.name}', '${column.name}']`;
  const [first, last] = parametersOf(column);
  if (first === undefined) return [];
  const one = (how: string, parameter: string): string =>
    `${compared}(${at}, '${how}', query.${parameter}, '${AS[column.kind]}'),`;
  return last === undefined ? [one(column.query ?? 'EQ', first)] : [one('GTE', first), one('LTE', last)];
};

const exported = (column: PlannedColumn): string => {
  if (column.foreign !== null) return `['${labelField(column)}', ${quoted(column.title)}],`;
  const kind = isNumber(column.kind) ? `, 'number'` : column.kind === 'moment' ? `, 'moment'` : '';
  return `['${column.field}', ${quoted(column.title)}${kind}],`;
};
/** What the values of a field are called on the sheet; a status of another dictionary is no status of the house. */
const wordsOf = ({ columns }: Plan): readonly string[] =>
  columns
    .filter(({ listed }) => listed)
    .flatMap((column) => {
      if (column.kind === 'bool') return [`${column.field}: { true: '是', false: '否' },`];
      return column.field === 'status' && column.dict !== 'sys_normal_disable' ? ['status: {},'] : [];
    });

const choicesOf = ({ columns, title }: Plan, from: Imports): readonly string[] =>
  columns.flatMap((column) => {
    if (column.foreign === null || column.house !== null) return [];
    const { schema, name, value, label } = column.foreign;
    const choices = from.use('../../custom-choices.ts', 'choicesRoute');
    return [
      `${choices}(db, { path: \`\${path}/choices/${column.field}\`, title: ${quoted(`${title}的${column.title}`)}, allow: KEYS, from: ['${schema}', '${name}'], value: '${value}', label: '${label}' }),`,
    ];
  });

const sourceOf = (plan: Plan): string => {
  const { type, table } = plan;
  return `const rows: Source<typeof ${type}Row> = {
  row: ${type}Row,
  columns: sql.fragment\`${selection(plan).join(',\n    ')}\`,
  from: sql.fragment\`${sqlName(table.schema)}.${sqlName(table.name)}\`,
  alias: '${table.name}',
};`;
};
/** Whose rows are shown, as a condition of what the caller may see. */
const scopeOf = ({ table, scoped }: Plan, from: Imports): string =>
  scoped ? `${from.use('../../custom-scope.ts', 'madeInScope')}('${table.name}', user)` : '';
/** That, and what is of his own shops. */
const limitsOf = (plan: Plan, from: Imports): readonly string[] => {
  const shops = shopsOf(plan).map(({ name }) => `'${name}'`);
  return [
    ...(shops.length === 0
      ? []
      : [`${from.use(SHOPS, 'inOwnShops')}('${plan.table.name}', [${shops.join(', ')}], user)`]),
    ...(plan.scoped ? [scopeOf(plan, from)] : []),
  ];
};
/** As one condition; '' where everybody sees all. */
const amongOf = (plan: Plan, from: Imports): string => {
  const limits = limitsOf(plan, from);
  return limits.length < 2 ? limits.join('') : `${from.use(SHOPS, 'both')}(${limits.join(', ')})`;
};
const listOf = (plan: Plan, from: Imports): string => {
  const words = wordsOf(plan).length > 0 ? ', words: WORDS' : '';
  const asked = plan.columns
    .filter(({ house, query }) => house === 'shop' && query !== null)
    .map(({ field }) => `${from.use(SHOPS, 'otherShop')}(query.${field}, user) ?? `)
    .join('');
  const user = plan.scoped || shopsOf(plan).length > 0;
  const conditions = [
    // Of a tree nothing else is read at all, the rows above others among them.
    ...(plan.tree === null ? limitsOf(plan, from).map((limit) => `${limit},`) : []),
    ...plan.columns.flatMap((column) => conditionOf(plan, column, from)),
  ];
  const among = plan.tree === null ? '' : amongOf(plan, from);
  const [paged, above, usual] =
    plan.tree === null
      ? [from.use(READING, 'page'), '', 'NEWEST_FIRST']
      : [
          from.use('../../custom-tree.ts', 'treePage'),
          `${among === '' ? '' : `\n      among: ${among},`}\n      above: (row) => row.${plan.tree.parent.field},`,
          'OLDEST_FIRST',
        ];
  return `...listRoutes(db, {
    endpoint: ${plan.value}List,
    summary: \`\${title}列表\`,
    exported: { name: title, needs: \`\${permission}:export\`, columns: COLUMNS${words} },
    allow: KEYS,
    read: ${asked === '' ? '' : 'async '}(at, { query${user ? ', user' : ''} }) => ${asked}${paged}(at, rows, {
      where: [${conditions.join('\n')}],${above}
      order: ordered(query, ['id'], ${from.use(READING, usual)}),
      paging: query,
    }),
  }),`;
};

export const queryOf = (plan: Plan): string => {
  const from = new Imports();
  const { type, value, module, columns } = plan;
  const own = `services/master-data/custom/${module}/`;
  for (const name of ['listRoutes', 'recordRoute', 'ordered', 'type Source']) from.use(READING, name);
  from.use('slonik', 'sql');
  from.use(`${own}contract`, `${type}Row`);
  from.use(`${own}contract`, `${value}List`);
  const words = wordsOf(plan);
  const among = amongOf(plan, from);
  const sheet = columns.filter(({ listed }) => listed).map(exported);
  const text = lines(
    `const { path, title, permission } = ${from.use(`${own}manifest`, `${value}Manifest`)};`,
    `const KEYS = ${from.use('services/contracts/maintainers', 'keysOf')}(permission, 'export');`,
    sourceOf(plan),
    `const COLUMNS = [${sheet.join('\n')}] as const;`,
    words.length > 0 && `const WORDS = { ${words.join('\n')} };`,
    '\n',
    `export default (db: ${from.use('slonik', 'type CommonQueryMethods')}): ${from.use('services/contracts/route', 'type Route')}[] => [`,
    choicesOf(plan, from),
    listOf(plan, from),
    `recordRoute(db, { path, title, allow: KEYS, row: ${type}Row, source: () => rows${among === '' ? '' : `, among: (user) => ${among}`} }),`,
    '];',
  );
  return `/** ${inComment(plan.title)}: the list, one record, the sheet. */\n${from.toString()}\n\n${text}\n`;
};
