/** 日志里已没有的保存: acknowledged, and gone with the log that had them (R63). */
import { z } from 'zod';
import { Paging } from '../contracts/envelope.ts';
import { choice, filterMoment, order, term } from '../contracts/filters.ts';

export const LOST_KEY = 'admin:lostSave:list';
export const LOST_EXPORT_KEY = 'admin:lostSave:export';
export const HANDLED_KEY = 'admin:lostSave:edit';
/** Of what was lost: whether somebody has seen to it. */
export const HANDLED_WORDS = { 1: '未处理', 2: '已处理' } as const;

/** `record`: the numbers that people know what was saved by, or its ids; `result`: what was answered. Moments are ISO 8601. */
export const LostSaveRow = z.object({
  id: z.int(),
  title: z.string(),
  record: z.string(),
  /** Name of the shop that was filled in; '' without one. */
  shop: z.string(),
  /** By field of what was filled in and by number: customers, suppliers and sellers that master data still knows. */
  names: z.record(z.string(), z.record(z.string(), z.string())),
  operName: z.string(),
  operIp: z.string(),
  requestMethod: z.string(),
  operUrl: z.string(),
  operParam: z.string(),
  result: z.string(),
  createdAt: z.string(),
  lostAt: z.string(),
  handled: z.enum(['1', '2']),
  handledBy: z.string(),
  handledAt: z.string().nullable(),
});
export type LostSaveRow = z.infer<typeof LostSaveRow>;
const text = term(100);
const LostSaveQuery = z.object({
  ...Paging,
  /** When it was saved. */
  beginTime: filterMoment(),
  endTime: filterMoment(),
  createdAtOrder: order().catch('desc'),
  title: text,
  record: text,
  operName: text,
  handled: choice(['1', '2']),
});
export type LostSaveQuery = z.output<typeof LostSaveQuery>;
export const lostSaveList = { path: '/lost-save', row: LostSaveRow, query: LostSaveQuery } as const;
