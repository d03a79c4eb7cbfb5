/** Tags that lie below what the gold alone is sold at (R148): a piece is sold by its tag, so a low one is a low price. Pure but for the reading. */
import { dayOf } from '../contracts/dates.ts';
import type { ExceptionNote } from '../contracts/exception.ts';
import { documentNo } from '../contracts/document.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { floorBpOf, sellFloor } from '../contracts/sell-floor.ts';
import { gramsFromMg, mulDiv, yuanText } from '../contracts/units.ts';
import { matchedRow, type GoldPrices } from '../quoted-price/contract.ts';
import type { GoodsAttributes } from './fields.ts';
import type { Receipt } from './state.ts';

const WHOLE_BP = 10_000;
const MG_PER_GRAM = 1_000;
type TagFacts = Pick<GoodsAttributes, 'priceMode' | 'mainStoneCaratMilli' | 'tagPriceFen' | 'netWeightMg'>;
/** What is sold by the gram goes by the board, whatever its tag says. */
const isSoldByTag = ({ priceMode, mainStoneCaratMilli }: TagFacts): boolean =>
  priceMode === '1' || (priceMode === '' && mainStoneCaratMilli > 0);
/** The least that the gold of a piece is sold at, fen; 0: it is not quoted. */
const leastOfGoldFen = ({ netWeightMg }: TagFacts, boardFen: number, floorBp: number): number =>
  mulDiv([boardFen, netWeightMg, floorBp], MG_PER_GRAM * WHOLE_BP);
/** By how much a tag lies below it, fen; 0: not at all. */
export const lacksFen = (piece: TagFacts, boardFen: number, floorBp: number): number =>
  isSoldByTag(piece) && piece.tagPriceFen > 0
    ? Math.max(0, leastOfGoldFen(piece, boardFen, floorBp) - piece.tagPriceFen)
    : 0;

export type LowTags = (receipt: Receipt, now: Date) => Promise<ExceptionNote | null>;
type Deps = { readonly lookup: Pick<MasterLookup, 'setting'>; readonly goldPrices: GoldPrices };
/** The row of a piece whose tag is that low, as it comes into stock. */
export const lowTags =
  ({ lookup, goldPrices }: Deps): LowTags =>
  async ({ attributes, barcode, quantity, receiptId, shopId }, now) => {
    const { fineness: name, goldContent, category, tagPriceFen, netWeightMg } = attributes;
    if (!isSoldByTag(attributes)) return null;
    const board = await goldPrices.on(dayOf(now), now);
    const boardFen = matchedRow(board?.details ?? [], { name, goldContent })?.priceFen ?? 0;
    const floorBp = floorBpOf(await sellFloor(lookup), category);
    const lacks = lacksFen(attributes, boardFen, floorBp);
    if (lacks === 0) return null;
    const told = `标价${yuanText(tagPriceFen)}元，低于金价${yuanText(boardFen)}元/克×金重${gramsFromMg(netWeightMg)}克的${floorBp / 100}%`;
    return {
      kind: 'low-tag',
      shopId,
      documentNo: documentNo('receipt', receiptId),
      amountFen: lacks * quantity,
      what: `入库审核 ${barcode} ${told}`,
    };
  };
