/** 字段信息: a line a column of the table, with what is done with it. */
import { linesOf, type LineColumn, type Option, type Section } from 'root-config/ui';
import { GO_TYPES, HTML_TYPES, QUERY_TYPES, type GenColumn, type GenTable } from 'services/generator/contract';
import { TEXTS } from 'services/contracts/values';

export type TableValues = GenTable & { readonly id: number; readonly columns: readonly GenColumn[] };

const YES: readonly Option[] = [
  { value: '1', label: '是' },
  { value: '0', label: '否' },
];
const optionsOf = (words: Readonly<Record<string, string>>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const same = (values: readonly string[]): Option[] => values.map((value) => ({ value, label: value }));
const QUERY_WORDS: Readonly<Record<(typeof QUERY_TYPES)[number], string>> = {
  EQ: '等于',
  NE: '不等于',
  GT: '大于',
  GTE: '大于等于',
  LT: '小于',
  LTE: '小于等于',
  LIKE: '包含',
  BETWEEN: '范围',
};
const HTML_WORDS: Readonly<Record<(typeof HTML_TYPES)[number], string>> = {
  input: '文本框',
  select: '下拉框',
  radio: '单选框',
  file: '图片',
  checkbox: '复选框',
  datetime: '日期控件',
  textarea: '文本域',
};

type Line = GenColumn & Record<string, unknown>;
/** What the house keeps of every row by itself. */
const KEPT: ReadonlySet<string> = new Set(['id', 'revision', 'created_at', 'updated_at']);
const editable = ({ columnName }: Line): boolean => !KEPT.has(columnName);
const choice = (
  field: keyof GenColumn,
  title: string,
  options: readonly Option[],
  width: number,
): LineColumn<Line> => ({
  field,
  title,
  kind: 'text',
  width,
  edit: 'select',
  editable,
  options,
  render: (line) => options.find(({ value }) => value === line[field])?.label ?? String(line[field]),
});
const flag = (field: keyof GenColumn, title: string): LineColumn<Line> => choice(field, title, YES, 60);
const typed = (field: keyof GenColumn, title: string, width: number): LineColumn<Line> => ({
  field,
  title,
  kind: 'text',
  width,
  edit: 'text',
  editable,
  maxLength: TEXTS.code,
});
const COLUMNS: readonly LineColumn<Line>[] = [
  { field: 'columnName', title: '列名', kind: 'text', width: 130, frozen: 'left' },
  { ...typed('columnComment', '字段描述', 130), maxLength: TEXTS.name },
  { field: 'columnType', title: '物理类型', kind: 'text', width: 150 },
  choice('goType', '类型', same(GO_TYPES), 84),
  typed('goField', '属性名', 110),
  typed('jsonField', '字段名', 110),
  flag('isInsert', '新增'),
  flag('isEdit', '编辑'),
  flag('isList', '列表'),
  flag('isQuery', '查询'),
  choice('queryType', '查询方式', optionsOf(QUERY_WORDS), 84),
  flag('isRequired', '必填'),
  choice('htmlType', '显示类型', optionsOf(HTML_WORDS), 84),
  typed('dictType', '字典类型', 150),
  typed('fkTableName', '关联表', 150),
  typed('fkLabelId', '关联键', 100),
  typed('fkLabelName', '关联名称', 110),
];

/** A table that a column may lead to, and what it is called there at first. */
export type LinkTable = Option & { readonly fkLabelId: string; readonly fkLabelName: string };
export type Links = { readonly dictionaries: readonly Option[]; readonly tables: readonly LinkTable[] };
const NONE: Option = { value: '', label: '无' };
/** As they stand, also where what they name is gone. */
const chosen = (field: 'dictType' | 'fkTableName', title: string, options: readonly Option[]): LineColumn<Line> => ({
  ...choice(field, title, [NONE, ...options], 190),
  render: (line) => options.find(({ value }) => value === line[field])?.label ?? line[field],
  // An emptied cell says none: what is absent would stay.
  change: (line, value) => ({ line: { ...line, [field]: value ?? '' } }),
});
/** With a table come its key and the column that people know its rows by. */
const linked = (line: Line, value: unknown, tables: readonly LinkTable[]): Line => {
  const table = tables.find((one) => one.value === value);
  return {
    ...line,
    fkTableName: table?.value ?? '',
    fkLabelId: table?.fkLabelId ?? '',
    fkLabelName: table?.fkLabelName ?? '',
  };
};
const columnsWith = ({ dictionaries, tables }: Links): readonly LineColumn<Line>[] =>
  COLUMNS.map((column) => {
    if (column.field === 'dictType') return chosen('dictType', '字典类型', dictionaries);
    if (column.field !== 'fkTableName') return column;
    return {
      ...chosen('fkTableName', '关联表', tables),
      change: (line, value) => ({ line: linked(line, value, tables) }),
    };
  });

export const columnsSection = (links: Links): Section<TableValues> => ({
  tab: '字段信息',
  lines: linesOf<TableValues>()<Line>({
    name: 'columns',
    columns: columnsWith(links),
    keyOf: ({ columnId }) => String(columnId),
    height: 480,
    removable: false,
  }),
});
