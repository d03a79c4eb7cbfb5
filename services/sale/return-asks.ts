/** What is paid out for returns, where pieces go that come back, and what they weigh (R144). Pure; fen, mg. */
import type { ExceptionNote } from '../contracts/exception.ts';
import { settingDefault } from '../contracts/setting-defaults.ts';
import { numberOfSetting } from '../contracts/setting-value.ts';
import { gramsFromMg, yuanFromFen, yuanText } from '../contracts/units.ts';
import type { WordAsk } from '../contracts/word.ts';
import type { SaleChangeLine } from './change-line.ts';

export const REFUND_LIMIT = 'refund_limit';
export const refundLimitFen = (stored: string | null): number =>
  Math.round(numberOfSetting(stored, settingDefault(REFUND_LIMIT)) * 100);

type Sums = { readonly changeFeeFen: number; readonly factFeeFen: number };
/** What of the returns leaves the shop as money. */
export const paidOutFen = ({ changeFeeFen, factFeeFen }: Sums): number =>
  Math.min(changeFeeFen, Math.max(0, -factFeeFen));

export type Returning = {
  readonly sums: Sums;
  readonly lines: readonly SaleChangeLine[];
  /** The order as it stands, of the same customer and shop; null: new. */
  readonly stood: { readonly sums: Sums; readonly lines: readonly SaleChangeLine[] } | null;
};
const sameReturn = (one: SaleChangeLine, other: SaleChangeLine): boolean =>
  one.saleKey === other.saleKey && one.barcode === other.barcode && one.quantity === other.quantity;
const standingLine = ({ stood }: Returning, line: SaleChangeLine): SaleChangeLine | undefined =>
  stood?.lines.find((one) => sameReturn(one, line));
/** What it weighed when it came back. */
const returnedMg = ({ returnWeightMg, weightMg }: SaleChangeLine): number => returnWeightMg ?? weightMg;
/** As it stands, at the weight that a word was given for. */
const standsAs = (returning: Returning, line: SaleChangeLine): SaleChangeLine | undefined => {
  const stood = standingLine(returning, line);
  return stood !== undefined && returnedMg(stood) === returnedMg(line) ? stood : undefined;
};
const bindsOf = (lines: readonly SaleChangeLine[]): readonly unknown[] =>
  lines.map((line) => [line.rawSellId, line.barcode, line.quantity, line.refundFen, line.returnTo, returnedMg(line)]);

const refundAsk = (returning: Returning, limitFen: number): readonly WordAsk[] => {
  const outFen = paidOutFen(returning.sums);
  if (outFen <= limitFen) return [];
  const { stood, lines } = returning;
  const stands = lines.every((line) => standsAs(returning, line)?.refundFen === line.refundFen);
  if (stood !== null && stands && outFen <= paidOutFen(stood.sums)) return [];
  return [
    {
      path: 'factFee',
      rule: 'refund',
      message: `退款付出${yuanText(outFen)}元，超过${yuanText(limitFen)}元`,
      value: yuanFromFen(outFen),
      limit: yuanFromFen(limitFen),
      binds: bindsOf(lines),
      amountFen: outFen,
    },
  ];
};
export const returnAsks = (returning: Returning, limitFen: number): readonly WordAsk[] => [
  ...returning.lines.flatMap((line, index) =>
    line.returnTo !== '2' || standsAs(returning, line)?.returnTo === '2'
      ? []
      : [
          {
            path: `sellChangeList.${index}.returnTo`,
            rule: 'to-old-material',
            message: '退回的首饰直接转旧料',
            value: yuanFromFen(line.refundFen),
            barcode: line.barcode,
            binds: bindsOf([line]),
            amountFen: line.refundFen,
          },
        ],
  ),
  ...refundAsk(returning, limitFen),
];

/** More than this, or than a hundredth of it, is another weight. */
const OFF_MG = 20;
const isOff = (line: SaleChangeLine): boolean => {
  const offMg = Math.abs(returnedMg(line) - line.weightMg);
  return offMg > OFF_MG || offMg * 100 > line.weightMg;
};
const grams = (mg: number): string => gramsFromMg(mg).toFixed(3);
/** Rows of what came back lighter or heavier than it was sold, and of what goes straight to the old material. */
export const returnNotes = (returning: Returning, shopId: number): readonly ExceptionNote[] =>
  returning.lines.flatMap((line): ExceptionNote[] => {
    const { barcode, name, weightMg, returnWeightMg = weightMg, refundFen: amountFen, returnTo } = line;
    const before = standingLine(returning, line);
    const weighed = `${barcode} ${name}售出${grams(weightMg)}克，退回称重${grams(returnWeightMg)}克`;
    const isNew = before?.returnWeightMg !== line.returnWeightMg;
    return [
      ...(isOff(line) && isNew ? [{ kind: 'return-weight', shopId, what: weighed, amountFen } as const] : []),
      ...(returnTo === '2' && before?.returnTo !== '2'
        ? [{ kind: 'refund-without-piece', shopId, what: `${barcode} ${name}退款后直接转旧料`, amountFen } as const]
        : []),
    ];
  });
