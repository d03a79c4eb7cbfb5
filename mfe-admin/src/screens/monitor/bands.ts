/** How full something is, as a colour: the first bound that is not below it (S2§2.17, R129). */
const BANDS: readonly (readonly [most: number, colour: string])[] = [
  [20, '#13ce66'],
  [40, '#1890ff'],
  [60, '#e6a23c'],
  [80, '#1989fa'],
  [100, '#F56C6C'],
];
export const bandOf = (percent: number): string =>
  (BANDS.find(([most]) => most >= percent) ?? BANDS[BANDS.length - 1])?.[1] ?? '';
