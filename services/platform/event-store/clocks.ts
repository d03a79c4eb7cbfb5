/** How far another machine's clock is ahead of this process's. */

/** When this process asked and was answered, in milliseconds since 1970 by its own clock. */
export type Asked = { readonly sent: number; readonly heard: number };
/** What a difference of clocks says beyond what the way there and back may hide; `at`: by the other clock. */
export const aheadMs = (at: number, { sent, heard }: Asked): number => {
  const apart = at - (sent + heard) / 2;
  return Math.sign(apart) * Math.max(0, Math.abs(apart) - (heard - sent) / 2);
};
