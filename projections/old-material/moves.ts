/** old_material_moves: the ledger of what came to lots and left them, each reversal a row of its own. */
import type { Recorded } from 'services/event-store/port';
import { SOURCE_WORDS, type OldMaterialEvent } from 'services/old-material/contract';
import { ledger, type Row } from '../platform/projection/projection.ts';
import { COUNT_BILLS } from './count-bills.ts';

const MOVES = [
  'OldMaterialReceived',
  'OldMaterialTaken',
  'OldMaterialReturned',
  'OldMaterialWithdrawn',
  'OldMaterialLost',
  'OldMaterialGained',
  'OldMaterialLossReversed',
  'OldMaterialGainReversed',
] as const;
type Move = Extract<OldMaterialEvent, { type: (typeof MOVES)[number] }>;
type Amounts = { readonly weight_mg: number; readonly net_weight_mg: number; readonly cost_fen: number };

const amounts = (sign: 1 | -1, weightMg: number, netWeightMg: number, fen: number): Amounts => ({
  weight_mg: sign * weightMg,
  net_weight_mg: sign * netWeightMg,
  cost_fen: sign * fen,
});
const LEFT = '旧料出库';
const REVERSED = '（反审核）';
const movedBy = ({ type, data }: Move): Amounts & { readonly bill_type: string } => {
  switch (type) {
    case 'OldMaterialReceived':
      return { bill_type: SOURCE_WORDS[data.source], ...amounts(1, data.weightMg, data.netWeightMg, data.priceFen) };
    case 'OldMaterialTaken':
      return { bill_type: LEFT, ...amounts(-1, data.weightMg, data.netWeightMg, data.costFen) };
    case 'OldMaterialReturned':
      return { bill_type: `${LEFT}${REVERSED}`, ...amounts(1, data.weightMg, data.netWeightMg, data.costFen) };
    case 'OldMaterialWithdrawn':
      return {
        bill_type: `${SOURCE_WORDS[data.source]}${REVERSED}`,
        ...amounts(-1, data.weightMg, data.netWeightMg, data.priceFen),
      };
    case 'OldMaterialLost':
      return { bill_type: COUNT_BILLS.loss, ...amounts(-1, data.weightMg, data.netWeightMg, data.costFen) };
    case 'OldMaterialLossReversed':
      return {
        bill_type: `${COUNT_BILLS.loss}${REVERSED}`,
        ...amounts(1, data.weightMg, data.netWeightMg, data.costFen),
      };
    case 'OldMaterialGained':
      return { bill_type: COUNT_BILLS.gain, ...amounts(1, data.weightMg, data.netWeightMg, data.costFen) };
    case 'OldMaterialGainReversed':
      return {
        bill_type: `${COUNT_BILLS.gain}${REVERSED}`,
        ...amounts(-1, data.weightMg, data.netWeightMg, data.costFen),
      };
  }
};
/** Also a recount from the events alone. */
export const materialMove = (recorded: Recorded) => {
  const event = recorded as unknown as Move;
  const { lotId, shopId, fineness, document } = event.data;
  return {
    event_id: recorded.id,
    lot_id: lotId,
    shop_id: shopId,
    fineness,
    ...movedBy(event),
    moved_on: document.businessDate,
    incoming: event.type === 'OldMaterialReceived',
    document_no: document.no,
  } satisfies Row;
};

export default ledger({
  name: 'old-material-moves',
  version: 2,
  ddl: new URL('./moves.sql', import.meta.url),
  table: 'old_material_moves',
  events: MOVES,
  rows: (event) => [materialMove(event)],
});
