/** What a projection makes of events: rows after folding, or the rows a ledger adds. */
import type { Recorded } from 'services/event-store/port';
import type { KeyedProjection, LedgerProjection, Projection, Row } from '../projection/projection.ts';

export const foldOf = (declared: Projection, events: readonly Recorded[]): readonly Row[] => {
  const projection = declared as unknown as KeyedProjection | LedgerProjection;
  const wanted = events.filter(({ type }) => projection.events.includes('*') || projection.events.includes(type));
  if (projection.kind === 'ledger') {
    return wanted.flatMap((event) =>
      projection.rows(event, null).map((row, line) => ({ position: event.position, line, at: event.meta.at, ...row })),
    );
  }
  return wanted.reduce<readonly Row[]>(
    (rows, event) => (projection.keyOf(event) === null ? rows : projection.fold(rows, event)),
    [],
  );
};
