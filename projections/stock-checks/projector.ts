/** stock-checks: one row per check, with its versions; stock-check-counts: what was counted of a barcode in a round, event by event. */
import {
  CHECK_EVENT_TYPES,
  CheckEvent,
  afterScan,
  type CheckHeader,
  type CheckTotals,
  type UnmatchedCode,
} from 'services/stock-check/contract';
import type { z } from 'zod';
import type { Recorded } from 'services/event-store/port';
import { madeBy } from '../platform/projection/maker-columns.ts';
import { keyed, type Row } from '../platform/projection/projection.ts';
import { versioned } from '../platform/projection/versioned-rows.ts';

export type CheckRecord = Row & {
  readonly id: number;
  readonly shop_id: number;
  readonly checked_on: string;
  readonly category: string;
  readonly style: string;
  readonly remark: string;
  readonly stage: 'pending' | 'audited' | 'deleted';
  readonly audit_flag: 1 | 2;
  readonly auditor: string;
  readonly audited_position: number | null;
  readonly book_position: number;
  readonly blind: boolean;
  readonly finished: boolean;
  readonly round: number;
  readonly not_found: readonly UnmatchedCode[];
  readonly totals: CheckTotals | null;
  readonly created_by: string;
  readonly created_by_id: number;
  readonly created_dept_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly revision: number;
  /** Of its last event. */
  readonly position: number;
};
type CountRecord = Row & {
  readonly line_key: string;
  readonly check_id: number;
  readonly round: number;
  readonly barcode: string;
  readonly fact_num: number;
  readonly scan_num: number;
  readonly remark: string;
  readonly by_name: string;
  readonly device: string;
  readonly event_id: string;
  readonly at: string;
};
type CheckOpening = Extract<CheckEvent, { type: 'StockCheckOpened' }>['data'];

/** Old checks have no style and no remark. */
type StoredHeader = z.input<typeof CheckHeader>;
const headerOf = ({ shopId, checkedOn, category, style = '', remark = '' }: StoredHeader) => ({
  shop_id: shopId,
  checked_on: checkedOn,
  category,
  style,
  remark,
});
const pending = { stage: 'pending', audit_flag: 1, auditor: '', audited_position: null, totals: null } as const;

const opened = (
  { documentId, header, bookPosition, blind }: CheckOpening,
  { meta, revision, position }: Recorded,
): CheckRecord => ({
  id: documentId,
  ...headerOf(header),
  ...pending,
  book_position: bookPosition,
  blind: blind === true,
  finished: false,
  round: 0,
  not_found: [],
  created_by: meta.userName,
  ...madeBy({ meta }),
  created_at: meta.at,
  updated_at: meta.at,
  revision,
  position,
});

const step = (row: CheckRecord, event: CheckEvent, position: number): CheckRecord => {
  switch (event.type) {
    case 'StockCheckHeaderCorrected':
      return { ...row, ...headerOf(event.data.header) };
    case 'StockNotFound': {
      const { barcode, reason, detail } = event.data;
      const others = row.not_found.filter((one) => one.barcode !== barcode);
      return { ...row, not_found: [...others, { barcode, reason, detail }] };
    }
    case 'StockNotFoundCleared':
      return { ...row, not_found: row.not_found.filter(({ barcode }) => !event.data.barcodes.includes(barcode)) };
    case 'StockCheckReset':
      return { ...row, round: event.data.round, book_position: event.data.bookPosition, not_found: [] };
    case 'StockCheckAudited': {
      const { auditor, totals } = event.data;
      const finished = row.finished || row.blind;
      return { ...row, stage: 'audited', audit_flag: 2, auditor, totals, audited_position: position, finished };
    }
    case 'StockCheckFinished':
      return { ...row, finished: true };
    case 'StockCheckResumed':
      return { ...row, finished: false };
    case 'StockCheckReversed':
      return { ...row, ...pending };
    case 'StockCheckDeleted':
      return { ...row, stage: 'deleted' };
    case 'StockCheckOpened':
    case 'StockCounted':
    case 'StockCountCorrected':
    case 'StockCountRemarked':
    case 'StockCheckClaimed':
    case 'StockCheckClaimReleased':
      return row;
  }
};

const foldCheck = ([row]: readonly CheckRecord[], recorded: Recorded): readonly CheckRecord[] => {
  const event = { type: recorded.type, data: recorded.data } as unknown as CheckEvent;
  if (event.type === 'StockCheckOpened') return [opened(event.data, recorded)];
  if (row === undefined) return [];
  const { position, revision, meta } = recorded;
  return [{ ...step(row, event, position), updated_at: meta.at, revision, position }];
};
const checkKey = ({ data }: Recorded): number => data.documentId as number;

export const stockChecks = keyed<CheckRecord>({
  name: 'stock-checks',
  version: 4,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'stock_checks',
  events: CHECK_EVENT_TYPES,
  key: 'id',
  identity: ['id'],
  keyOf: checkKey,
  fold: foldCheck,
});

/** What the list and the report find checks by. Scans are no part of it: a check of a whole shop has few versions. */
export const stockCheckVersions = versioned<CheckRecord>({
  name: 'stock-check-versions',
  version: 1,
  ddl: new URL('./versions.sql', import.meta.url),
  table: 'stock_check_versions',
  events: [
    'StockCheckOpened',
    'StockCheckHeaderCorrected',
    'StockCheckReset',
    'StockCheckAudited',
    'StockCheckReversed',
    'StockCheckDeleted',
  ] satisfies CheckEvent['type'][],
  key: 'id',
  identity: ['id'],
  keyOf: checkKey,
  fold: foldCheck,
  columns: [
    'id',
    'shop_id',
    'checked_on',
    'category',
    'style',
    'stage',
    'audit_flag',
    'audited_position',
    'book_position',
    'round',
  ],
  blank: { not_found: [] },
  shown: ({ stage }) => stage !== 'deleted',
});

const COUNTING = ['StockCounted', 'StockCountCorrected', 'StockCountRemarked'] as const;
type CountEvent = Extract<CheckEvent, { type: (typeof COUNTING)[number] }>;
const lineKey = ({ documentId, round, barcode }: CountEvent['data']): string => `${documentId}/${round}/${barcode}`;

const counted = (row: CountRecord, event: CountEvent): CountRecord => {
  switch (event.type) {
    case 'StockCounted': {
      const { factNum, scanNum } = afterScan({ factNum: row.fact_num, scanNum: row.scan_num }, event.data);
      return { ...row, fact_num: factNum, scan_num: scanNum, device: event.data.device };
    }
    case 'StockCountCorrected':
      return { ...row, fact_num: event.data.factNum, scan_num: event.data.scanNum ?? row.scan_num };
    case 'StockCountRemarked':
      return { ...row, remark: event.data.remark };
  }
};

/** Every count of a line is kept: what was counted at a moment, and what a total is made of. */
export const stockCheckCounts = versioned<CountRecord>({
  name: 'stock-check-counts',
  version: 2,
  ddl: new URL('./counts.sql', import.meta.url),
  table: 'stock_check_counts',
  events: COUNTING,
  key: 'line_key',
  identity: ['line_key'],
  keyOf: ({ data }) => lineKey(data as CountEvent['data']),
  fold: ([row], recorded) => {
    const event = { type: recorded.type, data: recorded.data } as unknown as CountEvent;
    const { documentId, round, barcode } = event.data;
    const before = row ?? {
      line_key: lineKey(event.data),
      check_id: documentId,
      round,
      barcode,
      fact_num: 0,
      scan_num: 0,
      remark: '',
      by_name: '',
      device: '',
      event_id: '',
      at: '',
    };
    const { id, meta } = recorded;
    return [{ ...counted(before, event), by_name: meta.userName, event_id: id, at: meta.at }];
  },
  columns: [
    'line_key',
    'check_id',
    'round',
    'barcode',
    'fact_num',
    'scan_num',
    'remark',
    'by_name',
    'device',
    'event_id',
    'at',
  ],
});
