/** What a scanned code is to a check: one of its pieces, or not found with a reason (R9). */
import { asBarcode } from '../contracts/barcode.ts';
import type { DocumentKind } from '../contracts/document.ts';
import { cut } from '../contracts/limits.ts';
import type { PieceView } from '../goods/contract.ts';
import { Barcode } from '../goods/contract.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { inFlight } from '../platform/base/in-flight.ts';
import type { CheckHeader, UnmatchedCode, PieceTimes, ScanAnswer } from './contract.ts';
import type { ScannedCode } from './decider.ts';
import type { TransfersWith } from './live-checks.ts';

export type ScanRules = {
  readonly pieceTimes: PieceTimes;
  readonly lookup: Pick<MasterLookup, 'shop'>;
  readonly transfersWith: TransfersWith;
};
const TRANSFER: DocumentKind = 'transfer';
type Books = { readonly header: CheckHeader; readonly bookPosition: number };

export const inScope = ({ category, style }: CheckHeader, { attributes }: PieceView): boolean =>
  attributes.category === category && (style === '' || attributes.style === style);

type UnmatchedReason = Omit<UnmatchedCode, 'barcode'>;
const whyGone = (lastMove: string): UnmatchedReason => {
  switch (lastMove) {
    case 'GoodsWrittenOff':
      return { reason: '已报损', detail: '已报损，可报溢入账' };
    // It is nowhere since: what came back on the shelf, or passed, would be there.
    case 'GoodsCustomerReturned':
    case 'GoodsInspected':
      return { reason: '已退', detail: '退货后已转旧料' };
    default:
      return /^Goods(Return|SupplierReturn)/.test(lastMove)
        ? { reason: '已退', detail: '已退供应商' }
        : { reason: '已售', detail: '已售出' };
  }
};
/** The piece lies in the shop that is counted, and yet the check's books do not have it. */
const whyNotCounted = (header: CheckHeader, now: PieceView): UnmatchedReason => {
  if (inScope(header, now)) return { reason: '盘点后到店', detail: '开始盘点之后才到本店' };
  const { category, style } = now.attributes;
  return { reason: '未知', detail: `不在盘点范围：${category} ${style}` };
};
/** Another shop's documents have no numbers here (R13), but those that bring the piece to this shop, or took it there. */
const whyElsewhere = async (
  { lookup, transfersWith }: ScanRules,
  { shopId: counted }: CheckHeader,
  now: PieceView,
  shopId: number,
): Promise<UnmatchedReason> => {
  const name = (await lookup.shop(shopId))?.name ?? `分店${shopId}`;
  const holders = now.holds.filter((hold) => hold.shopId === shopId).map(({ holder }) => holder);
  if (holders.length === 0) return { reason: '其他分店', detail: `账在${name}` };
  const transfers = holders.filter(({ kind }) => kind === TRANSFER);
  const ids = transfers.map(({ id }) => id);
  const ours = ids.length === 0 ? new Set<number>() : await transfersWith(ids, counted);
  const named = [...new Set(transfers.filter(({ id }) => ours.has(id)).map(({ no }) => no))];
  return { reason: '占用', detail: `账在${name}，已被${named.join('、')}占用` };
};
const reasonOf = async (
  rules: ScanRules,
  { header }: Books,
  now: PieceView | null,
  lastMove: string | null,
): Promise<UnmatchedReason> => {
  if (now === null || now.stage === 'withdrawn') return { reason: '未知', detail: '条码不存在' };
  if (now.stage === 'pending') return { reason: '未知', detail: '入库未审核' };
  const holding = now.holdings.filter(({ onHand }) => onHand > 0);
  if (holding.some(({ shopId }) => shopId === header.shopId)) return whyNotCounted(header, now);
  const [away] = holding;
  return away === undefined ? whyGone(lastMove ?? '') : whyElsewhere(rules, header, now, away.shopId);
};

/** One code, `scans` times. */
const judged = async (rules: ScanRules, books: Books, code: string, scans: number): Promise<ScannedCode> => {
  const missing = (found: UnmatchedReason): ScannedCode => ({
    barcode: code,
    scans,
    bookNum: 0,
    missing: { barcode: code, ...found },
  });
  if (!Barcode.safeParse(code).success) return missing({ reason: '未知', detail: '条码格式不正确' });
  const { before, now, lastMove } = await rules.pieceTimes(code, books.bookPosition);
  const bookNum = before?.holdings.find(({ shopId }) => shopId === books.header.shopId)?.onHand ?? 0;
  if (before !== null && bookNum > 0 && inScope(books.header, before)) {
    return { barcode: code, scans, bookNum, received: before.received, missing: null };
  }
  return missing(await reasonOf(rules, books, now, lastMove));
};

/** The codes of one batch: each once, with how often it was scanned, in the order they first came. */
export const judgeScans = async (rules: ScanRules, books: Books, codes: readonly string[]): Promise<ScannedCode[]> => {
  const times = new Map<string, number>();
  for (const code of codes) times.set(code, (times.get(code) ?? 0) + 1);
  return inFlight([...times], ([code, scans]) => judged(rules, books, cut(code, 64), scans));
};

/** A blind count says no more than whether the books have it. */
export const scanAnswer = ({ barcode, bookNum, missing }: ScannedCode, blind: boolean): ScanAnswer => ({
  barcode,
  found: missing === null,
  ...(!blind && { bookNum }),
  reason: missing?.reason ?? '',
  detail: missing?.detail ?? '',
});

/** Codes out of the not-found text: separated by commas of either width, spaces or line ends. */
export const codesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,，;；\s]+/)
      .map((code) => cut(asBarcode(code), 64))
      .filter((code) => code !== ''),
  ),
];

/** What the not-found text says: codes that are `known` keep their reason, new ones are judged. */
export const notFoundOf = async (
  rules: ScanRules,
  books: Books,
  known: readonly UnmatchedCode[],
  text: string,
): Promise<UnmatchedCode[]> => {
  const codes = codesOf(text);
  const there = new Map(known.map((one) => [one.barcode, one]));
  const fresh = await judgeScans(
    rules,
    books,
    codes.filter((code) => !there.has(code)),
  );
  const judgements = new Map(fresh.map(({ barcode, missing }) => [barcode, missing]));
  return codes.map(
    (code) => there.get(code) ?? judgements.get(code) ?? { barcode: code, reason: '未知', detail: '手工录入' },
  );
};
