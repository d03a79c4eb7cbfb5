/** Who changed what on a check, before and after, out of its own stream. Scans of one person in a row are one step. Pure. */
import { afterScan, type CheckEvent, type CheckHeader } from 'services/stock-check/contract';
import type { Recorded } from 'services/event-store/port';
import type { HistoryStep } from '../documents/history.ts';

type Changes = HistoryStep['changes'];
type Count = { factNum: number; scanNum: number; remark: string };
/** `settlers`: keys under which each document that settles differences claims the audit. */
type CheckSoFar = { header: CheckHeader | null; counts: Map<string, Count>; settlers: Map<string, Set<string>> };
export type CheckWords = { readonly shop: (id: number) => string };

const TITLES: Record<CheckEvent['type'], string> = {
  StockCheckOpened: '新增',
  StockCheckHeaderCorrected: '修改',
  StockCounted: '扫码',
  StockCountCorrected: '修改数量',
  StockCountRemarked: '备注',
  StockNotFound: '未找到',
  StockNotFoundCleared: '清除未找到',
  StockCheckReset: '重置',
  StockCheckFinished: '完成盘点',
  StockCheckResumed: '继续盘点',
  StockCheckAudited: '审核',
  StockCheckReversed: '反审核',
  StockCheckDeleted: '删除',
  StockCheckClaimed: '生成损溢单',
  StockCheckClaimReleased: '撤销损溢单',
};
/** Steps of these that one person takes in a row are told as one. */
const GATHERED = new Set<string>(['StockCounted', 'StockCountCorrected', 'StockCountRemarked', 'StockNotFound']);
/** Changes listed per gathered step; a scan of a whole shop is told by its number. */
const LISTED = 50;

const change = (field: string, label: string, before: string | number, after: string | number): Changes =>
  before === after ? [] : [{ field, label, before: String(before), after: String(after) }];
const headerChanges = (was: CheckHeader, is: CheckHeader, { shop }: CheckWords): Changes => [
  ...change('shopId', '分店', shop(was.shopId), shop(is.shopId)),
  ...change('checkAt', '盘点日期', was.checkedOn, is.checkedOn),
  ...change('type', '首饰类别', was.category, is.category),
  ...change('style', '首饰款式', was.style, is.style),
  ...change('remark', '备注', was.remark, is.remark),
];

const counting = (state: CheckSoFar, event: CheckEvent): Changes => {
  if (event.type !== 'StockCounted' && event.type !== 'StockCountCorrected' && event.type !== 'StockCountRemarked')
    return [];
  const { barcode } = event.data;
  const was = state.counts.get(barcode) ?? { factNum: 0, scanNum: 0, remark: '' };
  if (event.type === 'StockCountRemarked') {
    state.counts.set(barcode, { ...was, remark: event.data.remark });
    return change(`line.${barcode}`, `备注 ${barcode}`, was.remark, event.data.remark);
  }
  const is =
    event.type === 'StockCounted'
      ? { ...was, ...afterScan(was, event.data) }
      : { ...was, factNum: event.data.factNum, scanNum: event.data.scanNum ?? was.scanNum };
  state.counts.set(barcode, is);
  return event.type === 'StockCounted'
    ? []
    : change(`line.${barcode}`, `实盘 ${barcode}`, `${was.factNum} 件`, `${is.factNum} 件`);
};

/** Documents come and go once, whatever keys they claim under meanwhile; null where nothing came or went. */
const settled = (
  { settlers }: CheckSoFar,
  event: Extract<CheckEvent, { type: 'StockCheckClaimed' | 'StockCheckClaimReleased' }>,
): Changes | null => {
  const { key } = event.data;
  if (event.type === 'StockCheckClaimed') {
    const { by, instead } = event.data;
    const others = settlers.get(by.no) ?? new Set();
    const kept = [...others].filter((one) => !instead.includes(one));
    settlers.set(by.no, new Set([...kept, key]));
    return others.size === 0 ? change('settledBy', '损溢单', '', by.no) : null;
  }
  const [no, keys] = [...settlers].find(([, claimed]) => claimed.has(key)) ?? [];
  if (no === undefined || keys === undefined) return null;
  keys.delete(key);
  if (keys.size > 0) return null;
  settlers.delete(no);
  return change('settledBy', '损溢单', no, '');
};

/** null for what is no step that anybody took. */
const changesOf = (state: CheckSoFar, event: CheckEvent, words: CheckWords): Changes | null => {
  switch (event.type) {
    case 'StockCheckHeaderCorrected': {
      const was = state.header;
      state.header = event.data.header;
      return was === null ? [] : headerChanges(was, event.data.header, words);
    }
    case 'StockCheckOpened':
      state.header = event.data.header;
      return [];
    case 'StockNotFound':
      return change('noFind', `未找到 ${event.data.barcode}`, '', `${event.data.reason}：${event.data.detail}`);
    case 'StockNotFoundCleared':
      return event.data.barcodes.flatMap((barcode) => change('noFind', '未找到', barcode, ''));
    case 'StockCheckReset':
      state.counts.clear();
      return [];
    case 'StockCheckAudited':
      return [
        ...change('bookNum', '账面数量', '', `${event.data.totals.bookNum} 件`),
        ...change('factNum', '实盘数量', '', `${event.data.totals.factNum} 件`),
      ];
    case 'StockCheckClaimed':
    case 'StockCheckClaimReleased':
      return settled(state, event);
    default:
      return counting(state, event);
  }
};

/** A step under construction; `times` events were gathered in it. */
type StepDraft = { step: HistoryStep; times: number };
export const checkHistory = (events: readonly Recorded[], words: CheckWords): HistoryStep[] => {
  const state: CheckSoFar = { header: null, counts: new Map(), settlers: new Map() };
  const steps: StepDraft[] = [];
  for (const { type, data, position, meta } of events) {
    const event = { type, data } as unknown as CheckEvent;
    const changes = changesOf(state, event, words);
    if (changes === null) continue;
    const last = steps.at(-1);
    if (last !== undefined && GATHERED.has(type) && last.step.type === type && last.step.by === meta.userName) {
      last.times += 1;
      const room = Math.max(0, LISTED - last.step.changes.length);
      last.step = { ...last.step, changes: [...last.step.changes, ...changes.slice(0, room)] };
      continue;
    }
    const reason = event.type === 'StockCheckReversed' ? event.data.reason : null;
    const step = { position, at: meta.at, by: meta.userName, type, title: TITLES[event.type], changes, reason };
    steps.push({ step, times: 1 });
  }
  return steps.map(({ step, times }) => (times === 1 ? step : { ...step, title: `${step.title} ${times}次` }));
};
