/** Stored sales as answers: wire names, decimals, cost only with the right (R13). Pure. */
import { caratsFromMilli, yuanFromFen, gramsFromMg } from 'services/contracts/units';
import type { SessionUser } from 'services/contracts/user';
import { numberOf } from 'services/contracts/document';
import {
  REPAIR_WORDS,
  SaleLine,
  lineIdOnWire,
  repairNo,
  unitRefundFen,
  type SaleChangeLine,
  type SaleCleanLine,
  type SaleGiftLine,
  type SaleGoodsLine,
} from 'services/sale/contract';
import { saleName } from 'services/sale/manifest';
import type { RecycleLine } from 'services/old-material/contract';
import { storedOf, tellingOf, type StoredOf } from '../documents/reading.ts';
import { photosOf, thumbsOf } from '../goods-in/present.ts';
import { madeOfLine } from '../recycles/present-line.ts';
import { asksLabel, type FatesOfSale } from './return-outcomes.ts';
import type { RepairsOfSale } from '../repairs/rows.ts';
import {
  saleChangeLine,
  saleCleanLine,
  saleFields,
  saleGiftLine,
  saleLine,
  saleRecycleLine,
  type SaleChangeLineRow,
  type SaleCleanLineRow,
  type SaleGiftLineRow,
  type SaleLineRow,
  type SaleRecycleLineRow,
  type SaleRow,
} from './contract.ts';
import { storedSale } from './projector.ts';

/** A sale with the names a reader needs. */
export const StoredSaleWithLines = storedOf(storedSale, SaleLine);
export type StoredSaleWithLines = StoredOf<typeof storedSale, SaleLine>;

/** The lines of one list, in their order. */
export const linesOf = <List extends SaleLine['list']>(
  { lines }: Pick<StoredSaleWithLines, 'lines'>,
  list: List,
): readonly Extract<SaleLine, { list: List }>[] =>
  lines.filter((line): line is Extract<SaleLine, { list: List }> => line.list === list);

/** As many as a sale itself may have (R34). */
const MOST_SHOWN = 2;
const namesAsJson = (names: readonly string[]): string => (names.length === 0 ? '' : JSON.stringify(names));
const shownPictures = (sale: StoredSaleWithLines): readonly string[] =>
  sale.pictures.length > 0
    ? sale.pictures
    : linesOf(sale, 'goods')
        .map(({ picture }) => picture)
        .filter((name) => name !== '')
        .slice(0, MOST_SHOWN);

const tellSale = tellingOf<typeof saleFields, StoredSaleWithLines>(saleFields);
export const presentSale = (row: StoredSaleWithLines, user: SessionUser): SaleRow =>
  tellSale(
    row,
    {
      approver: [...new Set(row.approvals.map(({ approver }) => approver.name))].join('、'),
      pictures: namesAsJson(row.pictures),
      thumb: thumbsOf(row.pictures)[0] ?? '',
      photo: photosOf(row.pictures)[0] ?? '',
      shownPictures: namesAsJson(shownPictures(row)),
    },
    user,
  );

export const thumbOf = (picture: string): string => (picture === '' ? '' : (thumbsOf([picture])[0] ?? ''));
const tellGoodsLine = tellingOf<typeof saleLine, SaleGoodsLine>(saleLine);
const goodsLine = (line: SaleGoodsLine, saleId: number, user: SessionUser): SaleLineRow =>
  tellGoodsLine(
    line,
    {
      id: lineIdOnWire(saleId, line.lineId),
      thumb: thumbOf(line.picture),
      rebate: line.rebateBp / 100,
      dealPrice: line.dealPriceFen === undefined ? undefined : yuanFromFen(line.dealPriceFen),
      priceMode: line.priceMode === 'fixed' ? '1' : '2',
      tagPrice: line.tagPriceFen === undefined ? undefined : yuanFromFen(line.tagPriceFen),
      gramShare: line.gramShare,
    },
    user,
  );
export const presentGoodsLines = (sale: StoredSaleWithLines, user: SessionUser): SaleLineRow[] =>
  linesOf(sale, 'goods').map((line) => goodsLine(line, sale.id, user));

const tellChangeLine = tellingOf<typeof saleChangeLine, SaleChangeLine>(saleChangeLine);
export const presentChangeLines = (
  sale: StoredSaleWithLines,
  user: SessionUser,
  { inspected, labels }: FatesOfSale,
): SaleChangeLineRow[] =>
  linesOf(sale, 'change').map((line) =>
    tellChangeLine(
      line,
      {
        id: lineIdOnWire(sale.id, line.lineId),
        rawOrderNo: numberOf(saleName, line.rawSellId),
        thumb: thumbOf(line.picture),
        sellPrice: yuanFromFen(unitRefundFen(line)),
        seller: line.seller.name,
        returnWeight: gramsFromMg(line.returnWeightMg ?? line.weightMg),
        needsLabel: asksLabel(line) && (sale.audit_flag === 1 || labels.has(line.barcode)),
        labelId: (asksLabel(line) && labels.get(line.barcode)) || 0,
        inspection: inspected.get(line.barcode)?.state ?? '',
        inspectionNo: inspected.get(line.barcode)?.inspectionNo ?? '',
      },
      user,
    ),
  );

const tellRecycleLine = tellingOf<typeof saleRecycleLine, RecycleLine>(saleRecycleLine);
export const presentRecycleLines = (sale: StoredSaleWithLines, user: SessionUser): SaleRecycleLineRow[] =>
  linesOf(sale, 'recycle').map((line) =>
    tellRecycleLine(line, { id: lineIdOnWire(sale.id, line.lineId), ...madeOfLine(line) }, user),
  );

const tellCleanLine = tellingOf<typeof saleCleanLine, SaleCleanLine>(saleCleanLine);
/** Where they are is no part of the order. */
export const presentCleanLines = (
  sale: StoredSaleWithLines,
  user: SessionUser,
  repairs: RepairsOfSale,
): SaleCleanLineRow[] =>
  linesOf(sale, 'clean').map((line) => {
    const id = lineIdOnWire(sale.id, line.lineId);
    const { state, takeAt, takeBy } = repairs.get(id) ?? {
      state: REPAIR_WORDS[line.takenOn === null ? 'received' : 'fetched'],
      takeAt: line.takenOn ?? '',
      takeBy: line.takenBy,
    };
    const made = {
      id,
      stoneCt: caratsFromMilli(line.mainStoneCaratMilli),
      secondCt: caratsFromMilli(line.sideStoneCaratMilli),
      promiseAt: line.promisedOn,
      takeAt,
      takeBy,
      no: repairNo(id),
      state,
    };
    return tellCleanLine(line, made, user);
  });

const tellGiftLine = tellingOf<typeof saleGiftLine, SaleGiftLine>(saleGiftLine);
export const presentGiftLines = (sale: StoredSaleWithLines, user: SessionUser): SaleGiftLineRow[] =>
  linesOf(sale, 'gift').map((line) => tellGiftLine(line, { id: lineIdOnWire(sale.id, line.lineId) }, user));
