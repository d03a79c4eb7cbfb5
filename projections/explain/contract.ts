/** An opened total (wire: GET <report>/explain): the events that make it, whose values add up to it. */
import { z } from 'zod';
import { WireSum } from 'services/contracts/sums';

export const ExplainedEvent = z.object({
  key: z.string(),
  /** Of a document with several pieces: all of them, `、` between. */
  barcode: z.string(),
  shopName: z.string(),
  /** What happened: 正常入库, 调拨, 开单, 扫码 … */
  billType: z.string(),
  /** Number of the document. */
  document: z.string(),
  value: WireSum,
  eventId: z.string(),
  position: z.int(),
  at: z.string(),
});
export const Explanation = z.object({
  total: WireSum,
  count: z.int(),
  pageIndex: z.int(),
  pageSize: z.int(),
  list: z.array(ExplainedEvent),
});
export type Explanation = z.infer<typeof Explanation>;

/** An opened sum of a list: its rows as they stand now, whose values add up to it. */
export const OpenedSum = Explanation.extend({ list: z.array(ExplainedEvent.omit({ eventId: true, position: true })) });
export type OpenedSum = z.infer<typeof OpenedSum>;
