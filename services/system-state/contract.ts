/** 系统状态: what the house stands on, each with its state and what to do; the page and `npm run doctor` show the same. */
import { z } from 'zod';

export const STATE_PATH = '/sys-state';
export const STATE_KEY = 'admin:systemState:list';
/** Milliseconds between two looks of the page. */
export const STATE_EVERY_MS = 10_000;

/** From the best to the worst; the place of one is the exit code of the command. */
export const STATES = ['good', 'attention', 'bad'] as const;
export type State = (typeof STATES)[number];
export const STATE_WORDS: Readonly<Record<State, string>> = { good: '好', attention: '注意', bad: '不行' };

/** `text` says what was found, `todo` what to do about it, '' where nothing is to be done. */
export const StateLine = z.object({
  name: z.string(),
  title: z.string(),
  state: z.enum(STATES),
  text: z.string(),
  todo: z.string(),
});
export type StateLine = z.infer<typeof StateLine>;
/** `state` is that of the worst line; `at` is ISO 8601. */
export const SystemState = z.object({ at: z.string(), state: z.enum(STATES), lines: z.array(StateLine) });
export type SystemState = z.infer<typeof SystemState>;
