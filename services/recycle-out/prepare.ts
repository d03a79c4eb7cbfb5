/** Rules of an exit beyond its shape (R5, R6, R13, R45, R89): the body becomes header and lines. */
import { documentNo } from '../contracts/document.ts';
import type { FieldProblem } from '../contracts/envelope.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { Prepared, Previous } from '../documents/desk.ts';
import { lastLineId } from '../documents/lines.ts';
import { shopDayRefusal, type Dating } from '../documents/rights.ts';
import type { PieceDesk, PieceView } from '../goods/contract.ts';
import { lotNo } from '../old-material/contract.ts';
import { LOT_LIST, OUT_WORDS, type RecycleOutBody, type RecycleOutHeader, type RecycleOutLine } from './contract.ts';
import type { Became, LotFacts } from './live-checks.ts';
import { recycleOutManifest } from './manifest.ts';

export type RecycleOutRules = {
  readonly lookup: Pick<MasterLookup, 'shop'>;
  readonly pieces: Pick<PieceDesk, 'view'>;
  /** In which other exit of the shop a piece is. */
  readonly becameElsewhere: (of: Became) => Promise<ReadonlyMap<string, number>>;
  readonly lots: (ids: readonly number[]) => Promise<ReadonlyMap<number, LotFacts>>;
};
type PreviousOut = Previous<RecycleOutHeader, RecycleOutLine> | null;

const refused = (code: string, fields: readonly FieldProblem[]): Refusal | null =>
  fields[0] === undefined ? null : refuse('invalid', code, fields[0].message, { fields: [...fields] });

/** What only some kinds have: a price, and pieces that it became. */
const refuseKind = ({ kind, party, price, goodsList }: RecycleOutBody): Refusal | null => {
  if (kind !== '3' && party === '') {
    return refuseField('recycle_out.party', 'party', `请填写${OUT_WORDS[kind]}的去向（工厂或买方）`);
  }
  if (kind === '4' && price === 0) return refuseField('recycle_out.price', 'price', '请输入出售金额');
  if (kind !== '4' && price > 0) return refuseField('recycle_out.price', 'price', '只有出售才有出售金额');
  if (kind !== '3' && goodsList.length > 0) {
    return refuseField('recycle_out.goods', 'goodsList', '只有转成品才填写成品条码');
  }
  return null;
};
/** A withdrawn receipt is no piece (R3); what the metal of a shop became was received there since, of no supplier (R135). */
const whyNotBecome = (
  view: PieceView | null,
  barcode: string,
  { shopId, outAt }: Pick<RecycleOutBody, 'shopId' | 'outAt'>,
): string | null => {
  if (view === null || view.stage === 'withdrawn') return `没有条码为${barcode}的首饰`;
  if (view.receivedIn !== shopId) return `条码为${barcode}的首饰不在本店`;
  if (view.receivedOn < outAt) return `条码为${barcode}的首饰在出库之前已入库`;
  return view.supplierId === null ? null : `条码为${barcode}的首饰有供应商，不是旧料转成的`;
};
/** Pieces are those of the shop, each once; what stands stays, whatever became of it. */
const refuseGoods = async (
  { pieces, becameElsewhere }: RecycleOutRules,
  { goodsList, shopId, outAt }: RecycleOutBody,
  before: PreviousOut,
): Promise<Refusal | null> => {
  const stood = new Set(before?.header.shopId === shopId ? before.header.barcodes : []);
  const views = await Promise.all(goodsList.map((barcode) => pieces.view(barcode)));
  const elsewhere = await becameElsewhere({ shopId, barcodes: goodsList, but: before?.id ?? null });
  const fields = goodsList.flatMap((barcode, index) => {
    const path = `goodsList.${index}`;
    if (goodsList.indexOf(barcode) < index) return [{ path, message: `条码${barcode}重复` }];
    const other = elsewhere.get(barcode);
    if (other !== undefined)
      return [{ path, message: `条码${barcode}已在旧料出库单${documentNo(recycleOutManifest.kind, other)}中` }];
    const message = stood.has(barcode) ? null : whyNotBecome(views[index] ?? null, barcode, { shopId, outAt });
    return message === null ? [] : [{ path, message }];
  });
  return refused('recycle_out.goods', fields);
};

type SentLot = RecycleOutBody['lotList'][number];
const problemOf = (lot: LotFacts | undefined, { lotId }: SentLot, shopId: number): string | null => {
  if (lot === undefined) return `旧料${lotNo(lotId)}不存在`;
  return lot.shopId === shopId ? null : `旧料${lotNo(lotId)}不在本店`;
};
/** Each lot once, of this shop; a line keeps its id while its lot stays. */
const linesOf = async (
  { lots }: RecycleOutRules,
  { lotList, shopId }: RecycleOutBody,
  before: PreviousOut,
): Promise<readonly RecycleOutLine[] | Refusal> => {
  const found = await lots(lotList.map(({ lotId }) => lotId));
  const seen = new Set<number>();
  const fields: FieldProblem[] = [];
  const standing = new Map(before?.lines.map(({ lotId, lineId }) => [lotId, lineId]));
  let next = lastLineId(before, LOT_LIST) + 1;
  const lines = lotList.flatMap((sent, index): RecycleOutLine[] => {
    const { lotId, weightOut: weightMg } = sent;
    const lot = found.get(lotId);
    const problem = seen.has(lotId) ? `旧料${lotNo(lotId)}重复` : problemOf(lot, sent, shopId);
    seen.add(lotId);
    if (problem !== null || lot === undefined) {
      fields.push({ path: `lotList.${index}.lotId`, message: problem ?? '' });
      return [];
    }
    const { fineness, category, style, name } = lot;
    const lineId = standing.get(lotId) ?? String(next++);
    return [{ list: LOT_LIST, lineId, lotId, fineness, category, style, name, weightMg }];
  });
  return refused('recycle_out.lots', fields) ?? lines;
};

/** Header and lines, or the first rule that is broken. */
export const prepareRecycleOut =
  (rules: RecycleOutRules) =>
  async (
    body: RecycleOutBody,
    before: PreviousOut,
    by: Dating,
  ): Promise<Prepared<RecycleOutHeader, RecycleOutLine> | Refusal> => {
    const { shopId, outAt: outOn, kind, party, price: priceFen, goodsList: barcodes, remark } = body;
    const was = before && { shopId: before.header.shopId, day: before.header.outOn };
    const wrong =
      (await shopDayRefusal(rules.lookup, { shopId, day: outOn, field: 'outAt', before: was }, by)) ??
      refuseKind(body) ??
      (await refuseGoods(rules, body, before));
    if (wrong !== null) return wrong;
    const lines = await linesOf(rules, body, before);
    if (isRefusal(lines)) return lines;
    return { header: { shopId, outOn, kind, party, priceFen, barcodes, remark }, lines };
  };
