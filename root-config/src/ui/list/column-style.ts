/** Where the cells of a column stand, and which columns stay when the others scroll. Pure. */
import { isNumeric } from '../format/show.ts';
import type { Column } from './types.ts';

export type ColumnStyle = { readonly className: string; readonly style?: { readonly left: number } };
/** How a column stands: the first one stays, and more of them where the list says so. */
export const placeOf = <Row extends object>({ kind }: Column<Row>, left: number | undefined): ColumnStyle => ({
  className: `${isNumeric(kind) ? 'ui-td ui-num' : 'ui-td'}${left === undefined ? '' : ' ui-first'}`,
  ...(left !== undefined && { style: { left } }),
});
/** Half of what is in sight may stay at most: the rest must have room to pass. */
export const leftsOf = (
  widths: readonly number[],
  { from, fixed, room }: { from: number; fixed: number; room: number },
) => {
  let left = from;
  return widths.map((width, index) => {
    const at = left;
    left += width;
    if (widths.length === 1 || index >= fixed || (index > 0 && left > room / 2)) return undefined;
    return at;
  });
};
