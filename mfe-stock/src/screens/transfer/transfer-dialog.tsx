/** 首饰调拨: 900 px, a scan box that is always ready; who reads it has every column in sight (S0§2, §5). */
import { transferLine, transferList } from 'projections/transfers/contract';
import { useLockShops } from 'root-config/api';
import { shopToday, usePhone, type Option, type Section } from 'root-config/ui';
import { useMemo } from 'react';
import { TransferBody } from 'services/transfer/contract';
import { DocumentDialog, pieceLines, type OpenDocument } from '../../documents/dialog.tsx';
import { shopOptions, useTransferShops } from '../../transfer-shops.tsx';
import { readTransfer, scanTransfer, transferBody, transferColumns } from './transfer-lines.ts';
import { checkTransfer, type TransferValues } from './transfer-rules.ts';

const headerOf = (shops: readonly Option[]): Section<TransferValues> => ({
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

export const TransferDialog = (props: OpenDocument) => {
  const { rows: shops } = useTransferShops();
  const { preset } = useLockShops();
  const phone = usePhone();
  const { mode } = props;
  const header = useMemo(
    () => headerOf(shopOptions(shops.filter(({ enabled }) => enabled || mode !== 'add'))),
    [mode, shops],
  );
  const sections = useMemo(
    () => [
      pieceLines<TransferValues>()(
        transferLine,
        transferColumns(phone, mode === 'view'),
        '请输入要调拨的首饰！',
        scanTransfer,
      ),
    ],
    [mode, phone],
  );
  return (
    <DocumentDialog<TransferValues>
      {...props}
      noun="首饰调拨"
      width={mode === 'view' ? 1400 : 900}
      path={transferList.path}
      initial={{ allocateAt: shopToday(), remark: '', ...(preset !== null && { outShopId: preset }) }}
      read={readTransfer}
      schema={TransferBody}
      check={checkTransfer}
      body={transferBody}
      header={header}
      sections={sections}
    />
  );
};
