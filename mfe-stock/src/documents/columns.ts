/** Columns of lists and line grids out of the fields of a document (services/contracts/fields). */
import type { Fields } from 'services/contracts/fields';
import type { Column, LineColumn } from 'root-config/ui';

export const COST = 'biz:cost:view';
type Kind = Column<object>['kind'];
const kindOf = (fields: Fields, name: string): Kind => {
  const kind = fields[name]?.facts.kind ?? 'plain';
  if (kind === 'plain') throw new RangeError(`${name} is shown by nobody`);
  return kind;
};

/** What every list of documents offers beside its own columns. */
const MADE_BY = ['lineCount', 'auditor', 'createdBy', 'createdAt'] as const;
type AuthorColumns = { readonly [Name in (typeof MADE_BY)[number]]: unknown };
/** The columns in this order; `render` shows a field in its own way. */
export const listColumns = <Row extends AuthorColumns>(
  fields: Fields,
  names: readonly (keyof Row & string)[],
  render: { readonly [Name in keyof Row]?: NonNullable<Column<Row>['render']> },
): readonly Column<Row>[] =>
  [...names, ...MADE_BY].map((name): Column<Row> => {
    const { title = '', listTitle = title, width, hidden, cost, total } = fields[name]!.facts;
    const own = render[name];
    return {
      field: name,
      title: listTitle,
      kind: kindOf(fields, name),
      ...(width !== undefined && { width }),
      ...(hidden === true && { hidden }),
      ...(cost === true && { allow: COST }),
      ...(total === 'list' && { total: true as const }),
      ...(own !== undefined && { render: own }),
    };
  });

type Text<Line> = keyof Line & string;
const milli = (value: number): number => Math.round(value * 1000) / 1000;
const cents = (value: number): number => Math.round(value * 100) / 100;
/** What a user types: a price, else a remark; what has options is chosen. */
const TYPED: Readonly<Partial<Record<Kind, Pick<LineColumn<never>, 'edit' | 'decimals' | 'min' | 'maxLength'>>>> = {
  money: { edit: 'number', decimals: 2, min: 0 },
  text: { edit: 'text', maxLength: 200 },
};
export type WeighedLine = { readonly goldWeight: number; readonly totalWeight?: number; readonly amount?: number };
export type LineColumns<Line extends WeighedLine> = {
  /** In this order; `amount` and `totalWeight` are computed. */
  readonly columns: readonly Text<Line>[];
  /** What the document moves: typed and added up. */
  readonly quantity: {
    readonly field: Text<Line>;
    readonly title?: string;
    readonly of: (line: Line) => number;
    readonly change: NonNullable<LineColumn<Line>['change']>;
  };
  /** Yuan of a line, cost as its prices are; absent where it has none. */
  readonly amount?: {
    readonly title: string;
    readonly width: number;
    readonly price: (line: Line) => number | undefined;
  };
  readonly typed: readonly Text<Line>[];
  /** px, where the reader's grid is another. */
  readonly widths?: Readonly<Partial<Record<Text<Line>, number>>>;
  readonly phone: boolean;
};

const computed = <Line extends WeighedLine>({ quantity, amount }: LineColumns<Line>) => ({
  amount:
    amount === undefined
      ? undefined
      : ({
          title: amount.title,
          width: amount.width,
          kind: 'money',
          compute: (line: Line) => cents((amount.price(line) ?? 0) * quantity.of(line)),
          sum: true,
        } as const),
  totalWeight: {
    title: '金重合计',
    width: 96,
    kind: 'weight',
    compute: (line: Line) => milli(line.goldWeight * quantity.of(line)),
    sum: true,
  } as const,
});
/** On a phone the quantity and what is typed first stand right behind the barcode, the rest is a swipe away. */
const placed = <Line extends WeighedLine>(spec: LineColumns<Line>): readonly Text<Line>[] => {
  const { columns, quantity, typed, phone } = spec;
  if (!phone) return columns;
  const [first] = typed;
  const near = first !== undefined && columns.includes(first) ? [quantity.field, first] : [quantity.field];
  const [barcode, ...rest] = columns.filter((name) => !near.includes(name));
  return barcode === undefined ? near : [barcode, ...near, ...rest];
};

/** A column as its field declares it. */
const declaredColumn = <Line extends WeighedLine>(fields: Fields, field: Text<Line>, px: number | undefined) => {
  const { title = '', width, options } = fields[field]!.facts;
  const kind = kindOf(fields, field);
  const wide = px ?? width;
  return { field, title, kind, ...(wide !== undefined && { width: wide }), ...(options !== undefined && { options }) };
};
const columnOf = <Line extends WeighedLine>(
  fields: Fields,
  field: Text<Line>,
  { quantity, typed, widths }: LineColumns<Line>,
): LineColumn<Line> => {
  const column = declaredColumn<Line>(fields, field, widths?.[field]);
  if (field === quantity.field) {
    const { title = column.title, change } = quantity;
    return { ...column, title, edit: 'number', decimals: 0, change, sum: true };
  }
  if (field === 'barcode') return { ...column, frozen: 'left' };
  if (!typed.includes(field)) return column;
  return column.options === undefined ? { ...column, ...TYPED[column.kind] } : { ...column, edit: 'select' };
};
/** Columns of the lines; cost only with the right. */
export const lineColumns = <Line extends WeighedLine>(
  fields: Fields,
  spec: LineColumns<Line>,
  seesCost: boolean,
): readonly LineColumn<Line>[] => {
  const made = computed(spec);
  return placed(spec).flatMap((field): readonly LineColumn<Line>[] => {
    if (field === 'amount') return seesCost && made.amount !== undefined ? [{ field, ...made.amount }] : [];
    if (field === 'totalWeight') return [{ field, ...made.totalWeight }];
    return fields[field]!.facts.cost === true && !seesCost ? [] : [columnOf(fields, field, spec)];
  });
};
