/** Who shares an order (R81): as it is sent and as it is kept. */
import { z } from 'zod';
import { RebateBp } from '../contracts/units.ts';
import { storedPerson } from '../contracts/person.ts';
import { chosenId, requiredText, storedWhole, wireNumber } from '../contracts/values.ts';

/** `ratioBp`: basis points, together {@link WHOLE_BP}. */
export const OrderSeller = z.object({ id: storedWhole('id'), name: storedPerson(), ratioBp: RebateBp });
export type OrderSeller = z.infer<typeof OrderSeller>;
export const WHOLE_BP = 10_000;
/** More do not share one order. */
const MOST = 10;

/** `ratio` in percent; it becomes basis points. */
export const SellersBody = z
  .array(
    z.object({
      sellerId: chosenId('id', '请选择销售员'),
      seller: requiredText('请选择销售员', 60),
      ratio: wireNumber('rebate').transform((percent) => Math.round(percent * 100)),
    }),
  )
  .max(MOST, `一张销售单最多${MOST}位销售员`)
  .nullish()
  .transform((list) => list ?? []);
export type SellersBody = z.output<typeof SellersBody>;
