/** 首饰调拨: 900 px, a scan box that is always ready, the lines in a grid of 350 px (S0§2, §5). */
import { transferList, type TransferRow } from 'projections/transfers/contract';
import { useLockShops } from 'root-config/api';
import {
  DocumentHistory,
  FormDialog,
  atMoment,
  linesOf,
  shopToday,
  usePhone,
  type FormMode,
  type Option,
  type Section,
} from 'root-config/ui';
import { useMemo } from 'react';
import { TransferBody } from 'services/transfer/contract';
import { shopOptions, useTransferShops } from '../../transfer-shops.tsx';
import { readTransfer, scanTransfer, transferBody, transferColumns } from './transfer-lines.ts';
import { checkTransfer, type Line, type TransferValues } from './transfer-rules.ts';

type Props = {
  readonly row: TransferRow | null;
  readonly mode: FormMode;
  /** ISO 8601: as it was then. */
  readonly asOf: string | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
const TITLES: Record<FormMode, string> = { add: '新增首饰调拨', edit: '编辑首饰调拨', view: '查看首饰调拨' };

const header = (shops: readonly Option[]): Section<TransferValues> => ({
  columns: 4,
  fields: [
    { kind: 'shop', name: 'outShopId', label: '调出分店', required: '调出分店编号不能为空' },
    {
      kind: 'select',
      name: 'inShopId',
      label: '调入分店',
      options: shops,
      numeric: true,
      required: '调入分店编号不能为空',
    },
    { kind: 'day', name: 'allocateAt', label: '调拨日期', required: '调拨日期不能为空' },
    { kind: 'text', name: 'remark', label: '备注', maxLength: 200 },
  ],
});
const result: Section<TransferValues> = {
  columns: 4,
  fields: [
    { kind: 'fixed', as: 'status', name: 'auditFlag', label: '审核状态' },
    { kind: 'fixed', as: 'text', name: 'auditor', label: '审核人' },
    { kind: 'fixed', as: 'text', name: 'createdBy', label: '制单人' },
    { kind: 'fixed', as: 'moment', name: 'createdAt', label: '制单时间' },
  ],
};
const goods = (phone: boolean): Section<TransferValues> => ({
  lines: linesOf<TransferValues>()<Line>({
    name: 'bizGoodsList',
    columns: transferColumns(phone),
    keyOf: ({ barcode }) => barcode,
    height: 350,
    required: '请输入要调拨的首饰！',
    scan: { label: '条码', onScan: scanTransfer },
  }),
});

export const TransferDialog = ({ row, mode, asOf, onSaved, onClose }: Props) => {
  const { rows: shops } = useTransferShops();
  const { preset } = useLockShops();
  const phone = usePhone();
  const sections = useMemo(
    () => [
      header(shopOptions(shops.filter(({ enabled }) => enabled || mode !== 'add'))),
      ...(mode === 'view' ? [result] : []),
      goods(phone),
    ],
    [mode, shops, phone],
  );
  return (
    <FormDialog<TransferValues>
      title={row === null ? TITLES[mode] : `${TITLES[mode]} ${row.no}`}
      mode={mode}
      width={900}
      path={transferList.path}
      {...(row === null
        ? { initial: { allocateAt: shopToday(), remark: '', ...(preset !== null && { outShopId: preset }) } }
        : { source: atMoment(`${transferList.path}/${row.id}`, asOf), read: readTransfer })}
      schema={TransferBody}
      check={checkTransfer}
      body={transferBody}
      sections={sections}
      onSaved={onSaved}
      onClose={onClose}
      {...(row !== null &&
        mode === 'view' && { aside: () => <DocumentHistory path={`${transferList.path}/${row.id}`} asOf={asOf} /> })}
    />
  );
};
