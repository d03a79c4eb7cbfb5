import { inspectionFields, inspectionList, type InspectionRow } from 'projections/inspections/contract';
import type { FormMode, ScreenHandle } from 'root-config/ui';
import { RESULTS } from 'services/inspection/contract';
import { pieceDocumentList } from '../../documents/list.tsx';
import { InspectionDialog } from './inspection-dialog.tsx';
import { SupplierReturnLinks } from './supplier-return-links.tsx';

const dialog = (row: InspectionRow | null, mode: FormMode, screen: ScreenHandle) => (
  <InspectionDialog row={row} mode={mode} asOf={screen.asOf} onSaved={screen.reload} onClose={screen.close} />
);

export default pieceDocumentList(inspectionList, {
  fields: inspectionFields,
  title: '首饰质检',
  exportName: '首饰质检',
  empty: '今天还没有质检。新增一张质检单，扫码录入首饰，逐件填写结果',
  keys: 'biz:bizGoodsInspection',
  dialog,
  day: '质检日期',
  filters: [
    { kind: 'shop', name: 'shopId', label: '分店' },
    { kind: 'select', name: 'result', label: '质检结果', options: RESULTS },
  ],
  columns: [
    'no',
    'auditFlag',
    'inspectAt',
    'num',
    'passedNum',
    'supplierNum',
    'meltNum',
    'goldWeight',
    'returnNos',
    'inspector',
    'shopName',
    'remark',
  ],
  render: { returnNos: ({ returnNos }) => <SupplierReturnLinks numbers={returnNos} /> },
  adds: [['新增质检', (screen) => dialog(null, 'add', screen)]],
  print: 'inspection',
  facts: (row) => [
    ['分店', row.shopName],
    ['日期', row.inspectAt],
    ['结果', `合格 ${row.passedNum}，退供应商 ${row.supplierNum}，转旧料 ${row.meltNum}`],
    ...(row.returnNos === ''
      ? []
      : [['退货单', <SupplierReturnLinks key="returns" numbers={row.returnNos} />] as const]),
  ],
});
