/** Rows of a customer's page as a table, with what stands in for them, and their pages. */
import { messageOf, useRows } from 'root-config/api';
import { EmptyState, FailedState, Paging, SkeletonBox } from 'root-config/ui';
import type { ReactNode } from 'react';
import type { CustomerRow } from 'services/master-data/contract';

export const SIZE = 20;
export const quiet = { color: 'var(--fgColor-muted)', fontSize: 12 } as const;
const table = {
  width: '100%',
  borderCollapse: 'collapse',
  '& td, & th': { padding: '8px 6px', borderBottom: '1px solid var(--borderColor-muted)', verticalAlign: 'top' },
  '& th': { textAlign: 'left', fontWeight: 500, color: 'var(--fgColor-muted)', whiteSpace: 'nowrap' },
  '& .ui-number': { textAlign: 'right', whiteSpace: 'nowrap' },
} as const;

/** A part of a customer's page; `onDocument` opens what a number names. */
export type CustomerSectionProps = {
  readonly customerId: number;
  readonly customer: CustomerRow;
  readonly onDocument: (no: string) => void;
};
type Rows = ReturnType<typeof useRows>;
type ListedProps<Row> = {
  readonly rows: Pick<Rows, 'pending' | 'error' | 'retry' | 'count' | 'more'> & { readonly rows: readonly Row[] };
  readonly empty: string;
  /** What to do about it. */
  readonly emptyText?: string | undefined;
  readonly label: string;
  /** Words of the head; those of figures stand at the right. */
  readonly heads: readonly (string | { readonly figure: string })[];
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly line: (row: Row, index: number) => ReactNode;
};
/** A table with what stands in for it, and its pages. */
export const Listed = <Row,>({ rows, empty, emptyText, label, heads, page, onPage, line }: ListedProps<Row>) => {
  if (rows.pending) return <SkeletonBox height={160} />;
  if (rows.error !== null) return <FailedState message={messageOf(rows.error)} onRetry={rows.retry} />;
  if (rows.rows.length === 0) return <EmptyState title={empty} text={emptyText} />;
  return (
    <>
      <table css={table} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) =>
              typeof head === 'string' ? (
                <th key={head} scope="col">
                  {head}
                </th>
              ) : (
                <th key={head.figure} scope="col" className="ui-number">
                  {head.figure}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{rows.rows.map(line)}</tbody>
      </table>
      {rows.count > SIZE ? (
        <Paging count={rows.count} more={rows.more} page={page} size={SIZE} onPage={onPage} onSize={() => undefined} />
      ) : null}
    </>
  );
};

/** A number that opens its document. */
export const DocumentLink = ({ no, onOpen }: { readonly no: string; readonly onOpen: (no: string) => void }) =>
  no === '' ? null : (
    <button type="button" className="ui-link" onClick={() => onOpen(no)}>
      {no}
    </button>
  );
