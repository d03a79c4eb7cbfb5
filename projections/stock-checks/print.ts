/** What a check puts on paper. */
import { gramsFromMg, mgFromGrams } from 'services/contracts/units';
import type { CheckRow, LineState, ShownLine } from './contract.ts';

/** A longer check shows on paper what differs; nobody reads a thousand lines that agree. */
const ALL_ON_PAPER = 500;
const MOST_LINES = 2_000;
const STATES: Readonly<Record<LineState, string>> = {
  equal: '相符',
  missing: '缺失',
  explained: '已说明',
  over: '盘盈',
  extra: '账外',
  uncounted: '未盘',
};
const sum = (lines: readonly ShownLine[], field: 'bookNum' | 'factNum'): number =>
  lines.reduce((total, line) => total + (line[field] ?? 0), 0);
/** Grams of the pieces counted: a line's weight is that of one (R8). */
const countedWeight = (lines: readonly ShownLine[]): number =>
  gramsFromMg(lines.reduce((total, { goldWeight, factNum }) => total + mgFromGrams(goldWeight) * factNum, 0));

export const checkPrint = (check: CheckRow, lines: readonly ShownLine[], hidden: boolean) => {
  const whole = hidden || lines.length <= ALL_ON_PAPER;
  const shown = whole ? lines : lines.filter(({ state }) => state !== 'equal').slice(0, MOST_LINES);
  const different = lines.filter(({ state }) => state !== 'equal').length;
  return {
    master: {
      ...check,
      bookNum: check.bookNum ?? (hidden ? null : sum(lines, 'bookNum')),
      factNum: check.factNum ?? sum(lines, 'factNum'),
      goldWeight: countedWeight(lines),
      lineCount: lines.length,
      different: hidden ? null : different,
      scope: whole ? '全部明细' : `只列差异${shown.length}行`,
    },
    goods: shown.map((line) => ({ ...line, stateName: line.state === undefined ? '' : STATES[line.state] })),
  };
};
