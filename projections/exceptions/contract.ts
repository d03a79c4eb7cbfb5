/** GET /report-exception (R148): what an owner opens first in the morning. */
import { z } from 'zod';
import { Paging } from 'services/contracts/envelope';
import { EXCEPTION_KINDS, type ExceptionKind } from 'services/contracts/exception';
import { choice, filterDay, filterShop, order, term } from 'services/contracts/filters';

const KINDS = Object.keys(EXCEPTION_KINDS) as [ExceptionKind, ...ExceptionKind[]];
/** `level` '1': to be looked at today; `seen` '1' not yet, '2' seen; `who` a piece of the name. */
export const ExceptionQuery = z.object({
  ...Paging,
  shopId: filterShop(),
  kind: choice(KINDS, '请选择种类'),
  level: choice(['1', '2'], '请选择级别'),
  seen: choice(['1', '2'], '请选择是否已阅'),
  who: term(),
  beginTime: filterDay(),
  endTime: filterDay(),
  dayOrder: order(),
  atOrder: order(),
});
export type ExceptionQuery = z.infer<typeof ExceptionQuery>;

const Detail = z.object({
  at: z.string(),
  what: z.string(),
  documentNo: z.string(),
  amount: z.number(),
  second: z.string(),
});
/** As it is kept. */
export const StoredDetail = Detail.omit({ amount: true }).extend({ amountFen: z.number() });
export type StoredDetail = Readonly<z.infer<typeof StoredDetail>>;
/**
 * `amount` yuan, all of them together, 0 where it is about no money; `count` facts of that day; `what` the last of them; `details` at most
 * the last fifty; `seenAt` '' while nobody saw it, or more came since. `own`: it names whoever asks.
 */
export const ExceptionRow = z.object({
  id: z.string(),
  day: z.string(),
  at: z.string(),
  level: z.string(),
  kind: z.string(),
  shopId: z.int().nullable(),
  shopName: z.string(),
  who: z.string(),
  second: z.string(),
  documentNo: z.string(),
  amount: z.number(),
  count: z.int(),
  what: z.string(),
  details: z.array(Detail),
  seenBy: z.string(),
  seenAt: z.string(),
  own: z.boolean(),
});
export type ExceptionRow = z.infer<typeof ExceptionRow>;
export const exceptionList = { path: '/report-exception', row: ExceptionRow, query: ExceptionQuery } as const;
