/** What a count that found less or more is called among the movements of lots. Plain data. */
export const COUNT_BILLS = { loss: '旧料盘亏', gain: '旧料盘盈' } as const;
