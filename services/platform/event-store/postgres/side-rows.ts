/** Rows of other tables that a batch of events takes along: COPY in text form, which knows every type. */
import { RowsRefused, type Beside, type SideRow } from '../port.ts';
import { isKeepable } from '../serialise.ts';
import { copyLine } from './copy-line.ts';

/** Names go into the statement as they are. */
const TABLE = /^[a-z_]+\.[a-z_]+$/;
const COLUMN = /^[a-z_]+$/;
/** Like every place that the writer gives, until it gives one. */
const SOMEWHERE = { revision: 0, position: 0 };

/**
 * How many characters the rows take.
 * @throws {RowsRefused} for what no row can keep, before anything is sent.
 */
export const checkRows = (stream: string, beside: Beside): number => {
  let characters = 0;
  for (const { table, values } of beside(SOMEWHERE)) {
    if (!TABLE.test(table)) throw new RangeError(`table ${JSON.stringify(table)}`);
    for (const [column, value] of Object.entries(values)) {
      if (!COLUMN.test(column)) throw new RangeError(`column ${JSON.stringify(column)} of ${table}`);
      if (!isKeepable(value)) throw new RowsRefused(stream, `${table}.${column} cannot be kept`);
      characters += value.length;
    }
  }
  return characters;
};

/** A statement of its own for each table and set of columns. */
export const rowCopies = (rows: readonly SideRow[]): { readonly statement: string; readonly lines: Buffer }[] => {
  const copies = Map.groupBy(rows, ({ table, values }) => `${table} (${Object.keys(values).join(', ')})`);
  return [...copies].map(([target, these]) => ({
    statement: `copy ${target} from stdin`,
    lines: Buffer.from(these.map(({ values }) => copyLine(Object.values(values))).join('')),
  }));
};
