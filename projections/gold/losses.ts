/** gold_losses: out − back of each exit that came back, while that stands. */
import type { Recorded } from 'services/event-store/port';
import { CAME_BACK, type CameBackData } from 'services/recycle-out/contract';
import { keyed, type Row } from '../platform/projection/projection.ts';

type LossRow = Row & {
  readonly document_id: number;
  readonly from_position: number;
  readonly to_position: number | null;
};
const lossOf = ({ data, id, position, meta }: Recorded): LossRow => {
  const { documentId, shopId, lossFineness, lossMg } = data as unknown as CameBackData;
  return {
    document_id: documentId,
    from_position: position,
    to_position: null,
    shop_id: shopId,
    fineness: lossFineness,
    loss_mg: lossMg,
    event_id: id,
    at: meta.at,
  };
};
const fold = (rows: readonly LossRow[], event: Recorded): readonly LossRow[] =>
  event.type === CAME_BACK
    ? [...rows, lossOf(event)]
    : rows.map((row) => (row.to_position === null ? { ...row, to_position: event.position } : row));

export default keyed<LossRow>({
  name: 'gold-losses',
  version: 1,
  ddl: new URL('./losses.sql', import.meta.url),
  table: 'gold_losses',
  events: [CAME_BACK, 'RecycleOutReopened'],
  key: 'document_id',
  identity: ['document_id', 'from_position'],
  keyOf: ({ data }) => data.documentId as number,
  fold,
});
