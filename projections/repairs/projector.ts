/** repairs: 维修清洗 lines of orders with their steps (R49, R90), each state between two positions of the log. */
import type { Recorded } from 'services/event-store/port';
import {
  CLEAN_LIST,
  SALE_EVENT_TYPES,
  lineIdOnWire,
  type RepairStep,
  type RepairStepTaken,
  type SaleCleanLine,
  type SaleEvent,
  type SaleHeader,
  type SaleLine,
} from 'services/sale/contract';
import { documentKey } from '../documents/fold.ts';
import { keyed, type Row } from '../platform/projection/projection.ts';

/** A step with who entered it, and when. */
export type RepairStepRow = RepairStepTaken & { readonly enteredBy: string; readonly enteredAt: string };
/** Lines that are written and not accepted yet, by their place among those of all lists; who hands them in, and where. */
type Draft = {
  readonly lines: readonly (readonly [place: number, line: SaleCleanLine])[];
  readonly header?: Pick<SaleHeader, 'shopId' | 'customerId' | 'soldOn'>;
};
type RepairRow = Row & {
  readonly sale_id: number;
  readonly line_id: string;
  readonly from_position: number;
  readonly to_position: number | null;
  readonly repair_id: number | null;
  readonly draft: Draft | Record<string, never>;
  readonly audit_flag: 1 | 2;
  readonly received_on: string | null;
  readonly step: RepairStep;
  readonly step_on: string | null;
  readonly step_by: string;
  readonly steps: readonly RepairStepRow[];
};
type Rows = readonly RepairRow[];

/** A line without such a number cannot be named on a receipt. */
const NUMBERED = /^\d{1,9}$/;
/** The order's own row. */
const isOrder = (row: RepairRow): boolean => row.repair_id === null;
const isOpen = (row: RepairRow): boolean => !isOrder(row) && row.to_position === null;
const draftOf = (rows: Rows): Draft | undefined => rows.find(isOrder)?.draft as Draft | undefined;

const BLANK = {
  line_id: '',
  to_position: null,
  repair_id: null,
  audit_flag: 1,
  shop_id: 0,
  customer_id: 0,
  received_on: null,
  category: '',
  style: '',
  fineness: '',
  weight_mg: 0,
  main_stone: '',
  main_stone_milli: 0,
  main_stone_count: 0,
  side_stone: '',
  side_stone_milli: 0,
  side_stone_count: 0,
  price_fen: 0,
  remark: '',
  promised_on: null,
  step: 'received',
  step_on: null,
  step_by: '',
  steps: [],
} as const;
const withDraft = (rows: Rows, draft: Draft, event: Recorded): Rows => {
  const order: RepairRow = rows.find(isOrder) ?? {
    ...BLANK,
    sale_id: documentKey(event),
    from_position: event.position,
    draft,
    event_id: event.id,
    valued_position: event.position,
    valued_at: event.meta.at,
  };
  return [...rows.filter((row) => !isOrder(row)), { ...order, draft }];
};

const written = (
  rows: Rows,
  data: { readonly offset: number; readonly lines: readonly SaleLine[] },
  event: Recorded,
) => {
  const before = draftOf(rows);
  const lines = data.lines.flatMap((line, index): (readonly [number, SaleCleanLine])[] =>
    line.list === CLEAN_LIST && NUMBERED.test(line.lineId) ? [[data.offset + index, line]] : [],
  );
  if (before === undefined && lines.length === 0) return rows;
  const kept = (before?.lines ?? []).filter(([place]) => place < data.offset);
  return withDraft(rows, { lines: [...kept, ...lines] }, event);
};

const said = ({ step, on, by, remark }: RepairStepTaken, { meta }: Recorded): RepairStepRow => ({
  step,
  on,
  by,
  remark,
  enteredBy: meta.userName,
  enteredAt: meta.at,
});
const first = (line: SaleCleanLine, on: string, event: Recorded): readonly RepairStepRow[] => {
  const received = said({ step: 'received', on, by: event.meta.userName, remark: '' }, event);
  if (line.takenOn === null) return [received];
  return [received, said({ step: 'fetched', on: line.takenOn, by: line.takenBy, remark: '' }, event)];
};
const atSteps = (steps: readonly RepairStepRow[]): Pick<RepairRow, 'step' | 'step_on' | 'step_by' | 'steps'> => {
  const last = steps.at(-1);
  return { step: last?.step ?? 'received', step_on: last?.on ?? null, step_by: last?.by ?? '', steps };
};
const accepted = (rows: Rows, event: Recorded): Rows => {
  const { lines = [], header } = draftOf(rows) ?? {};
  if (header === undefined) return rows;
  const saleId = documentKey(event);
  const byId = new Map(lines.map(([, line]) => [line.lineId, line]));
  const next = [...byId.values()].map((line): RepairRow => {
    const stood = rows.find((row) => isOpen(row) && row.line_id === line.lineId);
    const steps = stood?.steps.map((step, index) => (index === 0 ? { ...step, on: header.soldOn } : step));
    return {
      ...BLANK,
      sale_id: saleId,
      line_id: line.lineId,
      from_position: event.position,
      repair_id: lineIdOnWire(saleId, line.lineId),
      draft: {},
      shop_id: header.shopId,
      customer_id: header.customerId,
      received_on: header.soldOn,
      category: line.category,
      style: line.style,
      fineness: line.fineness,
      weight_mg: line.weightMg,
      main_stone: line.mainStone,
      main_stone_milli: line.mainStoneCaratMilli,
      main_stone_count: line.mainStoneCount,
      side_stone: line.sideStone,
      side_stone_milli: line.sideStoneCaratMilli,
      side_stone_count: line.sideStoneCount,
      price_fen: line.priceFen,
      remark: line.remark,
      promised_on: line.promisedOn,
      ...atSteps(steps ?? first(line, header.soldOn, event)),
      event_id: event.id,
      valued_position: event.position,
      valued_at: event.meta.at,
    };
  });
  const others = ended(rows, event).filter((row) => !isOrder(row));
  return next.length === 0 ? others : withDraft([...others, ...next], { lines: [] }, event);
};

const ended = (rows: Rows, { position }: Recorded): Rows =>
  rows.map((row) => (isOpen(row) ? { ...row, to_position: position } : row));
/** Lines that `of` changes go on as they are then. */
const changed = (rows: Rows, event: Recorded, of: (row: RepairRow) => Partial<RepairRow> | null): Rows =>
  rows.flatMap((row) => {
    const change = isOpen(row) ? of(row) : null;
    if (change === null) return [row];
    return [
      { ...row, to_position: event.position },
      { ...row, ...change, from_position: event.position },
    ];
  });
const withoutDraft = (rows: Rows, event: Recorded): Rows =>
  rows.some(isOpen) ? withDraft(rows, { lines: [] }, event) : rows.filter((row) => !isOrder(row));
const stepped = (rows: Rows, data: RepairStepTaken & { readonly lineId: string }, event: Recorded): Rows =>
  changed(rows, event, (row) => {
    if (row.line_id !== data.lineId) return null;
    return atSteps([...row.steps.filter(({ step }) => step !== data.step), said(data, event)]);
  });

const fold = (rows: Rows, recorded: Recorded): Rows => {
  const { type, data } = recorded as unknown as SaleEvent;
  if (type === 'SaleLinesWritten') return written(rows, data, recorded);
  // Most orders have nothing to be mended.
  if (rows.length === 0) return rows;
  switch (type) {
    case 'SaleSubmitted':
    case 'SaleRevisionProposed': {
      const { shopId, customerId, soldOn } = data.header;
      const draft = draftOf(rows);
      return draft === undefined
        ? rows
        : withDraft(rows, { ...draft, header: { shopId, customerId, soldOn } }, recorded);
    }
    case 'SaleOpened':
    case 'SaleRevised':
      return accepted(rows, recorded);
    case 'SaleRefused':
    case 'SaleRevisionRefused':
      return withoutDraft(rows, recorded);
    case 'SaleDeleted':
      return ended(rows, recorded).filter((row) => !isOrder(row));
    case 'SaleAudited':
      return changed(rows, recorded, () => ({ audit_flag: 2 }));
    case 'SaleReopened':
      return changed(rows, recorded, () => ({ audit_flag: 1 }));
    case 'SaleRepairStepRecorded':
      return stepped(rows, data, recorded);
    default:
      return rows;
  }
};

export default keyed<RepairRow>({
  name: 'repairs',
  version: 1,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'repairs',
  events: SALE_EVENT_TYPES,
  key: 'sale_id',
  identity: ['sale_id', 'line_id', 'from_position'],
  reads: { where: 'to_position is null' },
  keyOf: documentKey,
  fold,
});
