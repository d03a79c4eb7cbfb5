/** What a chart draws. */

/** Values of each series at every `x`; a pie has one series. */
export type Drawing = {
  readonly kind: 'line' | 'bar' | 'pie';
  readonly unit: string;
  readonly x: readonly string[];
  readonly series: readonly { readonly name: string; readonly data: readonly number[] }[];
};
