/**
 * Data of a printed 销售单 as tables (S1§7, R98): the order and its six lists, each with columns of its own, in words and
 * figures as paper has them. Weight is always on the bill (R18); neither cost nor who allowed the price nor commissions are.
 */
import { sql } from 'slonik';
import { z } from 'zod';
import { chineseAmount } from 'services/contracts/chinese-amount';
import { copyInWords } from 'services/contracts/print-copies';
import type { SessionUser } from 'services/contracts/user';
import { copiesOf } from '../documents/copies.ts';
import { shownMoney } from '../documents/history.ts';
import { fieldFormats, formatsOf, maskedMobile, onPaper, pendingOf, type PaperRow } from '../documents/paper-rows.ts';
import { RecordId } from 'services/contracts/ids';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import type { RepairsOfSale } from '../repairs/rows.ts';
import {
  SALE_PAPER_KIND,
  saleChangeLine,
  saleCleanLine,
  saleFields,
  saleGiftLine,
  saleLine,
  saleRecycleLine,
} from './contract.ts';
import {
  linesOf,
  presentChangeLines,
  presentCleanLines,
  presentGiftLines,
  presentGoodsLines,
  presentRecycleLines,
  presentSale,
  type StoredSaleWithLines,
} from './present.ts';
import { NO_FATES } from './return-outcomes.ts';
import { sellersOf } from './sellers.ts';
import { saleWarranties } from '../warranty/facts.ts';

const Table = z.array(z.record(z.string(), z.unknown()));
export const SalePrint = z.object({
  title: z.string(),
  templateName: z.string(),
  /** How many were printed before. */
  copies: z.int(),
  tables: z.object({
    master: Table,
    goods: Table,
    change: Table,
    recycle: Table,
    gift: Table,
    clean: Table,
    balance: Table,
  }),
});
export type SalePrint = z.infer<typeof SalePrint>;

const CARATS = { stoneCt: 'carat', secondCt: 'carat' } as const;
const FORMATS = {
  master: new Map([...formatsOf(SALE_PAPER_KIND).head, ...fieldFormats(saleFields)]),
  goods: fieldFormats(saleLine, { fees: 'money', dealPrice: 'money', tagPrice: 'money', gramShare: 'money' }),
  change: fieldFormats(saleChangeLine, { sellPrice: 'money' }),
  recycle: fieldFormats(saleRecycleLine, CARATS),
  gift: fieldFormats(saleGiftLine),
  clean: fieldFormats(saleCleanLine, CARATS),
  balance: fieldFormats({}, { amount: 'money' }),
} as const;
const PRICE_MODES: Readonly<Record<string, string>> = { 1: '一口价', 2: '按克' };
const RETURNED_TO: Readonly<Record<string, string>> = { 1: '回库', 2: '转旧料', 3: '待检' };

const sumOf = <Line>(lines: readonly Line[], value: (line: Line) => number): number =>
  lines.reduce((sum, line) => sum + value(line), 0);
const grams = (mg: number): string => (mg / 1000).toFixed(3);
const yuan = (fen: number): string => (fen / 100).toFixed(2);

/** 首饰 ¥2,629.93, 退换 -¥500.00: what the amount to pay is made of, and nothing that is none. */
const feesInWords = (row: StoredSaleWithLines): string =>
  (
    [
      ['首饰', row.amount_fen],
      ['退换', -row.change_fee_fen],
      ['旧料', -row.old_fee_fen],
      ['赠品', row.gift_fee_fen],
      ['维修清洗', row.clean_fee_fen],
    ] as const
  )
    .filter(([, fen]) => fen !== 0)
    .map(([label, fen]) => `${label} ${fen < 0 ? '-' : ''}${shownMoney(Math.abs(fen))}`)
    .join('\u3000');
/** A bill that pays out says so (R154): 应退：¥3,142.32. */
const owedInWords = (fen: number): string => `${fen < 0 ? '应退' : '应付'}：${shownMoney(Math.abs(fen))}`;
/** 李小丽 60%、王芳 40%; alone just the name. */
const sellersInWords = (row: StoredSaleWithLines): string => {
  const sellers = sellersOf(row);
  return sellers.map(({ seller, ratio }) => (sellers.length === 1 ? seller : `${seller} ${ratio}%`)).join('、');
};
const masterOf = (row: StoredSaleWithLines, user: SessionUser): PaperRow => {
  const {
    costAmount: _cost,
    approver: _approver,
    shownPictures: _shown,
    sellerPoints: _commission,
    status: _status,
    ...master
  } = presentSale(row, user);
  const offFen = row.payable_fee_fen - row.fact_fee_fen;
  return {
    ...master,
    ...pendingOf(master),
    customerMobile: maskedMobile(master.customerMobile),
    sellers: sellersInWords(row),
    feesInWords: feesInWords(row),
    payableWords: owedInWords(row.payable_fee_fen),
    roundFee: offFen === 0 ? '' : yuan(offFen),
    factFeeWords: chineseAmount(row.fact_fee_fen),
    paidBy: row.payments.map(({ method, amountFen }) => `${method} ${shownMoney(amountFen)}`).join('\u3000'),
    goldWeight: grams(sumOf(linesOf(row, 'goods'), ({ sellWeightMg }) => sellWeightMg)),
    changeWeight: grams(sumOf(linesOf(row, 'change'), ({ weightMg }) => weightMg)),
    netWeight: grams(sumOf(linesOf(row, 'recycle'), ({ netWeightMg }) => netWeightMg)),
    spentPoints: sumOf(linesOf(row, 'gift'), ({ spentPoints }) => spentPoints) || '',
  };
};

const goodsOf = (row: StoredSaleWithLines, user: SessionUser): PaperRow[] =>
  presentGoodsLines(row, user).map(({ piceCost: _cost, sellerPoints: _commission, ...line }) => ({
    ...line,
    // A fixed price has no price of a gram: 0.00 would read as one.
    todayGoldCost: line.priceMode === '1' ? PRICE_MODES[1] : line.todayGoldCost,
    priceMode: PRICE_MODES[line.priceMode],
    fees: Math.max(0, line.factSellFee - line.rebateFee),
  }));
const changeOf = (row: StoredSaleWithLines, user: SessionUser): PaperRow[] =>
  presentChangeLines(row, user, NO_FATES).map(({ sellerPoints: _commission, ...line }) => ({
    ...line,
    returnTo: RETURNED_TO[line.returnTo],
  }));

const Points = z.object({ usable_points: z.int() });
/** What the customer has left now; '' for those who collect none (散客). */
const pointsLeft = async ({ db }: QueryDeps, customerId: number): Promise<number | ''> =>
  (await db.maybeOneFirst(sql.type(Points)`
    SELECT coalesce(p.usable_points, 0)::int AS usable_points
    FROM master.customer c LEFT JOIN live.customer_points p ON p.customer_id = c.id
    WHERE c.id = ${customerId} AND NOT c.walk_in`)) ?? '';

/** One order for one reader: what is printed now is the copy after those that were. */
export const salePrint = async (
  deps: QueryDeps,
  row: StoredSaleWithLines,
  { user, repairs }: { readonly user: SessionUser; readonly repairs: RepairsOfSale },
): Promise<SalePrint> => {
  const copies = await copiesOf(deps, { kind: SALE_PAPER_KIND, record: row.id });
  const title = '销售单';
  const paper = {
    title,
    printedBy: user.nickName,
    printedAt: deps.now().toISOString(),
    reprint: copyInWords(copies + 1),
    usablePoints: await pointsLeft(deps, row.customer_id),
    warrantyPlace: deps.warranties?.place ?? '',
  };
  const warranties = await saleWarranties(deps, { ...row, shop_name: presentSale(row, user).shopName });
  const lists = {
    goods: goodsOf(row, user).map((line, nth) => ({ ...line, warranty: warranties[nth] ?? '' })),
    change: changeOf(row, user),
    recycle: presentRecycleLines(row, user),
    gift: presentGiftLines(row, user).map(({ cost: _cost, ...line }) => line),
    clean: presentCleanLines(row, user, repairs),
    balance: row.payments.map(({ method, amountFen }) => ({ balance: method, amount: amountFen / 100 })),
  };
  const written = (list: keyof typeof lists): PaperRow[] => lists[list].map((line) => onPaper(line, FORMATS[list]));
  return {
    title,
    templateName: row.print_template,
    copies,
    tables: {
      master: [{ ...paper, ...onPaper(masterOf(row, user), FORMATS.master) }],
      goods: written('goods'),
      change: written('change'),
      recycle: written('recycle'),
      gift: written('gift'),
      clean: written('clean'),
      balance: written('balance'),
    },
  };
};

type Orders = {
  /** The order as this user may see it now. */
  readonly find: (id: number, user: SessionUser) => Promise<StoredSaleWithLines | Refusal>;
  readonly repairsIn: (row: StoredSaleWithLines) => Promise<RepairsOfSale>;
};
export const salePrintRoute = (deps: QueryDeps, { find, repairsIn }: Orders): Route =>
  route({
    method: 'GET',
    path: '/biz-sell/print/:id',
    summary: '销售单打印数据',
    allow: ['biz:bizSell:print', 'biz:bizSell:offlinePrint'],
    params: z.object({ id: RecordId }),
    data: SalePrint,
    handler: async ({ params, user }) => {
      const row = await find(params.id, user);
      if (isRefusal(row)) return row;
      return { data: await salePrint(deps, row, { user, repairs: await repairsIn(row) }) };
    },
  });
