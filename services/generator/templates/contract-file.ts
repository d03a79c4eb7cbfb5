/** contract.ts: what travels of a record. */
import type { FieldSense } from '../../contracts/field-senses.ts';
import { parametersOf, labelField, type Plan, type PlannedColumn } from '../plan.ts';
import { Imports, inComment, lines, quoted } from '../source.ts';

const CONTRACTS = '../../../contracts/';
const FIELDS = '../../custom-fields.ts';
const BASE = '../../fields.ts';

/** Money, weight and numbers of rows as the house takes them (R157). */
const MEASURES: Readonly<Partial<Record<FieldSense, string>>> = { money: 'money', weight: 'grams', carat: 'carats' };
const ofSense = (
  { sense, kind, root, required, title, digits, places }: PlannedColumn,
  from: Imports,
): string | null => {
  if (sense === null) return null;
  const missing = required ? `, ${quoted(`${title}不能为空`)}` : '';
  const measure = MEASURES[sense];
  if (measure === undefined)
    return `${from.use(FIELDS, root ? 'rowOrRoot' : 'rowNumber')}('${kind === 'int4' ? 'partnerId' : 'id'}'${root ? '' : missing})`;
  const [most, shown] =
    kind === 'int2' || kind === 'int4' || kind === 'int8' ? [WHOLE_DIGITS[kind], 0] : [digits, places];
  return `${from.use(FIELDS, measure)}(${most}, ${shown}${missing})`;
};
/** Of which any fits the column. */
const WHOLE_DIGITS = { int2: 4, int4: 9, int8: 15 } as const;

type Kind = PlannedColumn['kind'];
/** What a column takes when it is given: `missing` answers what is not. */
const given = (column: PlannedColumn, from: Imports): string => {
  const missing = quoted(`${column.title}不能为空`);
  const own = ofSense(column, from);
  if (own !== null) return own;
  switch (column.kind) {
    case 'text':
      return `${from.use(BASE, 'text')}(${column.length})`;
    case 'int2':
    case 'int4':
    case 'int8':
      return `${from.use(FIELDS, 'whole')}('${column.kind}'${column.required ? `, ${missing}` : ''})`;
    case 'decimal':
    case 'float':
      return `${from.use(FIELDS, 'decimal')}(${column.digits}, ${column.places}${column.required ? `, ${missing}` : ''})`;
    case 'bool':
      return `${from.use(FIELDS, 'yes')}()`;
    case 'day':
      return `${from.use(FIELDS, 'day')}()`;
    case 'moment':
      return `${from.use(FIELDS, 'moment')}()`;
  }
};
/** Whether nothing may stand in the body for it. */
export const isOptional = (column: PlannedColumn): boolean =>
  column.root || (!column.required && (!column.notNull || column.defaulted !== null));
const bodyOf = (column: PlannedColumn, from: Imports): string => {
  if (column.kind === 'text' && column.required)
    return `${from.use(BASE, 'required')}(${quoted(`${column.title}不能为空`)}, ${column.length})`;
  if (isOptional(column)) return `${from.use(FIELDS, 'orNull')}(${given(column, from)})`;
  return column.kind === 'text' ? `${from.use(BASE, 'optional')}(${column.length})` : given(column, from);
};

const SHOWN: Readonly<Record<Kind, string>> = {
  text: 'z.string()',
  int2: 'z.int()',
  int4: 'z.int()',
  int8: 'z.int()',
  decimal: 'z.number()',
  float: 'z.number()',
  bool: 'z.boolean()',
  day: 'z.string()',
  moment: 'z.string()',
};
const rowOf = (column: PlannedColumn): readonly string[] => [
  `${column.field}: ${SHOWN[column.kind]}${column.notNull ? '' : '.nullable()'},`,
  ...(column.foreign === null ? [] : [`${labelField(column)}: z.string().nullable(),`]),
];

const OWN_FILTERS: Readonly<Partial<Record<FieldSense, string>>> = {
  money: 'filterYuan',
  weight: 'filterGrams',
  shop: 'filterShop',
  id: 'filterRecord',
};
const filterOf = (column: PlannedColumn, from: Imports): string => {
  const filters = `${CONTRACTS}filters.ts`;
  const own = column.sense === null || column.root ? undefined : OWN_FILTERS[column.sense];
  if (own !== undefined) return `${from.use(filters, own)}()`;
  switch (column.kind) {
    case 'text':
      return `${from.use(filters, 'term')}(${Math.min(column.length, 200)})`;
    case 'int2':
    case 'int4':
    case 'int8':
      return `${from.use(filters, 'filterWhole')}('${column.kind}')`;
    case 'decimal':
    case 'float':
      return `${from.use(FIELDS, 'filterDecimal')}()`;
    case 'bool':
      return `${from.use(filters, 'choice')}(['true', 'false'])`;
    case 'day':
    case 'moment':
      return `${from.use(filters, 'filterDay')}()`;
  }
};

/** Whether what is edited is not what was added. */
export const hasOwnEdit = ({ columns }: Plan): boolean => columns.some(({ inserted, edited }) => inserted !== edited);
const editOf = (plan: Plan, from: Imports): readonly string[] => {
  if (!hasOwnEdit(plan)) return [];
  const fixed = plan.columns.filter(({ inserted, edited }) => inserted && !edited).map(({ field }) => `${field}: true`);
  const later = plan.columns.filter(({ inserted, edited }) => edited && !inserted);
  const without = fixed.length === 0 ? '' : `.omit({ ${fixed.join(', ')} })`;
  const more = later.map((column) => `${column.field}: ${bodyOf(column, from)}`).join(', ');
  const withMore = more === '' ? '' : `.extend({ ${more} })`;
  return [
    '/** What an edit may change. */',
    `export const ${plan.type}Edit = ${plan.type}Body${without}${withMore};`,
    `export type ${plan.type}Edit = z.infer<typeof ${plan.type}Edit>;`,
    '',
  ];
};

export const contractOf = (plan: Plan): string => {
  const from = new Imports();
  const { type, value, columns, tree } = plan;
  from.use('zod', 'z');
  const body = columns.filter(({ inserted }) => inserted).map((column) => `${column.field}: ${bodyOf(column, from)},`);
  const edit = editOf(plan, from);
  const query = columns.flatMap((column) =>
    parametersOf(column).map((parameter) => `${parameter}: ${filterOf(column, from)},`),
  );
  const direction = `${from.use(`${CONTRACTS}filters.ts`, 'order')}().catch(undefined)`;
  const text = lines(
    `export const ${type}Body = z.object({`,
    body,
    '});',
    `export type ${type}Body = z.infer<typeof ${type}Body>;\n`,
    edit,
    `export const ${type}Row = z.object({`,
    'id: z.int(),',
    columns.flatMap(rowOf),
    `...${from.use(BASE, 'Moments')},`,
    '});',
    `export type ${type}Row = z.infer<typeof ${type}Row>;\n`,
    `export const ${value}List = {`,
    `path: ${from.use('./manifest.ts', `${value}Manifest`)}.path,`,
    tree === null
      ? `row: ${type}Row,`
      : [`/** With how deep each lies. */`, `row: ${type}Row.extend({ depth: z.int() }),`],
    'query: z.object({',
    `...${from.use(`${CONTRACTS}envelope.ts`, 'Paging')},`,
    `idOrder: ${direction},`,
    `createdAtOrder: ${direction},`,
    query,
    '}),',
    '} as const;',
  );
  return `/** ${inComment(plan.title)}: wire shapes. */\n${from.toString()}\n\n${text}\n`;
};
