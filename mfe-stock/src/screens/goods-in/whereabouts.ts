/** Where a piece is, out of its rows in all shops: what the search of one barcode says over the list. Pure. */
import type { GoodsInRow } from 'projections/goods-in/contract';

type Row = Pick<GoodsInRow, 'billType' | 'shopName' | 'state' | 'heldBy'>;
const wordsOf = ({ billType, shopName, state, heldBy }: Row): string | undefined => {
  const moved = billType === '1' ? '' : billType === '2' ? '（调拨入库）' : '（销退入库）';
  switch (state) {
    case '待审核':
      return `在${shopName}的入库待审核`;
    case '在库':
      return `在${shopName}${moved}`;
    case '待检':
      return `在${shopName}${moved}，${heldBy.join('、')} 收回，待质检`;
    case '待审':
      return `在${shopName}${moved}，${heldBy.length === 0 ? '有待审单据' : `${heldBy.join('、')} 待审`}`;
    case '已售':
      return `已在${shopName}售出`;
    case '已退':
      return `已从${shopName}退供应商`;
    case '报损':
      return `已在${shopName}报损`;
    case '已转旧料':
      return `已在${shopName}转旧料`;
    // The row of the shop it went to tells where it is.
    case '已调出':
      return undefined;
  }
};
/** 该货品在罗湖店（调拨入库）; undefined when nothing of it is to be seen. */
export const whereItIs = (rows: readonly Row[]): string | undefined => {
  const places = [...new Set(rows.flatMap((row) => wordsOf(row) ?? []))];
  if (places.length > 0) return `该货品${places.join('；')}`;
  const [left] = rows;
  return left === undefined ? undefined : `该货品已从${left.shopName}调出`;
};
