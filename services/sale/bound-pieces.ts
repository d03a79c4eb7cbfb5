/** Pieces that a deposit sets aside for one customer and that are sold to another: a word, and the till says which deposit (R136). */
import type { BalanceDesk } from '../balance/contract.ts';
import { documentNo } from '../contracts/document.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { yuanFromFen } from '../contracts/units.ts';
import type { WordAsk } from '../contracts/word.ts';
import { standingCustomer } from '../documents/standing-customer.ts';
import type { PieceDesk, PieceView } from '../goods/contract.ts';
import type { SaleGoodsLine } from './contract.ts';
import type { BoundDeposit, SaleChecks } from './live-checks.ts';

type Rules = {
  readonly checks: Pick<SaleChecks, 'boundDeposits'>;
  readonly pieces: Pick<PieceDesk, 'view'>;
  readonly lookup: Pick<MasterLookup, 'customer'>;
  readonly balances: Pick<BalanceDesk, 'of'>;
};
type Selling = {
  readonly customerId: number;
  readonly goods: readonly SaleGoodsLine[];
  /** Lines of the order as it stands, of the same customer. */
  readonly stood: readonly SaleGoodsLine[];
};
/** Pieces that nobody has yet, in all shops; those of the order as it stands are its own. */
const leftOf = (view: PieceView | null, stoodQuantity: number): number =>
  (view?.holdings ?? []).reduce((sum, { onHand, held }) => sum + onHand - held, stoodQuantity);

export type BoundPiece = {
  readonly path: string;
  readonly line: SaleGoodsLine;
  /** Deposits of other customers, each sets one piece aside. */
  readonly others: readonly BoundDeposit[];
  /** Pieces that are left once the line is sold. */
  readonly left: number;
};
const numberOf = ({ id, deliverOn }: BoundDeposit): string =>
  `${documentNo('deposit', id)}${deliverOn === null ? '' : `，约定${deliverOn}交货`}`;
/** Each line after which fewer are left than others wait for. Pure. */
export const boundAsks = (pieces: readonly BoundPiece[]): readonly WordAsk[] =>
  pieces
    .filter(({ others, left }) => left < others.length)
    .map(({ path, line: { barcode, name, quantity, amountFen }, others }) => ({
      path: `${path}.barcode`,
      rule: 'bound-piece',
      message: `${name}已有其他客户付款预订（${others.map(numberOf).join('；')}）`,
      value: yuanFromFen(amountFen),
      barcode,
      binds: [barcode, quantity, amountFen, others.map(({ id }) => id)],
      amountFen,
    }));

/** Deposits of other people whose money is still there. */
const othersOf = async (
  { lookup, balances }: Rules,
  { customerId }: Selling,
  deposits: readonly BoundDeposit[],
): Promise<readonly BoundDeposit[]> => {
  const owned = await Promise.all(
    deposits.map(async (deposit) => {
      const owner = await standingCustomer(lookup, deposit.customerId);
      return owner !== customerId && ((await balances.of(owner))[deposit.account] ?? 0) > 0;
    }),
  );
  return deposits.filter((_, index) => owned[index] === true);
};
export const boundPieceAsks = async (rules: Rules, selling: Selling): Promise<readonly WordAsk[]> => {
  const { goods, stood } = selling;
  const stoodOf = ({ barcode }: SaleGoodsLine): number => stood.find((line) => line.barcode === barcode)?.quantity ?? 0;
  const lines = [...goods.entries()].filter(([, line]) => stoodOf(line) < line.quantity);
  if (lines.length === 0) return [];
  const deposits = await rules.checks.boundDeposits(lines.map(([, { barcode }]) => barcode));
  if (deposits.length === 0) return [];
  const others = await othersOf(rules, selling, deposits);
  const pieces = await Promise.all(
    lines.map(async ([index, line]): Promise<BoundPiece> => ({
      path: `sellGoodsList.${index}`,
      line,
      others: others.filter(({ barcode }) => barcode === line.barcode),
      left: leftOf(await rules.pieces.view(line.barcode), stoodOf(line)) - line.quantity,
    })),
  );
  return boundAsks(pieces);
};
