/** How fast a list answers, alone and beside hostile work. */
import { expect } from 'vitest';
import type { App } from './app.ts';

/** Ninety-nine of a hundred answers came within so many milliseconds. */
export const p99Of = (times: readonly number[]): number =>
  times.toSorted((left, right) => left - right)[Math.ceil(times.length * 0.99) - 1] ?? Infinity;
/** Milliseconds of one page of receipts. */
export const askList = async (app: App): Promise<number> => {
  const from = performance.now();
  expect((await app.get('/biz-goods-in?pageIndex=1&pageSize=20')).status).toBe(200);
  return performance.now() - from;
};
/** 300 ms; more only where the machine is so busy with others that the list alone takes its time. */
export const limitNow = async (app: App): Promise<number> => {
  const alone: number[] = [];
  while (alone.length < 100) alone.push(await askList(app));
  return Math.max(300, 6 * p99Of(alone));
};
