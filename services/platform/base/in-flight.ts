/** Streams asked at a time, unless the caller knows better. */
const IN_FLIGHT = 16;

/**
 * Runs `work` over the items in their order, at most `most` at a time, and answers the results in the same order. A fault stops
 * the ones not begun and is thrown once those under way have ended.
 */
export const inFlight = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
  most = IN_FLIGHT,
): Promise<Result[]> => {
  const results: Result[] = [];
  const faults: unknown[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length && faults.length === 0) {
      const index = next++;
      try {
        results[index] = await work(items[index] as Item, index);
      } catch (error) {
        faults.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
  if (faults.length > 0) throw faults[0];
  return results;
};
