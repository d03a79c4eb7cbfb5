/** 赠品 lines of the body become lines of the order (S1§5; R86, R87). */
import type { NewLine } from '../contracts/document.ts';
import type { FieldProblem } from '../contracts/envelope.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { floorBpOf, sellFloor } from '../contracts/sell-floor.ts';
import { mulDiv } from '../contracts/units.ts';
import type { Previous } from '../documents/desk.ts';
import { giftPoints, type GiftDesk, type GiftView } from '../gift/contract.ts';
import { mismatches, type Mismatch } from '../contracts/agree.ts';
import {
  SALE_GIFT_LIST,
  type SaleBody,
  type SaleGiftLine,
  type SaleGiftLineBody,
  type SaleHeader,
  type SaleLine,
} from './contract.ts';
import { isFree, type GivenLine } from './gift-asks.ts';
import { identified } from './line-identity.ts';

type PreviousOrder = Previous<SaleHeader, SaleLine> | null;
const TWICE = '列表已存在此赠品，请不要重复输入！';

/** What the order itself holds is free for it. */
const freeFor = (view: GiftView, before: PreviousOrder): number =>
  view.quantity - view.held + (before === null ? 0 : view.heldBy('sale', before.id));
/** Its part of what all of it cost, the last one all that is left. */
const costOf = ({ quantity, costFen }: GiftView, taken: number): number =>
  taken >= quantity ? costFen : mulDiv([costFen, taken], quantity);

const lineOf = (sent: SaleGiftLineBody, view: GiftView): NewLine<SaleGiftLine> => {
  const { gift } = view;
  const priceFen = sent.price ?? gift.priceFen;
  return {
    giftId: gift.giftId,
    barcode: view.barcode,
    name: gift.name,
    styleNo: gift.styleNo,
    spec: gift.spec,
    measure: gift.measure,
    quantity: sent.num,
    priceFen,
    amountFen: priceFen * sent.num,
    spentPoints: sent.rebateInte,
    costFen: costOf(view, sent.num),
    remark: sent.remark,
  };
};

type GiftQuestion = {
  readonly path: string;
  readonly sent: SaleGiftLineBody;
  readonly view: GiftView | null;
  readonly free: number;
  readonly twice: boolean;
  /** The line of the same gift as it stands in that shop. */
  readonly stood: SaleGiftLine | undefined;
};
/** Points are what the stock-in asks for so many, or none; those that stand were right when they were saved (R47). */
const pointProblems = ({ path, sent, stood }: GiftQuestion, view: GiftView): readonly FieldProblem[] => {
  if (stood?.quantity === sent.num && stood.spentPoints === sent.rebateInte) return [];
  const wanted = giftPoints(view.gift.pointsCenti, sent.num);
  if (sent.rebateInte === 0 || sent.rebateInte === wanted) return [];
  return [{ path: `${path}.rebateInte`, message: wanted === 0 ? '此赠品不用积分兑换' : `扣减积分应为0或${wanted}` }];
};
const problemsOf = (judged: GiftQuestion): readonly (FieldProblem | Mismatch)[] => {
  const { path, sent, view, free, twice } = judged;
  if (twice) return [{ path: `${path}.barcode`, message: TWICE }];
  if (view === null) return [{ path: `${path}.barcode`, message: '该分店没有此赠品' }];
  if (free < sent.num) {
    return [{ path: `${path}.num`, message: `赠品库存不足，可用数量为${Math.max(0, free)}` }];
  }
  const { amountFen: expected } = lineOf(sent, view);
  return [
    ...pointProblems(judged, view),
    ...mismatches([{ path: `${path}.amount`, label: '赠品金额', sent: sent.amount, expected, unit: 'fen' }]),
  ];
};

const judgedLines = async (
  gifts: GiftDesk,
  body: SaleBody,
  before: PreviousOrder,
): Promise<readonly GiftQuestion[]> => {
  const { sellGiftList, shopId } = body;
  const standing = before?.header.shopId === shopId ? before.lines : [];
  const stood = standing.filter((line) => line.list === SALE_GIFT_LIST);
  const views = await Promise.all(sellGiftList.map(({ barcode }) => gifts.view(shopId, barcode)));
  return sellGiftList.map((sent, index) => {
    const view = views[index] ?? null;
    return {
      path: `sellGiftList.${index}`,
      sent,
      view,
      free: view === null ? 0 : freeFor(view, before),
      stood: stood.find(({ barcode }) => barcode === sent.barcode),
      twice: sellGiftList.findIndex(({ barcode }) => barcode === sent.barcode) < index,
    };
  });
};
/** Points that are held of one customer are not quietly taken of another (R69). */
const refuseNewCustomer = ({ customerId, sellGiftList }: SaleBody, before: PreviousOrder): Refusal | null => {
  if (before === null || before.header.customerId === customerId) return null;
  const spent = before.lines.some((line) => line.list === SALE_GIFT_LIST && line.spentPoints > 0);
  return spent && sellGiftList.some(({ rebateInte }) => rebateInte > 0)
    ? refuseField('sale.customer_changed', 'customerId', '有积分兑换的赠品时不能更换客户，请先删除这些赠品')
    : null;
};
export type GiftLines = { readonly lines: readonly SaleGiftLine[]; readonly given: readonly GivenLine[] };
/** What it is worth: the stock-in's price, else what one cost (R143). */
const worthOf = ({ gift, costFen, quantity }: GiftView): number =>
  gift.priceFen > 0 || quantity === 0 ? gift.priceFen : mulDiv([costFen], quantity);
const givenOf = (line: SaleGiftLine, judged: GiftQuestion | undefined): GivenLine => {
  const { barcode, name, quantity, amountFen, spentPoints } = line;
  const { path = '', view = null, stood } = judged ?? {};
  const stands = stood?.quantity === quantity && stood.amountFen === amountFen && stood.spentPoints === spentPoints;
  const [worthFen, tagFen] = view === null ? [0, 0] : [worthOf(view), view.gift.priceFen];
  return { path, barcode, name, quantity, amountFen, spentPoints, worthFen, tagFen, stands };
};
/** What was given away stays so while it stands, whatever the gift is said to be worth later. */
const asGiven = (line: SaleGiftLine, judged: GiftQuestion | undefined, floorBp: number): SaleGiftLine => {
  const given = givenOf(line, judged);
  return { ...line, free: (given.stands && judged?.stood?.free === true) || isFree(given, floorBp) };
};
type GiftRules = { readonly gifts: GiftDesk; readonly lookup: Pick<MasterLookup, 'setting'> };
export const giftLinesOf = async (
  { gifts, lookup }: GiftRules,
  body: SaleBody,
  before: PreviousOrder,
): Promise<GiftLines | Refusal> => {
  const moved = refuseNewCustomer(body, before);
  if (moved !== null) return moved;
  const judged = await judgedLines(gifts, body, before);
  const fields = judged.flatMap(problemsOf);
  if (fields[0] !== undefined) return refuse('invalid', 'sale.gifts', fields[0].message, { fields });
  const lines = judged.flatMap(({ sent, view }) => (view === null ? [] : [lineOf(sent, view)]));
  const thingOf = ({ barcode }: NewLine<SaleGiftLine>): string => barcode;
  const sent = body.sellGiftList;
  const made = identified({ list: SALE_GIFT_LIST, path: 'sellGiftList', sent, before, lines, thingOf });
  if (isRefusal(made)) return made;
  const floorBp = made.length === 0 ? 0 : floorBpOf(await sellFloor(lookup), '*');
  return {
    lines: made.map((line, index) => asGiven(line, judged[index], floorBp)),
    given: made.map((line, index) => givenOf(line, judged[index])),
  };
};
