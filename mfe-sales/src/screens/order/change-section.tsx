/** The tab 退换货 of an order: its grid, its scan box and the list to choose from. */
import { linesOf, type Section } from 'root-config/ui';
import type { ChangeLine } from '../../order/change-line.ts';
import { CHANGE_COLUMNS, PHONE_CHANGE_COLUMNS, keyOfChange, scanReturn } from './change-lines.tsx';
import type { OrderValues } from './order-values.ts';
import { ReturnPickerButton } from './return-picker.tsx';

/** `height`: of the grid, px. */
export const changeSection = (phone: boolean, height: number): Section<OrderValues> => ({
  lines: linesOf<OrderValues>()<ChangeLine>({
    name: 'sellChangeList',
    columns: phone ? PHONE_CHANGE_COLUMNS : CHANGE_COLUMNS,
    keyOf: keyOfChange,
    height,
    scan: { label: '条码或原单号', onScan: scanReturn },
    toolbar: (form, lines) => <ReturnPickerButton form={form} lines={lines} />,
  }),
});
