/** GET /dashboard (R93; wire): what was sold today beside yesterday and last year, what waits, the gold price. */
import { z } from 'zod';
import { costField } from 'services/contracts/cost';
import { WireSum } from 'services/contracts/sums';

/**
 * Orders by their day of sale: `amount` jewellery less returns, `factFee` paid, `margin` the goods margin (R78), in yuan;
 * `num` and `goldWeight` (grams) of jewellery sold; `orders` how many.
 */
const figures = {
  amount: WireSum,
  factFee: WireSum,
  num: WireSum,
  goldWeight: WireSum,
  orders: z.int(),
  margin: costField(WireSum),
};
const Figures = z.object(figures);
export type Figures = z.infer<typeof Figures>;
/** All orders that stand; those that wait for their audit are in it and beside. */
export const Block = Figures.extend({ day: z.string(), pending: Figures });
export type Block = z.infer<typeof Block>;

const part = { amount: WireSum, num: WireSum, orders: z.int() };
/** Of today. `hour` is that of the order's entry, 0 to 23, in the shops' time. */
export const HourPart = z.object({ hour: z.int(), ...part });
export const ShopPart = z.object({ shopId: z.int(), shopName: z.string(), ...part });
/** By the shares of an order (R81), returns against the seller of the sale, as 业绩 has them; `pendingAmount` of it waits for the audit. */
export const SellerPart = z.object({ sellerId: z.int(), seller: z.string(), ...part, pendingAmount: WireSum });
/** Returns lessen the category of what came back. */
export const CategoryPart = z.object({ type: z.string(), amount: WireSum, num: WireSum, goldWeight: WireSum });

/** `count` of what waits, up to {@link MOST_COUNTED}; `path` is the page that shows it, with its filters. */
export const Todo = z.object({
  kind: z.enum([
    'audit',
    'check',
    'repair',
    'inspect',
    'label',
    'stock',
    'cash',
    'birthday',
    'gold',
    'exception',
    'shift',
    'till',
    'erasure',
  ]),
  title: z.string(),
  count: z.int(),
  unit: z.string(),
  path: z.string(),
});
export type Todo = z.infer<typeof Todo>;
/** More than this says nothing to anybody. */
export const MOST_COUNTED = 9_999;

const GoldPrice = z.object({
  validFrom: z.string(),
  list: z.array(z.object({ name: z.string(), goldContent: z.string(), price: z.number(), measureUnit: z.string() })),
});
export const Dashboard = z.object({
  today: Block,
  yesterday: Block,
  lastYearSameDay: Block,
  byHour: z.array(HourPart),
  byShop: z.array(ShopPart),
  bySeller: z.array(SellerPart),
  byCategory: z.array(CategoryPart),
  todo: z.array(Todo),
  /** null: nothing was quoted yet. */
  goldPrice: GoldPrice.nullable(),
});
export type Dashboard = z.infer<typeof Dashboard>;
export const DASHBOARD_PATH = '/dashboard';
