/** Checks that whoever counted ended himself (R134, R148): he may, and what lacks or was typed is told. Pure. */
import type { ExceptionNote } from '../contracts/exception.ts';
import type { Recorded } from '../contracts/event.ts';
import { documentNo } from '../contracts/document.ts';
import { afterScan, type CheckEvent, type CheckTotals } from './contract.ts';
import { parseCheckEvent } from './decider.ts';

type Line = { readonly factNum: number; readonly scanNum: number; readonly typedBy: number | null };
type CountCorrection = Extract<CheckEvent, { type: 'StockCountCorrected' }>['data'];
const NO_LINE: Line = { factNum: 0, scanNum: 0, typedBy: null };
type Count = {
  readonly shopId: number;
  readonly people: ReadonlySet<number>;
  readonly lines: ReadonlyMap<string, Line>;
  /** Of the last audit. */
  readonly by: number;
  readonly auditor: string;
  readonly totals: CheckTotals;
};
type AuditedCount = Pick<Count, 'by' | 'auditor' | 'totals'>;
/** Who counted what, of the round that stands. */
class Counting {
  shopId = 0;
  people = new Set<number>();
  lines = new Map<string, Line>();
  audited: AuditedCount | null = null;

  add(event: CheckEvent, userId: number): void {
    switch (event.type) {
      case 'StockCheckOpened':
      case 'StockCheckHeaderCorrected':
        this.shopId = event.data.header.shopId;
        return;
      case 'StockCheckReset':
        [this.people, this.lines] = [new Set(), new Map()];
        return;
      case 'StockCheckAudited':
        this.audited = { by: userId, ...event.data };
        return;
      case 'StockCounted': {
        const line = this.#line(event.data.barcode);
        this.#set(userId, event.data.barcode, { ...line, ...afterScan(line, event.data) });
        return;
      }
      case 'StockCountCorrected':
        this.#correct(event.data, userId);
        return;
      default:
    }
  }
  #line(barcode: string): Line {
    return this.lines.get(barcode) ?? NO_LINE;
  }
  #set(userId: number, barcode: string, line: Line): void {
    this.people.add(userId);
    this.lines.set(barcode, line);
  }
  /** A form sends what it does not change as well. */
  #correct({ barcode, factNum, scanNum }: CountCorrection, userId: number): void {
    const line = this.#line(barcode);
    if (factNum !== line.factNum)
      this.#set(userId, barcode, { factNum, scanNum: scanNum ?? line.scanNum, typedBy: userId });
  }
}
/** null: it is not audited. */
const countOf = (events: readonly Recorded[]): Count | null => {
  const counting = new Counting();
  for (const recorded of events) counting.add(parseCheckEvent(recorded), recorded.meta.userId);
  const { shopId, people, lines, audited } = counting;
  return audited === null ? null : { shopId, people, lines, ...audited };
};

/** Single pieces that nobody scanned, though others were: whoever ended it said that they are there. */
const typedBy = (by: number, lines: Count['lines']): number => {
  const all = [...lines.values()];
  if (!all.some(({ scanNum }) => scanNum > 0)) return 0;
  return all.filter(({ factNum, scanNum, typedBy: who }) => factNum === 1 && scanNum === 0 && who === by).length;
};
/** The row of an audited check; null where others counted and its auditor typed nothing, or alone found everything. */
export const ownCountNote = (id: number, events: readonly Recorded[]): ExceptionNote | null => {
  const count = countOf(events);
  if (count === null) return null;
  const { by, auditor, totals, people, lines, shopId } = count;
  const alone = people.size === 1 && people.has(by);
  const missing = alone ? Math.max(0, totals.bookNum - totals.factNum) : 0;
  const typed = typedBy(by, lines);
  if (missing === 0 && typed === 0) return null;
  const no = documentNo('check', id);
  const what = [
    alone ? `${auditor}一人盘点并审核了盘点单${no}` : `${auditor}审核了盘点单${no}`,
    `账面${totals.bookNum}件，盘到${totals.factNum}件`,
    ...(missing === 0 ? [] : [`少${missing}件`]),
    ...(typed === 0 ? [] : [`其中${typed}件是${auditor}手工录入、没有扫码`]),
  ].join('，');
  return { kind: 'own-audit', shopId, documentNo: no, what };
};
