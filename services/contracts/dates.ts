/** Calendar days of the shops: Asia/Shanghai, no daylight saving (R6). */
import { z } from 'zod';

const OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;
/** Days back an ordinary role may enter or query (S0§9, R6). */
export const DATE_WINDOW_DAYS = 45;

const isRealDay = (text: string): boolean => {
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === text;
};
/** A calendar day `yyyy-MM-dd` that exists. */
export const Day = z
  .string({ error: '请选择日期' })
  .regex(/^\d{4}-\d{2}-\d{2}$/, '日期格式应为 yyyy-MM-dd')
  .refine(isRealDay, '日期不存在');

/** The shops' calendar day at a moment. */
export const dayOf = (moment: Date): string => new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, 10);
/** `day` plus whole days (negative goes back). */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
/** ISO 8601 with the shops' offset, milliseconds kept: `2026-11-01T18:30:00.000+08:00` (R32). */
export const isoWithOffset = (moment: Date): string =>
  `${new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, -1)}+08:00`;
/** Whether an ordinary role may use `day` today: today − 45 … today, both inclusive. */
export const insideWindow = (day: string, today: string): boolean =>
  day >= addDays(today, -DATE_WINDOW_DAYS) && day <= today;
