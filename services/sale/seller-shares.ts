/** Whose a line is (R51, R81): what is sold its seller's, what comes back the seller's of its sale. */
import type { SaleChangeLine } from './change-line.ts';
import type { SaleGoodsLine } from './goods-line.ts';
import type { OrderSeller } from './order-seller.ts';
import { splitByRatios } from './shares.ts';

type Line = SaleGoodsLine | SaleChangeLine | { readonly list: 'recycle' | 'gift' | 'clean' };

export type SellerShare = {
  /** Unknown in orders of long ago. */
  readonly seller: { readonly id: number | null; readonly name: string };
  /** His part of the line's money, fen, and of its points. */
  readonly amountFen: number;
  readonly sellerPoints: number;
};
const NOBODY = { id: null, name: '' } as const;

const worthOf = (line: Line): Pick<SellerShare, 'amountFen' | 'sellerPoints'> => {
  switch (line.list) {
    case 'goods':
      return { amountFen: line.amountFen, sellerPoints: line.sellerPoints };
    case 'change':
      return { amountFen: line.refundFen, sellerPoints: line.sellerPoints };
    default:
      return { amountFen: 0, sellerPoints: 0 };
  }
};
/** The first is who pieces and weight count for; parts add up to the line. */
export const sharesOf = (
  header: {
    readonly seller?: SaleChangeLine['seller'] | undefined;
    readonly sellers?: readonly OrderSeller[] | undefined;
  },
  line: Line,
): readonly [SellerShare, ...SellerShare[]] => {
  const { seller = NOBODY, sellers = [] } = line.list === 'change' ? line : header;
  const worth = worthOf(line);
  const [first, ...others] = sellers;
  const ratios = sellers.map(({ ratioBp }) => ratioBp);
  // A save asks for more than 0 of each.
  if (first === undefined || ratios.every((ratio) => ratio === 0)) return [{ seller, ...worth }];
  const amounts = splitByRatios(worth.amountFen, ratios);
  const points = splitByRatios(worth.sellerPoints, ratios);
  const shareOf = ({ id, name }: OrderSeller, index: number): SellerShare => ({
    seller: { id, name },
    amountFen: amounts[index] ?? 0,
    sellerPoints: points[index] ?? 0,
  });
  return [shareOf(first, 0), ...others.map((one, index) => shareOf(one, index + 1))];
};
