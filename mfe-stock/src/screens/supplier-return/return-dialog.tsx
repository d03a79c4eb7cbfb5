/** 退货供应商: 1000 px, a scan box that is always ready, the lines in a grid (S0§2, §5). */
import { supplierReturnLine, supplierReturnList } from 'projections/supplier-returns/contract';
import { useLockShops } from 'root-config/api';
import { shopToday, usePhone, type Section } from 'root-config/ui';
import { useMemo } from 'react';
import { SupplierReturnBody } from 'services/supplier-return/contract';
import { DocumentDialog, pieceLines, type OpenDocument } from '../../documents/dialog.tsx';
import { supplierSource } from '../../sources.ts';
import { readReturn, returnBody, returnColumns, scanReturn } from './return-lines.ts';
import { checkReturn, mixWarning, type ReturnValues } from './return-rules.ts';

const header: Section<ReturnValues> = {
  columns: 4,
  fields: [
    { kind: 'shop', name: 'shopId', label: '分店', required: '分店名称不能为空' },
    {
      kind: 'remote',
      name: 'supplierId',
      label: '供应商',
      source: supplierSource,
      nameField: 'supplierName',
      placeholder: '默认取首饰的供应商',
    },
    { kind: 'day', name: 'returnAt', label: '退货日期', required: '退货日期不能为空' },
    { kind: 'text', name: 'remark', label: '备注', maxLength: 200 },
  ],
};
const warning: Section<ReturnValues> = {
  render: (form) => {
    const text = mixWarning(form.values);
    return text === null ? null : (
      <p role="status" style={{ margin: 0, color: 'var(--fgColor-attention)' }}>
        {text}
      </p>
    );
  },
};

export const ReturnDialog = (props: OpenDocument) => {
  const { preset } = useLockShops();
  const phone = usePhone();
  const sections = useMemo(
    () => [
      warning,
      pieceLines<ReturnValues>()(supplierReturnLine, returnColumns(phone), '请输入要退货的首饰！', scanReturn),
    ],
    [phone],
  );
  return (
    <DocumentDialog<ReturnValues>
      {...props}
      noun="退货"
      path={supplierReturnList.path}
      initial={{ returnAt: shopToday(), remark: '', ...(preset !== null && { shopId: preset }) }}
      read={readReturn}
      schema={SupplierReturnBody}
      check={checkReturn}
      body={returnBody}
      header={header}
      sections={sections}
    />
  );
};
