/** 退货供应商: 1000 px, a scan box that is always ready, the lines in a grid (S0§2, §5). */
import { supplierReturnLine, supplierReturnList } from 'projections/supplier-returns/contract';
import { shopToday, type Section } from 'root-config/ui';
import { SupplierReturnBody } from 'services/supplier-return/contract';
import { pieceDialog, pieceLines } from '../../documents/dialog.tsx';
import { supplierSource } from '../../sources.ts';
import { supplierReturnBody, supplierReturnColumns, scanSupplierReturn } from './supplier-return-lines.ts';
import { mixWarning, type SupplierReturnValues } from './supplier-return-rules.ts';

const header: Section<SupplierReturnValues> = {
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
    {
      kind: 'fixed',
      as: 'text',
      name: 'inspectionNo',
      label: '质检单',
      hidden: ({ inspectionNo = '' }) => inspectionNo === '',
    },
  ],
};
const warning: Section<SupplierReturnValues> = {
  render: (form) => {
    const text = mixWarning(form.values);
    return text === null ? null : (
      <p role="status" style={{ margin: 0, color: 'var(--fgColor-attention)' }}>
        {text}
      </p>
    );
  },
};

export const SupplierReturnDialog = pieceDialog<SupplierReturnValues>({
  noun: '退货',
  path: supplierReturnList.path,
  blank: () => ({ returnAt: shopToday(), remark: '' }),
  schema: SupplierReturnBody,
  body: supplierReturnBody,
  header,
  sections: (phone) => [
    warning,
    pieceLines<SupplierReturnValues>()(
      supplierReturnLine,
      supplierReturnColumns(phone),
      '请输入要退货的首饰！',
      scanSupplierReturn,
    ),
  ],
});
