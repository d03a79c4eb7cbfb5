/** What differences of hand-overs come to (R138): beyond the limit a third person is asked, and many small ones of a person are told. */
import type { CommonQueryMethods } from 'slonik';
import { addDays } from '../contracts/dates.ts';
import { documentNo } from '../contracts/document.ts';
import type { ExceptionNote } from '../contracts/exception.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { numberSetting } from '../contracts/setting-value.ts';
import { fenFromYuan, yuanText } from '../contracts/units.ts';
import {
  DIFFERENCE_DAYS,
  DIFFERENCE_LIMITS,
  SHIFT_DIFFERENCE_LIMIT,
  differenceOf,
  differencesOf,
  waitsForThird,
  type ShiftHeader,
  type ShiftLine,
} from './contract.ts';
import { standingDifference } from './live-checks.ts';
import { shiftName } from './manifest.ts';

/** Fen a method. */
export const differenceLimit = async (lookup: Pick<MasterLookup, 'setting'>): Promise<number> =>
  fenFromYuan(await numberSetting(lookup, SHIFT_DIFFERENCE_LIMIT));

const said = (fen: number): string => `${fen < 0 ? '少' : '多'}${yuanText(Math.abs(fen))}元`;
type ShiftHandover = {
  readonly header: ShiftHeader;
  readonly lines: readonly ShiftLine[];
  readonly documentId?: number | undefined;
};

/** The note on this hand-over, where a third person must look at it. Pure. */
export const noteOfShift = ({ header, lines, documentId }: ShiftHandover): ExceptionNote | null => {
  if (!waitsForThird(header, lines)) return null;
  const { shopId, till, handedBy, takenBy } = header;
  const beyond = lines.flatMap((line) => {
    const fen = differenceOf(line);
    return Math.abs(fen) > (header.limitFen ?? 0) ? [`${line.method}${said(fen)}（${line.reason}）`] : [];
  });
  return {
    kind: 'shift-difference',
    shopId,
    second: takenBy,
    ...(documentId !== undefined && { documentNo: documentNo(shiftName.kind, documentId) }),
    amountFen: differencesOf(lines).reduce((sum, fen) => sum + fen, 0),
    what: `${till}交班，${handedBy.name}交、${takenBy.name}接：${beyond.join('，')}，待第三人确认`,
  };
};
/** The note on a person whose differences add up, `beforeFen` those of the last days. Pure. */
export const noteOfPerson = (beforeFen: number, { header, lines }: ShiftHandover): ExceptionNote | null => {
  const own = differencesOf(lines).reduce((sum, fen) => sum + fen, 0);
  const limitFen = (header.limitFen ?? 0) * DIFFERENCE_LIMITS;
  const total = beforeFen + own;
  if (own === 0 || Math.abs(total) <= limitFen) return null;
  return {
    kind: 'shift-difference',
    shopId: header.shopId,
    second: header.takenBy,
    amountFen: own,
    what: `${header.handedBy.name}最近${DIFFERENCE_DAYS}天交班合计${said(total)}，超过${yuanText(limitFen)}元`,
  };
};

/** What an owner would want to see of a hand-over. */
export const differenceNotes = async (db: CommonQueryMethods, handed: ShiftHandover): Promise<ExceptionNote[]> => {
  if (differencesOf(handed.lines).every((fen) => fen === 0)) return [];
  const { handedBy, shiftOn } = handed.header;
  const before = await standingDifference(db, handedBy.id, addDays(shiftOn, -DIFFERENCE_DAYS));
  return [noteOfShift(handed), noteOfPerson(before, handed)].filter((note) => note !== null);
};
