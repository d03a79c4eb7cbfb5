import {
  supplierReturnFields,
  supplierReturnList,
  type SupplierReturnRow,
} from 'projections/supplier-returns/contract';
import { can } from 'root-config/api';
import { Label, shopToday, type FormMode, type ScreenHandle } from 'root-config/ui';
import { pieceDocumentList } from '../../documents/list.tsx';
import { everySupplierSource } from '../../sources.ts';
import { SupplierReturnDialog } from './supplier-return-dialog.tsx';
import { editBlocked } from './supplier-return-rules.ts';

const dialog = (row: SupplierReturnRow | null, mode: FormMode, screen: ScreenHandle) => (
  <SupplierReturnDialog row={row} mode={mode} asOf={screen.asOf} onSaved={screen.reload} onClose={screen.close} />
);
const supplierOf = ({ supplierName, mixedSuppliers }: SupplierReturnRow) => (
  <>
    {supplierName === '' ? '未选择' : supplierName}
    {mixedSuppliers ? <Label variant="attention">含其他供应商</Label> : null}
  </>
);

export default pieceDocumentList(supplierReturnList, {
  fields: supplierReturnFields,
  title: '退货供应商',
  exportName: '首饰退货',
  empty: '今天还没有退货。新增一张退货单，扫码录入首饰',
  keys: 'biz:bizGoodsReturn',
  dialog,
  editBlocked: (row) => editBlocked(row, { today: shopToday(), anyDay: can('biz:date:edit') }),
  day: '退货日期',
  filters: [
    { kind: 'remote', name: 'supplierId', label: '供应商', source: everySupplierSource },
    { kind: 'shop', name: 'shopId', label: '分店' },
  ],
  columns: [
    'no',
    'auditFlag',
    'returnAt',
    'num',
    'goldWeight',
    'returnAmount',
    'supplierName',
    'shopName',
    'inspectionNo',
    'remark',
  ],
  render: { supplierName: supplierOf },
  adds: [['新增退货', (screen) => dialog(null, 'add', screen)]],
  print: 'goodsReturn',
  facts: (row) => [
    ['供应商', supplierOf(row)],
    ['分店', row.shopName],
    ['日期', row.returnAt],
  ],
});
