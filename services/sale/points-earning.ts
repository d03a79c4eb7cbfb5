/** What the jewellery of an order earns (R16, R21, R47, R85): the rule's numbers of its save, kept while a line stays as it is. */
import type { FieldProblem } from '../contracts/envelope.ts';
import type { MasterLookup, NamedCustomer } from '../contracts/master-lookup.ts';
import { pointsOf, type PointsRule } from '../contracts/points.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { Previous } from '../documents/desk.ts';
import { GOODS_LIST } from '../contracts/document.ts';
import type { EarnedRule, SaleGoodsLine, SaleHeader, SaleLine } from './contract.ts';

type PointsLookup = Pick<MasterLookup, 'customer' | 'pointsRule'>;

const ruleOf = ({ id, revision, amountFen, customerPoint, sellerPoint, discount }: PointsRule): EarnedRule => ({
  id,
  revision,
  amountFen,
  customerPoint,
  sellerPoint,
  discount,
});

const KEPT = ['barcode', 'amountFen', 'rebateBp', 'category', 'style', 'fineness'] as const;
/** The line as it stands for the same customer: its points stay, whatever the rules say by now. */
const standing = (
  before: Previous<SaleHeader, SaleLine> | null,
  customerId: number,
  line: SaleGoodsLine,
): SaleGoodsLine | undefined => {
  if (before?.header.customerId !== customerId) return undefined;
  const stood = before.lines.find((one) => one.list === GOODS_LIST && one.lineId === line.lineId);
  return stood?.list === GOODS_LIST && KEPT.every((field) => stood[field] === line[field]) ? stood : undefined;
};

const earnedBy = async (
  lookup: PointsLookup,
  customer: NamedCustomer | null,
  line: SaleGoodsLine,
): Promise<SaleGoodsLine> => {
  const none = { ...line, points: 0, sellerPoints: 0 };
  const { category: type, style, fineness, amountFen, rebateBp } = line;
  const rule = await lookup.pointsRule({ type, style, fineness });
  if (rule === null) return none;
  const earned = pointsOf(rule, { amountFen, rebateBp });
  // 散客 has no account (R82); whoever sold gets the points all the same.
  const points = customer?.walkIn === true ? 0 : earned.points;
  return { ...line, ...earned, points, pointsRule: ruleOf(rule) };
};

/** Lines with their points. */
export const withPoints = async (
  lookup: PointsLookup,
  { customerId, before }: { readonly customerId: number; readonly before: Previous<SaleHeader, SaleLine> | null },
  lines: readonly SaleGoodsLine[],
): Promise<readonly SaleGoodsLine[]> => {
  const customer = await lookup.customer(customerId);
  return Promise.all(
    lines.map(async (line) => {
      const stood = standing(before, customerId, line);
      if (stood === undefined) return earnedBy(lookup, customer, line);
      const { points, sellerPoints, pointsRule } = stood;
      return { ...line, points, sellerPoints, ...(pointsRule !== undefined && { pointsRule }) };
    }),
  );
};

type SentPoints = { readonly points: number | null; readonly sellerPoints: number | null };
const LABELS = { points: '积分', sellerPoints: '销售员积分' } as const;
const wrong = (sent: SentPoints, expected: Readonly<Record<keyof typeof LABELS, number>>, at: string): FieldProblem[] =>
  (['points', 'sellerPoints'] as const).flatMap((name) => {
    const value = sent[name];
    if (value === null || value === expected[name]) return [];
    const message = `${LABELS[name]}与系统计算不一致：提交${value}，应为${expected[name]}`;
    return [{ path: `${at}${name}`, message, sent: value, expected: expected[name] }];
  });

export const pointsSum = (lines: readonly Pick<SaleGoodsLine, 'points' | 'sellerPoints'>[]) => ({
  points: lines.reduce((sum, { points }) => sum + points, 0),
  sellerPoints: lines.reduce((sum, { sellerPoints }) => sum + sellerPoints, 0),
});
/** Points that were sent and are not the server's (R16); what was not sent is the server's. */
export const refusePoints = (
  body: SentPoints & { readonly sellGoodsList: readonly SentPoints[] },
  lines: readonly SaleGoodsLine[],
): Refusal | null => {
  const fields = [
    ...lines.flatMap((line, index) => {
      const sent = body.sellGoodsList[index];
      return sent === undefined ? [] : wrong(sent, line, `sellGoodsList.${index}.`);
    }),
    ...wrong(body, pointsSum(lines), ''),
  ];
  return fields[0] === undefined ? null : refuse('invalid', 'sale.points', fields[0].message, { fields });
};
