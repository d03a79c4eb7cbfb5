/** The versions of a document's list, out of the fold that fills its table. */
import type { Recorded } from 'services/event-store/port';
import type { Projection, Row } from '../platform/projection/projection.ts';
import { versioned } from '../platform/projection/versioned-rows.ts';
import { documentFold, documentKey, type DocumentColumns, type FactFold } from './fold.ts';

/** The event that gave a document its present figures: what a sum of them opens into. */
export type ValuationColumns = {
  readonly valued_by: string | null;
  readonly valued_at: string | null;
  readonly valued_position: number | null;
};
const VALUED = ['valued_by', 'valued_at', 'valued_position'] as const;
const valuedBy = ({ id, meta, position }: Recorded): ValuationColumns => ({
  valued_by: id,
  valued_at: meta.at,
  valued_position: position,
});

type Columns<R extends DocumentColumns> = Omit<R, keyof DocumentColumns>;
/**
 * `name` of the events, `columns` and `empty` as in `documentFold`, of what the list filters and sums alone; the table
 * also has id, stage, audit_flag and draft, and with `valued` the columns of {@link ValuationColumns}.
 */
export const documentVersions = <R extends DocumentColumns>(declared: {
  readonly name: string;
  readonly projection: string;
  readonly version: number;
  readonly ddl: URL | string;
  readonly table: string;
  readonly events: readonly string[];
  readonly columns: (header: Row, lines: readonly Row[]) => Columns<R>;
  readonly empty: Columns<R>;
  readonly told?: FactFold<R> | undefined;
  readonly valued?: true;
}): Projection => {
  const { name, projection, columns, empty, told, valued, ...rest } = declared;
  const fold = documentFold<R>(name, columns, empty, { told });
  const accepting = [`${name}Opened`, `${name}Revised`];
  const folded: typeof fold = (rows, event) => {
    const after = fold(rows, event);
    return accepting.includes(event.type) ? after.map((row) => ({ ...row, ...valuedBy(event) })) : after;
  };
  return versioned<R>({
    ...rest,
    name: projection,
    key: 'id',
    identity: ['id'],
    keyOf: documentKey,
    fold: valued === true ? folded : fold,
    columns: ['id', 'stage', 'audit_flag', ...Object.keys(empty), ...(valued === true ? VALUED : [])],
    working: { draft: {} },
    shown: ({ stage }) => stage === 'pending' || stage === 'audited',
  });
};
