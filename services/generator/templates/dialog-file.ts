/** dialog.tsx: adding, editing and looking at a record. */
import { startOf as defaultOf } from '../defaults.ts';
import { measureOf } from '../column-senses.ts';
import { isNumber } from '../kinds.ts';
import { labelField, type Plan, type PlannedColumn } from '../plan.ts';
import { Imports, inComment, lines, quoted } from '../source.ts';
import { hasOwnEdit } from './contract-file.ts';

const isWhole = (kind: PlannedColumn['kind']): boolean => kind === 'int2' || kind === 'int4' || kind === 'int8';
/** The house's own pickers, with their own rights. */
export const pickerOf = (house: 'customer' | 'supplier' | 'user'): string =>
  house === 'user'
    ? `{ path: '/sys-user', search: 'nickName', value: 'userId', label: ({ nickName }) => String(nickName) }`
    : `{ path: '/base-${house}', search: 'name' }`;

export const STATUS_DICT = 'sys_normal_disable';
const textControl = ({ html, dict, length }: PlannedColumn, from: Imports): string => {
  if (dict === STATUS_DICT && html === 'radio')
    return `kind: 'radio', options: ${from.use('root-config/ui', 'STATUS_OPTIONS')},`;
  if (dict !== '') return `kind: 'dict', dict: '${dict}',`;
  if (html === 'file') return `kind: 'pictures',`;
  return `kind: '${html === 'textarea' ? 'textarea' : 'text'}', maxLength: ${length},`;
};
/** How a row elsewhere is chosen. */
const linkedControl = (column: PlannedColumn, path: string): string => {
  const { house, field } = column;
  if (house === 'shop') return `kind: 'shop',`;
  const source = house === null ? `{ path: \`\${${path}}/choices/${field}\`, search: 'name' }` : pickerOf(house);
  return `kind: 'remote', source: ${source}, nameField: '${labelField(column)}',`;
};
/** How a column is written on a form. */
const control = (column: PlannedColumn, path: string, from: Imports): string => {
  const { kind, foreign, places, sense } = column;
  if (foreign !== null) return linkedControl(column, path);
  const measure = measureOf(sense);
  if (measure !== null)
    return `kind: '${measure}', decimals: ${Math.min(isWhole(kind) ? 0 : places, measure === 'money' ? 2 : 3)},`;
  switch (kind) {
    case 'text':
      return textControl(column, from);
    case 'bool':
      return `kind: 'checkbox',`;
    case 'day':
      return `kind: 'day', limited: false,`;
    case 'moment':
      return `kind: 'moment',`;
    case 'decimal':
    case 'float':
      return `kind: 'number', decimals: ${Math.min(places, 4)}, min: null,`;
    default:
      return `kind: 'number', decimals: 0, min: null,`;
  }
};
const isWide = ({ html, kind }: PlannedColumn): boolean => kind === 'text' && (html === 'textarea' || html === 'file');
const fieldOf = (column: PlannedColumn, path: string, from: Imports): string => {
  const { inserted, edited, field, title } = column;
  const more = [
    column.required && column.kind !== 'bool' ? 'required: true,' : '',
    isWide(column) ? 'span: 2,' : '',
    inserted && !edited ? `disabled: mode === 'edit',` : '',
    edited && !inserted ? `hidden: () => mode === 'add',` : '',
  ];
  return `{ name: '${field}', label: ${quoted(title)}, ${control(column, path, from)} ${more.join(' ')} },`;
};
/** Columns that no field of the form is called by, for the history; '' where each has its field. */
const toldOf = (columns: readonly PlannedColumn[], written: readonly PlannedColumn[]): string => {
  const snake = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const others = columns.filter((column) => !written.includes(column) || snake(column.field) !== column.name);
  const told = others.map(({ name, title }) => `${name}: { label: ${quoted(title)} }`).join(', ');
  return told === '' ? '' : `columns: { ${told} },`;
};
const startKind = (kind: PlannedColumn['kind']): 'text' | 'number' | 'bool' | 'other' => {
  if (kind === 'text' || kind === 'bool') return kind;
  return isNumber(kind) ? 'number' : 'other';
};
/** A new record starts with its defaults (R157), and with what a form cannot leave open. */
const startOf = ({ columns }: Plan): string =>
  columns
    .filter(({ inserted }) => inserted)
    .flatMap((column) => {
      const start = defaultOf(column.defaulted, startKind(column.kind));
      if (start !== null) return [`${column.field}: ${start}`];
      if (column.kind === 'bool') return [`${column.field}: false`];
      return column.dict === STATUS_DICT && column.kind === 'text' ? [`${column.field}: '2'`] : [];
    })
    .join(', ');

/** Whether a new row can be begun below another. */
export const isPlaced = ({ tree, columns }: Plan): boolean =>
  columns.some(({ name, inserted }) => inserted && name === tree?.parent.name);
const placeOf = (plan: Plan): string => {
  const parent = plan.columns.find(({ name }) => name === plan.tree?.parent.name);
  if (parent === undefined || plan.tree === null || !isPlaced(plan)) return '';
  return `...(above !== undefined && { ${parent.field}: above.id, ${labelField(parent)}: above.${plan.tree.name.field} })`;
};
const initialOf = (plan: Plan, path: string): string => {
  const start = [startOf(plan), placeOf(plan)].filter((part) => part !== '').join(', ');
  const kept = `source: \`\${${path}}/\${row.id}\`, initial: row`;
  return start === ''
    ? `{...(row !== null && { ${kept} })}`
    : `{...(row === null ? { initial: { ${start} } } : { ${kept} })}`;
};

export const dialogOf = (plan: Plan): string => {
  const from = new Imports();
  const { type, value, module, columns } = plan;
  const own = `services/master-data/custom/${module}/`;
  for (const name of ['FormDialog', 'closing', 'type FormMode', 'type ScreenHandle']) from.use('root-config/ui', name);
  const path = `${from.use(`${own}contract`, `${value}List`)}.path`;
  from.use(`${own}contract`, `${type}Body`);
  from.use(`${own}contract`, `type ${type}Row`);
  if (hasOwnEdit(plan)) from.use(`${own}contract`, `${type}Edit`);
  const written = columns.filter(({ inserted, edited }) => inserted || edited);
  const schema = hasOwnEdit(plan) ? `mode === 'add' ? ${type}Body : ${type}Edit` : `${type}Body`;
  const above = isPlaced(plan) ? `, above?: ${type}Row` : '';
  const text = lines(
    `const { title } = ${from.use(`${own}manifest`, `${value}Manifest`)};`,
    `const TITLES = { add: \`新增\${title}\`, edit: \`编辑\${title}\`, view: \`查看\${title}\` };`,
    `export const ${value}Dialog = (row: ${type}Row | null, mode: FormMode, screen: ScreenHandle${above}) => (`,
    `<FormDialog<${type}Row>`,
    'title={TITLES[mode]}',
    'mode={mode}',
    `width={${written.length > 6 ? 900 : 500}}`,
    `path={${path}}`,
    initialOf(plan, path),
    `schema={${schema}}`,
    `sections={${from.use('../../sheets/record-history.tsx', 'withHistory')}([{ columns: ${written.length > 3 ? 2 : 1}, fields: [`,
    written.map((column) => fieldOf(column, path, from)),
    `] }], { path: row === null ? undefined : \`\${${path}}/\${row.id}\`, tab: title, ${toldOf(columns, written)} })}`,
    '{...closing(screen)}',
    '/>',
    ');',
  );
  return `/** Adding and editing ${inComment(plan.title)}. */\n${from.toString()}\n\n${text}\n`;
};
