/** old_material_lots: each lot with the log positions between which so much of it was left and held. */
import {
  OLD_MATERIAL_EVENT_TYPES,
  heldOf,
  type LotHold,
  type LotTaking,
  type OldMaterialEvent,
} from 'services/old-material/contract';
import type { Recorded } from 'services/event-store/port';
import { exact } from '../platform/projection/exact-sum.ts';
import { keyed, type Row } from '../platform/projection/projection.ts';

type Holds = Readonly<Record<string, LotHold>>;
type LotRow = Row & {
  readonly lot_id: number;
  readonly from_position: number;
  readonly to_position: number | null;
  readonly left_mg: number;
  readonly left_net_mg: number;
  readonly left_fen: number;
  readonly held_mg: number;
  readonly holds: Holds;
  readonly claimed: boolean;
};
type Rows = readonly LotRow[];
type Data<Type extends OldMaterialEvent['type']> = Extract<OldMaterialEvent, { type: Type }>['data'];

/** Of a lot that no customer brought. */
const NOT_HANDED_IN = {
  customerId: null,
  lossRatioBp: 0,
  unitPriceFen: 0,
  workFeeFen: 0,
  mainStone: '',
  mainStoneCaratMilli: 0,
  mainStoneCount: 0,
  sideStone: '',
  sideStoneCaratMilli: 0,
  sideStoneCount: 0,
  remark: '',
};
const handedIn = ({ handedIn: said }: Data<'OldMaterialReceived'>) => {
  const of = said ?? NOT_HANDED_IN;
  return {
    customer_id: of.customerId,
    loss_ratio_bp: of.lossRatioBp,
    unit_price_fen: of.unitPriceFen,
    work_fee_fen: of.workFeeFen,
    main_stone: of.mainStone,
    main_stone_milli: of.mainStoneCaratMilli,
    main_stone_count: of.mainStoneCount,
    side_stone: of.sideStone,
    side_stone_milli: of.sideStoneCaratMilli,
    side_stone_count: of.sideStoneCount,
    remark: of.remark,
  };
};
const first = ({ document, ...data }: Data<'OldMaterialReceived'>, { position }: Recorded): LotRow => ({
  lot_id: data.lotId,
  from_position: position,
  to_position: null,
  shop_id: data.shopId,
  fineness: data.fineness,
  source: data.source,
  category: data.category,
  style: data.style,
  name: data.name,
  document_kind: document.kind,
  document_id: document.id,
  document_no: document.no,
  received_on: document.businessDate,
  weight_mg: data.weightMg,
  net_weight_mg: data.netWeightMg,
  price_fen: data.priceFen,
  ...handedIn({ document, ...data }),
  left_mg: data.weightMg,
  left_net_mg: data.netWeightMg,
  left_fen: data.priceFen,
  held_mg: 0,
  holds: {},
  claimed: false,
});

const without = (holds: Holds, keys: readonly string[]): Holds =>
  Object.fromEntries(Object.entries(holds).filter(([key]) => !keys.includes(key)));
const withHold = (holds: Holds, key: string, hold: LotHold): Holds => ({ ...holds, [key]: hold });
/** What is left when that leaves (`sign` -1) or comes back (1). */
const moved = (row: LotRow, { weightMg, netWeightMg, costFen }: LotTaking, sign: 1 | -1) => ({
  left_mg: exact(row.left_mg + sign * weightMg),
  left_net_mg: exact(row.left_net_mg + sign * netWeightMg),
  left_fen: exact(row.left_fen + sign * costFen),
});

const heldAgain = (row: LotRow, { holdKey }: { readonly holdKey: string }, weightMg: number): Holds =>
  withHold(row.holds, holdKey, { takes: [{ lotId: row.lot_id, weightMg }] });

type Change = Partial<Pick<LotRow, 'left_mg' | 'left_net_mg' | 'left_fen' | 'holds' | 'claimed'>>;
/** What an event does to a lot that stands; null when it ends it. */
const changeOf = (row: LotRow, { type, data }: OldMaterialEvent): Change | null => {
  switch (type) {
    case 'OldMaterialHeld': {
      const { key, weightMg, replaces } = data;
      const takes = [{ lotId: row.lot_id, weightMg }];
      return { holds: withHold(row.holds, key, { takes, ...(replaces !== undefined && { replaces }) }) };
    }
    case 'OldMaterialHoldReleased':
      return { holds: without(row.holds, [data.key]) };
    case 'OldMaterialTaken':
    case 'OldMaterialLost':
      return { ...moved(row, data, -1), holds: without(row.holds, [data.key]) };
    case 'OldMaterialGained':
      return { ...moved(row, data, 1), holds: without(row.holds, [data.key]) };
    case 'OldMaterialReturned':
      return { ...moved(row, data, 1), holds: heldAgain(row, data, data.weightMg) };
    case 'OldMaterialLossReversed':
      return { ...moved(row, data, 1), holds: heldAgain(row, data, data.weightMg), claimed: false };
    case 'OldMaterialGainReversed':
      return { ...moved(row, data, -1), holds: heldAgain(row, data, 0), claimed: false };
    case 'OldMaterialClaimed':
      return { claimed: true };
    case 'OldMaterialClaimReleased':
      return { claimed: false };
    case 'OldMaterialReceived':
      return {};
    case 'OldMaterialWithdrawn':
      return null;
  }
};
const heldMg = ({ holds, claimed, lot_id, left_mg }: LotRow): number =>
  claimed ? left_mg : heldOf(new Map(Object.entries(holds)), lot_id);

const fold = (rows: Rows, recorded: Recorded): Rows => {
  const event = recorded as unknown as OldMaterialEvent;
  if (event.type === 'OldMaterialReceived') return [...rows, first(event.data, recorded)];
  const open = rows.find(({ to_position }) => to_position === null);
  if (open === undefined) return rows;
  const { position } = recorded;
  const ended = rows.map((row) => (row === open ? { ...row, to_position: position } : row));
  const change = changeOf(open, event);
  if (change === null) return ended;
  const next = { ...open, ...change, from_position: position };
  return [...ended, { ...next, held_mg: exact(heldMg(next)) }];
};

export default keyed<LotRow>({
  name: 'old-material-lots',
  version: 3,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'old_material_lots',
  events: OLD_MATERIAL_EVENT_TYPES,
  key: 'lot_id',
  identity: ['lot_id', 'from_position'],
  reads: { where: 'to_position is null' },
  keyOf: ({ data }) => data.lotId as number | null,
  fold,
});
