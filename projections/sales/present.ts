/** Stored sales as answers: wire names, decimals, cost only with the right (R13). Pure. */
import { yuanFromFen } from 'services/contracts/units';
import type { SessionUser } from 'services/contracts/user';
import { SaleLine } from 'services/sale/contract';
import { storedOf, tellingOf, type StoredOf } from '../documents/reading.ts';
import { photosOf, thumbsOf } from '../goods-in/present.ts';
import { saleFields, saleLine, type SaleLineRow, type SaleRow } from './contract.ts';
import { storedSale } from './projector.ts';

/** A sale with the names a reader needs. */
export const StoredSaleWithLines = storedOf(storedSale, SaleLine);
export type StoredSaleWithLines = StoredOf<typeof storedSale, SaleLine>;

/** As many as a sale itself may have (R34). */
const MOST_SHOWN = 2;
const namesAsJson = (names: readonly string[]): string => (names.length === 0 ? '' : JSON.stringify(names));
const shownPictures = ({ pictures, lines }: StoredSaleWithLines): readonly string[] =>
  pictures.length > 0
    ? pictures
    : lines
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

const tellLine = tellingOf<typeof saleLine, SaleLine>(saleLine);
export const presentSaleLine = (line: SaleLine, user: SessionUser): SaleLineRow =>
  tellLine(
    line,
    {
      thumb: line.picture === '' ? '' : (thumbsOf([line.picture])[0] ?? ''),
      rebate: line.rebateBp / 100,
      priceMode: line.priceMode === 'fixed' ? '1' : '2',
      tagPrice: line.tagPriceFen === undefined ? undefined : yuanFromFen(line.tagPriceFen),
      gramShare: line.gramShare,
    },
    user,
  );
