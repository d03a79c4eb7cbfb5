/** `columnsOf(endpoint)`: one short word per kind of column, checked against the row's type. */
import type { Column, FieldOf, ListEndpoint, RowOfEndpoint } from './types.ts';
import type { ValueKind } from '../format/kinds.ts';

type Rest<Row extends object> = Omit<Column<Row>, 'field' | 'title' | 'kind'>;
type Make<Row extends object> = (field: FieldOf<Row>, title: string, rest?: Rest<Row>) => Column<Row>;

/** The type of the row comes from the endpoint's contract. */
export const columnsOf = <E extends ListEndpoint>(_endpoint: E) => {
  type Row = RowOfEndpoint<E>;
  const make =
    (kind: ValueKind): Make<Row> =>
    (field, title, rest = {}) => ({ field, title, kind, ...rest });
  return {
    text: make('text'),
    money: make('money'),
    weight: make('weight'),
    carat: make('carat'),
    count: make('count'),
    number: make('number'),
    percent: make('percent'),
    day: make('day'),
    moment: make('moment'),
    /** 待审核 / 已审核 from auditFlag. */
    status: make('status'),
    picture: make('picture'),
    shop: make('shop'),
    dict: (field: FieldOf<Row>, title: string, dict: string, rest: Rest<Row> = {}): Column<Row> => ({
      field,
      title,
      kind: 'dict',
      dict,
      ...rest,
    }),
  };
};
