/** 选择可退首饰: what the customer bought in any shop, with what came back of it (R44, R68). */
import { useQuery } from '@tanstack/react-query';
import type { CustomerBuyRow } from 'projections/sales/contract';
import { messageOf } from 'root-config/api';
import {
  Button,
  Checkbox,
  Dialog,
  EmptyState,
  Spinner,
  TextInput,
  Thumb,
  money,
  openOverlay,
  weight,
  type FormHandle,
  type LineModel,
} from 'root-config/ui';
import { useRef, useState } from 'react';
import { whyNotReturnable, type ChangeLine } from '../../order/change-line.ts';
import { addReturns, keyOfChange, purchasesOf } from './change-lines.tsx';
import type { OrderValues } from './order-values.ts';

type Props = {
  readonly form: FormHandle<OrderValues>;
  readonly lines: LineModel<ChangeLine>;
  readonly onClose: () => void;
};
const list = { display: 'grid', gap: 6, margin: 0, padding: 0, listStyle: 'none' } as const;
const item = {
  display: 'grid',
  gridTemplateColumns: 'auto 44px minmax(0, 1fr) auto',
  gap: 12,
  alignItems: 'center',
  padding: '8px 12px',
  border: '1px solid var(--borderColor-default)',
  borderRadius: 6,
  cursor: 'pointer',
  '&:has(:checked)': { borderColor: 'var(--borderColor-accent-emphasis)', background: 'var(--bgColor-accent-muted)' },
  '&:has(:disabled)': { cursor: 'default', color: 'var(--fgColor-muted)' },
  '& small': { display: 'block', color: 'var(--fgColor-muted)' },
  '& .sum': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
} as const;

const has = (row: CustomerBuyRow, text: string): boolean =>
  [row.orderNo, row.barcode, row.name].some((one) => one.toUpperCase().includes(text.trim().toUpperCase()));

type PurchaseProps = {
  readonly row: CustomerBuyRow;
  readonly taken: boolean;
  readonly chosen: boolean;
  readonly onChoose: (chosen: boolean) => void;
};
const Purchase = ({ row, taken, chosen, onChoose }: PurchaseProps) => {
  const why = taken ? '已在本单' : whyNotReturnable(row);
  const cut = row.cutDown === 0 ? '' : `${row.cutDown < 0 ? '截金' : '加金'} ${weight(Math.abs(row.cutDown))}`;
  const some = row.num > 1 ? `可退 ${row.returnable} / ${row.num} 件` : '';
  return (
    <li>
      <label css={item}>
        <Checkbox
          checked={chosen}
          disabled={why !== null}
          aria-label={`${row.name} ${row.barcode}`}
          onChange={(event) => onChoose(event.target.checked)}
        />
        {row.thumb === '' ? <span /> : <Thumb names={[row.thumb]} size={36} />}
        <span>
          {row.name} <span css={{ fontVariantNumeric: 'tabular-nums' }}>{row.barcode}</span>
          <small>
            {[row.orderNo, row.sellAt, row.shopName, row.seller, weight(row.sellGoldWeight), cut, some]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
        <span className="sum">
          <strong>{money(row.refundable)}</strong>
          <small>{why ?? '可退金额'}</small>
        </span>
      </label>
    </li>
  );
};

const ReturnPicker = ({ form, lines, onClose }: Props) => {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const search = useRef<HTMLInputElement>(null);
  const { values } = form;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['customer-buy', values.customerId, values.shopId, values.sellAt, values.id],
    queryFn: ({ signal }) => purchasesOf({ customerId: values.customerId! }, values, signal),
    staleTime: 0,
  });
  const shown = (data ?? []).filter((row) => has(row, text));
  const done = (): void => {
    addReturns(
      (data ?? []).filter((row) => chosen.has(keyOfChange(row))),
      form,
      lines,
    );
    onClose();
  };
  const choose = (row: CustomerBuyRow) => (on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(keyOfChange(row));
    else next.delete(keyOfChange(row));
    setChosen(next);
  };
  return (
    <Dialog
      title={`选择可退首饰　${values.customerName ?? ''}`}
      width="xlarge"
      initialFocusRef={search}
      onClose={onClose}
      footerButtons={[
        { content: '取消', onClick: onClose },
        {
          content: chosen.size === 0 ? '添加' : `添加 ${chosen.size} 件`,
          buttonType: 'primary',
          disabled: chosen.size === 0,
          onClick: done,
        },
      ]}
    >
      <div css={{ display: 'grid', gap: 12 }}>
        <TextInput
          ref={search}
          block
          aria-label="查找"
          placeholder="单号、条码或名称"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {isPending ? <Spinner /> : null}
        {error === null ? null : (
          <p className="ui-problem" role="alert">
            {messageOf(error)} <Button onClick={() => void refetch()}>重试</Button>
          </p>
        )}
        {data === undefined || shown.length > 0 ? null : (
          <EmptyState title={data.length === 0 ? '该客户在此日期前没有已审核的购买记录' : '没有找到'} />
        )}
        <ul css={list} aria-label="购买记录">
          {shown.map((row) => (
            <Purchase
              key={keyOfChange(row)}
              row={row}
              taken={lines.has(keyOfChange(row))}
              chosen={chosen.has(keyOfChange(row))}
              onChoose={choose(row)}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
};

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
      const missing = missingFor(form.values);
      if (missing.length > 0) form.setProblems(missing, true);
      else openOverlay((close) => <ReturnPicker form={form} lines={lines} onClose={close} />);
    }}
  >
    选择可退首饰
  </Button>
);
