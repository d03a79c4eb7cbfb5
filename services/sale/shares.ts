/** How fen or points of a line fall to those who sold it (R81). Pure, whole numbers. */

/**
 * `total` in parts that follow the ratios and add up to it: by members remainder, ties to the first. A negative total
 * falls as its size does.
 * @throws {RangeError} when no ratio is above 0.
 */
export const splitByRatios = (total: number, ratios: readonly number[]): readonly number[] => {
  const whole = ratios.reduce((sum, ratio) => sum + ratio, 0);
  if (whole <= 0) throw new RangeError('nobody has a share');
  const sign = total < 0 ? -1 : 1;
  const size = BigInt(Math.abs(total));
  const shares = ratios.map((ratio, index) => {
    const product = size * BigInt(ratio);
    return { index, part: Number(product / BigInt(whole)), rest: product % BigInt(whole) };
  });
  const left = Math.abs(total) - shares.reduce((sum, { part }) => sum + part, 0);
  const members = shares.toSorted((one, other) =>
    one.rest === other.rest ? one.index - other.index : one.rest > other.rest ? -1 : 1,
  );
  const more = new Set(members.slice(0, left).map(({ index }) => index));
  return shares.map(({ index, part }) => {
    const share = part + (more.has(index) ? 1 : 0);
    return share === 0 ? 0 : sign * share;
  });
};
