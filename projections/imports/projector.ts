/** imports: state of each Excel import; goods of an import show once it is completed. */
import type { Recorded } from 'services/event-store/port';
import type { ImportEvent } from 'services/goods/contract';
import { keyed, type Row } from '../platform/projection/projection.ts';

type ImportRow = Row & {
  readonly import_id: number;
  readonly state: 'accepted' | 'completed' | 'withdrawn';
  readonly shop_id: number;
  readonly total: number;
  readonly file_name: string;
  readonly by_name: string;
  readonly at: string;
  /** Of the event that ended it. */
  readonly ended_position: number | null;
};

const fold = (rows: readonly ImportRow[], event: Recorded): readonly ImportRow[] => {
  const { type, data } = event as unknown as ImportEvent;
  switch (type) {
    case 'ImportRowsWritten':
      return rows;
    case 'ImportAccepted':
      return [
        {
          import_id: data.importId,
          state: 'accepted',
          shop_id: data.shopId,
          total: data.total,
          file_name: data.fileName,
          by_name: event.meta.userName,
          at: event.meta.at,
          ended_position: null,
        },
      ];
    case 'ImportCompleted':
      return rows.map((row) => ({ ...row, state: 'completed', ended_position: event.position }));
    case 'ImportWithdrawn':
      return rows.map((row) => ({ ...row, state: 'withdrawn', ended_position: event.position }));
  }
};

export default keyed<ImportRow>({
  name: 'imports',
  version: 2,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'imports',
  events: ['ImportAccepted', 'ImportCompleted', 'ImportWithdrawn'],
  key: 'import_id',
  identity: ['import_id'],
  keyOf: (event) => event.data.importId as number,
  fold,
});
