/** 选择可退首饰: what the customer bought in any shop, with what came back of it (R44, R68). */
import type { CustomerBuyRow } from 'projections/sales/contract';
import { Button, money, openOverlay, weight, type FormHandle, type LineModel } from 'root-config/ui';
import { whyNotReturnable, type ChangeLine } from '../../order/change-line.ts';
import { Picker, type Choice } from '../../order/picker.tsx';
import { addReturns, keyOfChange, purchasesOf } from './change-lines.tsx';
import type { OrderValues } from './order-values.ts';

type Props = {
  readonly form: FormHandle<OrderValues>;
  readonly lines: LineModel<ChangeLine>;
  readonly onClose: () => void;
};
const shownOf = (row: CustomerBuyRow, taken: boolean): Choice => {
  const cut = row.cutDown === 0 ? '' : `${row.cutDown < 0 ? '截金' : '加金'} ${weight(Math.abs(row.cutDown))}`;
  const some = row.num > 1 ? `可退 ${row.returnable} / ${row.num} 件` : '';
  return {
    key: keyOfChange(row),
    words: [row.orderNo, row.barcode, row.name],
    label: `${row.name} ${row.barcode}`,
    title: (
      <>
        {row.name} <span css={{ fontVariantNumeric: 'tabular-nums' }}>{row.barcode}</span>
      </>
    ),
    facts: [row.orderNo, row.sellAt, row.shopName, row.seller, weight(row.sellGoldWeight), cut, some],
    picture: row.thumb,
    sum: money(row.refundable),
    sumNote: '可退金额',
    why: taken ? '已在本单' : whyNotReturnable(row),
  };
};
type CustomerOrder = OrderValues & { readonly customerId: number };
const ReturnPicker = ({ form, lines, onClose, asked }: Props & { readonly asked: CustomerOrder }) => (
  <Picker
    title={`选择可退首饰　${asked.customerName ?? ''}`}
    placeholder="单号、条码或名称"
    label="购买记录"
    unit="件"
    none="该客户在此日期前没有已审核的购买记录"
    queryKey={['customer-buy', asked.customerId, asked.shopId, asked.sellAt, asked.id]}
    load={(signal) => purchasesOf({ customerId: asked.customerId }, asked, signal)}
    show={(row) => shownOf(row, lines.has(keyOfChange(row)))}
    onAdd={(rows) => addReturns(rows, form, lines)}
    onClose={onClose}
  />
);

/** What the choice is made among must be known first (S1§5). */
const missingFor = ({ shopId, sellAt, customerId }: Partial<OrderValues>) => [
  ...(shopId === undefined ? [{ path: 'shopId', message: '分店名称不能为空' }] : []),
  ...(sellAt === undefined ? [{ path: 'sellAt', message: '销售日期不能为空' }] : []),
  ...(customerId === undefined ? [{ path: 'customerId', message: '客户名称不能为空' }] : []),
];
export const ReturnPickerButton = ({ form, lines }: Omit<Props, 'onClose'>) => (
  <Button
    size="small"
    onClick={() => {
      const { values } = form;
      const missing = missingFor(values);
      if (missing.length > 0) form.setProblems(missing, true);
      else
        openOverlay((close) => (
          <ReturnPicker form={form} lines={lines} asked={values as CustomerOrder} onClose={close} />
        ));
    }}
  >
    选择可退首饰
  </Button>
);
