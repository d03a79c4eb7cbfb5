/** GET /sys-read-model: how each read model is, and what it has set aside. */
import { z } from 'zod';

export const ParkedRow = z.object({
  key: z.string(),
  stream: z.string(),
  firstPosition: z.int(),
  eventId: z.string(),
  eventType: z.string(),
  cause: z.string(),
  parkedAt: z.string(),
});
export type ParkedRow = z.infer<typeof ParkedRow>;
export const ReadModelRow = z.object({
  name: z.string(),
  /** What people call it. */
  title: z.string(),
  version: z.int(),
  /** live, catching-up, rebuilding, standby (another process runs it) or failed. */
  state: z.string(),
  /** Of the last event it has taken. */
  position: z.int(),
  /** Positions of the log that it has not passed. */
  lag: z.int(),
  /** Why it has stopped; '' while it goes on. */
  reason: z.string(),
  parked: z.array(ParkedRow),
});
export type ReadModelRow = z.infer<typeof ReadModelRow>;
/** In the same list: how far the log is handed on to Kafka. */
export const RELAY = { name: 'kafka-relay', title: 'Kafka 转发' } as const;
export const readModelList = { path: '/sys-read-model', row: ReadModelRow };

/** By the first digits of an SQLSTATE. */
const WHY: readonly (readonly [code: string, words: string])[] = [
  ['22003', '数值超出可保存的范围'],
  ['22008', '日期超出可保存的范围'],
  ['22', '内容的格式无法保存'],
  ['23502', '缺少必填的内容'],
  ['23', '内容与已有数据冲突'],
  ['21', '同一行出现了两次'],
  ['54', '文字太长'],
  ['57014', '处理时间过长'],
];
/** A cause that begins with the code of the database, in words. */
export const causeInWords = (cause: string): string => {
  const code = /^[0-9A-Z]{5}(?= )/.exec(cause)?.[0];
  if (code === undefined) return '处理这条记录时出错';
  return WHY.find(([start]) => code.startsWith(start))?.[1] ?? `数据库不接受（${code}）`;
};
