/** handovers: which document took over what another one held, per piece, with the positions between which it had it. */
import type { GoodsEvent } from 'services/goods/contract';
import { keyed, type Row } from '../platform/projection/projection.ts';

type Handover = Row & {
  readonly barcode: string;
  readonly giver_id: number;
  readonly taker_kind: string;
  readonly taker_id: number;
  readonly from_position: number;
  readonly to_position: number | null;
};

export default keyed<Handover>({
  name: 'handovers',
  version: 1,
  ddl: new URL('./handovers.sql', import.meta.url),
  table: 'handovers',
  events: ['GoodsHoldHandedOver'],
  key: 'barcode',
  identity: ['barcode', 'from_position'],
  keyOf: ({ data }) => data['barcode'] as string,
  fold: (rows, event) => {
    const { barcode, giver, holder } = event.data as Extract<GoodsEvent, { type: 'GoodsHoldHandedOver' }>['data'];
    const given = rows.find(
      (row) => row.to_position === null && row.giver_id === holder.id && row.taker_id === giver.id,
    );
    if (given !== undefined) return rows.map((row) => (row === given ? { ...row, to_position: event.position } : row));
    const taken = { barcode, giver_id: giver.id, taker_kind: holder.kind, taker_id: holder.id };
    return [...rows, { ...taken, from_position: event.position, to_position: null }];
  },
});
