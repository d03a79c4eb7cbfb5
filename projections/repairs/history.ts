/** What histories tell of 维修清洗 lines and their steps. Pure. */
import type { Recorded } from 'services/event-store/port';
import {
  CLEAN_LIST,
  REPAIR_WORDS,
  REPAIR_EVENT,
  RepairStepTaken,
  lineIdOnWire,
  repairNo,
} from 'services/sale/contract';
import { shown, shownMoney, type HistoryWords } from '../documents/history.ts';

type Line = Parameters<HistoryWords['line']>[0];
/** `维修清洗 戒指 素圈，金额 ¥50.00，改圈`. */
export const cleanLineInWords = (line: Line): string => {
  const what = `维修清洗 ${shown(line['category'])} ${shown(line['style'])}`.trim();
  const parts = [what, `金额 ${shownMoney(line['priceFen'])}`, shown(line['remark'])];
  return parts.filter((part) => part !== '').join('，');
};

/** `已送修 2026-11-12 李师傅，送总店抛光` of a step; null for other facts. */
export const repairStepInWords: NonNullable<HistoryWords['own']> = ({ type, data }: Recorded) => {
  if (type !== REPAIR_EVENT) return null;
  const { step, on, by, remark } = RepairStepTaken.parse(data);
  const id = lineIdOnWire(Number(data['documentId']), shown(data['lineId']));
  const after = [`${on} ${by}`.trim(), remark].filter((part) => part !== '').join('，');
  return {
    title: REPAIR_WORDS[step],
    changes: [{ field: `repair.${shown(data['lineId'])}`, label: repairNo(id), before: '', after }],
  };
};
/** Of one line alone. */
export const repairWords = (lineId: string): HistoryWords => ({
  header: {},
  line: (line) => (line.list === CLEAN_LIST && line.lineId === lineId ? cleanLineInWords(line) : ''),
  own: (event) => (event.data['lineId'] === lineId ? repairStepInWords(event) : null),
});
