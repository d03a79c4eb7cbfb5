/** Rules of a stock check: pending until audited, then final until 反审核 (R4, R9). Counts are facts, not state. */
import type { Decider, Verdict } from '../contracts/decider.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { nothingSettled, settle, settled, whyNotReversed, type SettleCommand, type Settling } from './settling.ts';
import { CheckEvent, MAX_NOT_FOUND, type CheckHeader, type CheckTotals, type UnmatchedCode } from './contract.ts';

export type CheckStage = 'none' | 'pending' | 'audited' | 'deleted';
export type CheckState = {
  readonly stage: CheckStage;
  readonly id: number;
  readonly header: CheckHeader | null;
  readonly bookPosition: number;
  readonly blind: boolean;
  readonly finished: boolean;
  readonly round: number;
  readonly notFound: readonly UnmatchedCode[];
  /** Documents that stand on the audit. */
  readonly settling: Settling;
};
/** A scanned code with what the books say about it. */
export type ScannedCode = { readonly barcode: string; readonly scans: number } & (
  | { readonly bookNum: number; readonly received: number; readonly missing: null }
  | { readonly bookNum: 0; readonly missing: UnmatchedCode }
);
export type SetLine = {
  readonly barcode: string;
  readonly factNum: number;
  readonly scanNum: number | null;
  readonly remark: string | null;
};
/** Round and scope of the books that codes were judged by. */
export type BooksRound = Pick<CheckState, 'round' | 'header'>;
export type CheckCommand = { readonly documentId: number } & (
  | { readonly type: 'Open'; readonly header: CheckHeader; readonly bookPosition: number; readonly blind: boolean }
  | { readonly type: 'CorrectHeader'; readonly header: CheckHeader }
  | { readonly type: 'Scan'; readonly items: readonly ScannedCode[]; readonly device: string; readonly by: BooksRound }
  | { readonly type: 'SetLines'; readonly lines: readonly SetLine[] }
  /** `instead`: the codes that it stands in for; others were scanned since. */
  | {
      readonly type: 'SetNotFound';
      readonly notFound: readonly UnmatchedCode[];
      readonly instead: readonly string[];
      readonly by: BooksRound;
    }
  | { readonly type: 'Reset'; readonly bookPosition: number }
  | { readonly type: 'Finish' }
  | { readonly type: 'Resume' }
  | { readonly type: 'Audit'; readonly auditor: string; readonly totals: CheckTotals }
  | { readonly type: 'Reverse'; readonly reason: string }
  | { readonly type: 'Delete' }
  | SettleCommand
);

const initial: CheckState = {
  stage: 'none',
  id: 0,
  header: null,
  bookPosition: -1,
  blind: false,
  finished: false,
  round: 0,
  notFound: [],
  settling: nothingSettled,
};

const evolve = (state: CheckState, event: CheckEvent): CheckState => {
  switch (event.type) {
    case 'StockCheckOpened': {
      const { documentId, header, bookPosition, blind } = event.data;
      return { ...initial, stage: 'pending', id: documentId, header, bookPosition, blind: blind === true };
    }
    case 'StockCheckHeaderCorrected':
      return { ...state, header: event.data.header };
    case 'StockNotFound': {
      const { barcode, reason, detail } = event.data;
      const others = state.notFound.filter((one) => one.barcode !== barcode);
      return { ...state, notFound: [...others, { barcode, reason, detail }] };
    }
    case 'StockNotFoundCleared':
      return { ...state, notFound: state.notFound.filter(({ barcode }) => !event.data.barcodes.includes(barcode)) };
    case 'StockCheckReset': {
      const { round, bookPosition } = event.data;
      return { ...state, round, bookPosition, notFound: [] };
    }
    case 'StockCheckFinished':
      return { ...state, finished: true };
    case 'StockCheckResumed':
      return { ...state, finished: false };
    case 'StockCheckAudited':
      // The audit shows the books; a blind count does not go on by itself when it is taken back.
      return { ...state, stage: 'audited', finished: state.finished || state.blind };
    case 'StockCheckReversed':
      return { ...state, stage: 'pending' };
    case 'StockCheckDeleted':
      return { ...state, stage: 'deleted' };
    case 'StockCheckClaimed':
    case 'StockCheckClaimReleased':
      return { ...state, settling: settle(state.settling, event) };
    case 'StockCounted':
    case 'StockCountCorrected':
    case 'StockCountRemarked':
      return state;
  }
};

const DOING: Record<CheckCommand['type'], string> = {
  Open: '新增',
  CorrectHeader: '修改',
  Scan: '盘点',
  SetLines: '修改',
  SetNotFound: '修改',
  Reset: '重置',
  Finish: '完成盘点',
  Resume: '继续盘点',
  Audit: '审核',
  Reverse: '反审核',
  Delete: '删除',
  Claim: '处理',
  Unclaim: '处理',
};
/** What a finished count takes no more, until somebody goes on with it. */
const COUNTING: ReadonlySet<CheckCommand['type']> = new Set([
  'CorrectHeader',
  'Scan',
  'SetLines',
  'SetNotFound',
  'Reset',
]);
const whyNotPending = (doing: CheckCommand['type'], finished: boolean): Refusal | null => {
  if (doing === 'Reverse') return refuse('conflict', 'document.not_audited', '单据未审核，不能反审核');
  return finished && COUNTING.has(doing)
    ? refuse('conflict', 'check.finished', `已完成盘点，要${DOING[doing]}请先点“继续盘点”`)
    : null;
};
/** Why a check in this stage does not take the command; null when it does. */
export const whyNot = (doing: CheckCommand['type'], { stage, finished }: CheckState): Refusal | null => {
  if (stage === 'none') return doing === 'Open' ? null : refuse('not-found', 'document.unknown', '单据不存在');
  if (stage === 'deleted') return refuse('conflict', 'document.deleted', '单据已删除');
  if (doing === 'Open') return refuse('conflict', 'document.exists', '单据已存在');
  if (stage === 'pending') return whyNotPending(doing, finished);
  if (doing === 'Reverse') return null;
  return doing === 'Audit'
    ? refuse('conflict', 'document.audited', '单据已审核，不能重复审核')
    : refuse('conflict', 'document.audited', `已审核的单据不能${DOING[doing]}`);
};

const sameScope = (one: CheckHeader | null, other: CheckHeader | null): boolean =>
  one?.shopId === other?.shopId && one?.category === other?.category && one?.style === other?.style;
const sameHeader = (one: CheckHeader | null, other: CheckHeader): boolean =>
  one !== null && sameScope(one, other) && one.checkedOn === other.checkedOn && one.remark === other.remark;

export const BOOKS_CHANGED = refuse('conflict', 'check.books_changed', '盘点单刚被重置或修改，请重新扫码');
/** What was judged by other books than those that stand says nothing of these. */
const whyNotBy = ({ round, header }: BooksRound, state: CheckState): Refusal | null =>
  round === state.round && sameScope(header, state.header) ? null : BOOKS_CHANGED;

const scanned = (
  { documentId, items, device, by }: Extract<CheckCommand, { type: 'Scan' }>,
  state: CheckState,
): Verdict<CheckEvent> => {
  const changed = whyNotBy(by, state);
  if (changed !== null) return changed;
  const known = new Set(state.notFound.map(({ barcode }) => barcode));
  const fresh = items.filter(({ barcode, missing }) => missing !== null && !known.has(barcode));
  if (known.size + fresh.length > MAX_NOT_FOUND) {
    return refuse('conflict', 'check.too_many_unknown', `未找到的条码超过${MAX_NOT_FOUND}个，请检查分店和类别是否选对`);
  }
  const { round, blind } = state;
  return items.flatMap((item): CheckEvent[] => {
    const { barcode, scans, bookNum } = item;
    if (item.missing === null) {
      const cap = blind ? { cap: Math.max(item.received, bookNum) } : {};
      return [{ type: 'StockCounted', data: { documentId, round, barcode, scans, bookNum, device, ...cap } }];
    }
    if (known.has(barcode)) return [];
    return [{ type: 'StockNotFound', data: { documentId, round, ...item.missing } }];
  });
};

const linesSet = (
  { documentId, lines }: Extract<CheckCommand, { type: 'SetLines' }>,
  { round }: CheckState,
): Verdict<CheckEvent> =>
  lines.flatMap(({ barcode, factNum, scanNum, remark }): CheckEvent[] => [
    { type: 'StockCountCorrected', data: { documentId, round, barcode, factNum, scanNum } },
    ...(remark === null
      ? []
      : [{ type: 'StockCountRemarked', data: { documentId, round, barcode, remark } } satisfies CheckEvent]),
  ]);

/** The whole set again: what fell away is cleared, what is new is added. */
const notFoundSet = (
  { documentId, notFound, instead, by }: Extract<CheckCommand, { type: 'SetNotFound' }>,
  state: CheckState,
): Verdict<CheckEvent> => {
  const changed = whyNotBy(by, state);
  if (changed !== null) return changed;
  const { round } = state;
  const wanted = new Set(notFound.map(({ barcode }) => barcode));
  const there = new Set(state.notFound.map(({ barcode }) => barcode));
  const gone = instead.filter((barcode) => there.has(barcode) && !wanted.has(barcode));
  return [
    ...(gone.length === 0
      ? []
      : [{ type: 'StockNotFoundCleared', data: { documentId, barcodes: gone } } satisfies CheckEvent]),
    ...notFound
      .filter(({ barcode }) => !there.has(barcode))
      .map((one): CheckEvent => ({ type: 'StockNotFound', data: { documentId, round, ...one } })),
  ];
};

/** The scope of a blind count stands: in another one its books would come to light. */
const headerCorrected = (
  { documentId, header }: Extract<CheckCommand, { type: 'CorrectHeader' }>,
  { header: before, blind }: CheckState,
): Verdict<CheckEvent> => {
  if (sameHeader(before, header)) return [];
  if (blind && !sameScope(before, header))
    return refuse('conflict', 'check.blind_scope', '盲盘的分店、类别和款式不能修改');
  return [{ type: 'StockCheckHeaderCorrected', data: { documentId, header } }];
};

const reversed = (
  { documentId, reason }: Extract<CheckCommand, { type: 'Reverse' }>,
  { settling }: CheckState,
): Verdict<CheckEvent> =>
  whyNotReversed(settling.claims.map(({ by }) => by)) ?? [{ type: 'StockCheckReversed', data: { documentId, reason } }];

const decide = (command: CheckCommand, state: CheckState): Verdict<CheckEvent> => {
  if (command.type === 'Claim' || command.type === 'Unclaim') return settled(command, state);
  const refused = whyNot(command.type, state);
  if (refused !== null) return refused;
  const { documentId } = command;
  switch (command.type) {
    case 'Open': {
      const { header, bookPosition, blind } = command;
      const data = { documentId, header, bookPosition, ...(blind && { blind }) };
      return [{ type: 'StockCheckOpened', data }];
    }
    case 'CorrectHeader':
      return headerCorrected(command, state);
    case 'Scan':
      return scanned(command, state);
    case 'SetLines':
      return linesSet(command, state);
    case 'SetNotFound':
      return notFoundSet(command, state);
    case 'Reset': {
      const { bookPosition } = command;
      return [{ type: 'StockCheckReset', data: { documentId, round: state.round + 1, bookPosition } }];
    }
    case 'Finish':
      return state.finished ? [] : [{ type: 'StockCheckFinished', data: { documentId } }];
    case 'Resume':
      return state.finished ? [{ type: 'StockCheckResumed', data: { documentId } }] : [];
    case 'Audit': {
      const { auditor, totals } = command;
      const { bookPosition } = state;
      return [{ type: 'StockCheckAudited', data: { documentId, auditor, bookPosition, totals } }];
    }
    case 'Reverse':
      return reversed(command, state);
    case 'Delete':
      return [{ type: 'StockCheckDeleted', data: { documentId } }];
  }
};

export const checkDecider: Decider<CheckState, CheckCommand, CheckEvent> = { initial, evolve, decide };

export const parseCheckEvent = ({ type, data }: { readonly type: string; readonly data: unknown }): CheckEvent =>
  CheckEvent.parse({ type, data });
