/** Rows of a customer's page, with what stands in for them, and their pages. */
import { messageOf, useRows } from 'root-config/api';
import { EmptyState, FailedState, Paging, SkeletonBox } from 'root-config/ui';
import type { ReactNode } from 'react';

export const SIZE = 20;
export const table = {
  width: '100%',
  borderCollapse: 'collapse',
  '& td, & th': { padding: '8px 6px', borderBottom: '1px solid var(--borderColor-muted)', verticalAlign: 'top' },
  '& th': { textAlign: 'left', fontWeight: 500, color: 'var(--fgColor-muted)', whiteSpace: 'nowrap' },
  '& .ui-number': { textAlign: 'right', whiteSpace: 'nowrap' },
} as const;
export const quiet = { color: 'var(--fgColor-muted)', fontSize: 12 } as const;

type Rows = ReturnType<typeof useRows>;
type ListedProps = {
  readonly rows: Pick<Rows, 'pending' | 'error' | 'retry' | 'count' | 'more'> & { readonly rows: readonly unknown[] };
  readonly empty: string;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly children: ReactNode;
};
/** A table with what stands in for it, and its pages. */
export const Listed = ({ rows, empty, page, onPage, children }: ListedProps) => {
  if (rows.pending) return <SkeletonBox height={160} />;
  if (rows.error !== null) return <FailedState message={messageOf(rows.error)} onRetry={rows.retry} />;
  if (rows.rows.length === 0) return <EmptyState title={empty} />;
  return (
    <>
      {children}
      {rows.count > SIZE ? (
        <Paging count={rows.count} more={rows.more} page={page} size={SIZE} onPage={onPage} onSize={() => undefined} />
      ) : null}
    </>
  );
};
