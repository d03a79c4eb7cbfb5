/** 交班 (R80): wire body, events. Fen inside. */
import { z } from 'zod';
import { StoredDay } from '../contracts/dates.ts';
import { noteText, orElse } from '../contracts/document-body.ts';
import { documentEvents, documentEventTypes, lineKey } from '../contracts/document.ts';
import { cut } from '../contracts/limits.ts';
import { MAX_TILL } from '../contracts/tills.ts';
import { AmountFen, SignedYuan, fenFromYuan } from '../contracts/units.ts';
import { storedPerson } from '../contracts/person.ts';
import {
  TEXTS,
  chosenId,
  rawText,
  requiredText,
  storedName,
  storedText,
  storedWhole,
  wireText,
} from '../contracts/values.ts';

export const shiftStream = (id: number): string => `shift-${id}`;
export const CASH = '现金';
export const SHIFT_LIST = 'shift';
const MOST_METHODS = 50;

/** As rows are found by it: far beyond what a till may be called, and short enough for a page of an index. */
export const indexedTill = (name: string): string => cut(name, TEXTS.filter);

const Person = z.object({ id: storedWhole('id'), name: storedPerson() });
/** What the till took in `(fromPosition, untilPosition]` of the log belongs to this shift and to no other. */
export const ShiftHeader = z.object({
  shopId: storedWhole('partnerId'),
  till: storedName(),
  shiftOn: StoredDay,
  /** The shift before at this till; null: the first. */
  afterId: storedWhole('id').nullable(),
  fromPosition: storedWhole('position'),
  untilPosition: storedWhole('position'),
  handedBy: Person,
  /** Whoever takes the till signed with his password. */
  takenBy: Person,
  remark: storedText().default(''),
  /** What a method may differ without a third person, as it was then (R138); absent: nobody was asked then. */
  limitFen: AmountFen.optional(),
});
export type ShiftHeader = z.infer<typeof ShiftHeader>;
/** A settlement method: `openingFen` and what came make what should be there. */
export const ShiftLine = z.object({
  ...lineKey(SHIFT_LIST),
  method: storedText(),
  openingFen: AmountFen,
  receivedFen: AmountFen,
  correctedFen: AmountFen,
  countedFen: AmountFen,
  reason: storedText().default(''),
});
export type ShiftLine = z.infer<typeof ShiftLine>;
export const expectedFenOf = ({
  openingFen,
  receivedFen,
  correctedFen,
}: Pick<ShiftLine, 'openingFen' | 'receivedFen' | 'correctedFen'>): number => openingFen + receivedFen + correctedFen;
/** Counted less expected, fen. */
export const differenceOf = (line: ShiftLine): number => line.countedFen - expectedFenOf(line);
export const differencesOf = (lines: readonly ShiftLine[]): readonly number[] => lines.map(differenceOf);
/** Whether a third person must confirm what was counted (R138). */
export const waitsForThird = (
  { limitFen }: { readonly limitFen?: number | undefined },
  lines: readonly ShiftLine[],
): boolean => limitFen !== undefined && differencesOf(lines).some((fen) => Math.abs(fen) > limitFen);
export const SHIFT_CONFIRMED = 'ShiftConfirmed';
const Confirmed = z.object({
  type: z.literal(SHIFT_CONFIRMED),
  data: z.object({
    documentId: storedWhole('id'),
    version: storedWhole('index'),
    by: Person,
    remark: storedText(),
  }),
});
export type Confirmation = Omit<z.infer<typeof Confirmed>['data'], 'documentId' | 'version'>;
export const ShiftEvent = z.discriminatedUnion('type', [
  ...documentEvents('Shift', ShiftHeader, ShiftLine).options,
  Confirmed,
]);
export const SHIFT_EVENT_TYPES = [...documentEventTypes('Shift'), SHIFT_CONFIRMED];

/** Setting: yuan that a method may differ at a hand-over without a third person. */
export const SHIFT_DIFFERENCE_LIMIT = 'shift_difference_limit';
/** Sum of a person's differences, as so many limits, beyond which it is told; within so many days. */
export const DIFFERENCE_LIMITS = 5;
export const DIFFERENCE_DAYS = 30;
export const CONFIRM_PATH = '/biz-shift/confirm';
/** PUT: a third person says that the difference is known. */
export const ConfirmBody = z
  .object({ remark: noteText() })
  .nullish()
  .transform((body) => body ?? { remark: '' });

const fen = (missing: string) =>
  z
    .preprocess((value) => (value === null || value === '' ? undefined : value), SignedYuan.or(z.undefined()))
    .transform((value, at) => {
      if (value !== undefined) return fenFromYuan(value);
      at.addIssue({ code: 'custom', message: missing });
      return z.NEVER;
    });
/** `expected` as the clerk saw it: where it is another by now, nothing is saved. */
export const ShiftLineBody = z.object({
  balance: requiredText('请选择结算方式', 40),
  expected: fen('请刷新后再交班'),
  counted: fen('请输入实点金额'),
  reason: orElse(wireText(200), ''),
});
/** Whoever takes over signs with name and password; `code` where his account asks for one. */
export const TakenBy = z.object({
  username: requiredText('请输入接班人的用户名', 100),
  password: rawText(200, { long: '密码过长' }).refine((text) => text !== '', '请输入接班人的密码'),
  code: orElse(wireText(20), ''),
});
export const ShiftBody = z.object({
  shopId: chosenId('partnerId', '分店名称不能为空'),
  till: requiredText('请先设置本机收银台', MAX_TILL),
  list: z.array(ShiftLineBody, { error: '没有可交的结算方式' }).max(MOST_METHODS, '结算方式过多'),
  takenBy: TakenBy,
  remark: noteText(),
});
export type ShiftBody = z.output<typeof ShiftBody>;

/** What a method should hold now, yuan; `documents` went into it. */
export const ExpectedLine = z.object({
  balance: z.string(),
  opening: z.number(),
  received: z.number(),
  corrected: z.number(),
  expected: z.number(),
  documents: z.int(),
});
export type ExpectedLine = z.infer<typeof ExpectedLine>;
/** GET /biz-shift/expected?shopId&till: `sinceNo`, `sinceAt` of the last shift, '' before the first. */
export const ExpectedMoney = z.object({
  shopId: z.int(),
  till: z.string(),
  sinceNo: z.string(),
  sinceAt: z.string(),
  list: z.array(ExpectedLine),
});
export type ExpectedMoney = z.infer<typeof ExpectedMoney>;
export const EXPECTED_PATH = '/biz-shift/expected';
export const MONEY_PATH = '/biz-shift/money';
/** GET ?shopId: registered tills of the shop, and the reserved one where money came to lie in it (R138). */
export const TILLS_PATH = '/biz-shift/tills';
/** A document's part in a method: `what` new, edit, delete, reverse. */
export const MoneyRow = z.object({
  at: z.string(),
  kind: z.string(),
  documentId: z.number(),
  no: z.string(),
  what: z.enum(['new', 'edit', 'delete', 'reverse']),
  balance: z.string(),
  amount: z.number(),
  by: z.string(),
});
export type MoneyRow = z.infer<typeof MoneyRow>;
