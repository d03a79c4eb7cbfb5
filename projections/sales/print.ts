/** Data of a printed 销售单 (S1§7: print data as tables). Weight is always on the bill (R18). */
import { z } from 'zod';
import type { SessionUser } from 'services/contracts/user';
import { yuanFromFen } from 'services/contracts/units';
import type { RepairsOfSale } from '../repairs/rows.ts';
import {
  SaleBalanceRow,
  SaleChangeLineRow,
  SaleCleanLineRow,
  SaleGiftLineRow,
  SaleLineRow,
  SalePaper,
  SaleRecycleLineRow,
} from './contract.ts';
import {
  presentChangeLines,
  presentCleanLines,
  presentGiftLines,
  presentGoodsLines,
  presentRecycleLines,
  presentSale,
  type StoredSaleWithLines,
} from './present.ts';
import { NO_FATES } from './returned.ts';

export const SalePrint = z.object({
  title: z.string(),
  templateName: z.string(),
  tables: z.object({
    master: z.array(SalePaper),
    goods: z.array(SaleLineRow),
    change: z.array(SaleChangeLineRow),
    recycle: z.array(SaleRecycleLineRow),
    gift: z.array(SaleGiftLineRow),
    clean: z.array(SaleCleanLineRow),
    balance: z.array(SaleBalanceRow),
  }),
});
export type SalePrint = z.infer<typeof SalePrint>;

/** Neither cost nor who allowed the price goes on paper. */
export const salePrint = (row: StoredSaleWithLines, user: SessionUser, repairs: RepairsOfSale): SalePrint => {
  const { costAmount: _cost, approver: _approver, shownPictures: _shown, ...master } = presentSale(row, user);
  const goods = presentGoodsLines(row, user).map(({ piceCost: _unitCost, ...printed }) => printed);
  const balance = row.payments.map(({ method, amountFen }) => ({ balance: method, amount: yuanFromFen(amountFen) }));
  const tables = {
    master: [master],
    goods,
    change: presentChangeLines(row, user, NO_FATES),
    recycle: presentRecycleLines(row, user),
    gift: presentGiftLines(row, user).map(({ cost: _cost, ...printed }) => printed),
    clean: presentCleanLines(row, user, repairs),
    balance,
  };
  return { title: '销售单', templateName: row.print_template, tables };
};
