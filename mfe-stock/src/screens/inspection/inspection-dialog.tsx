/** 质检: who inspected what on which day, with pictures; a scan box that is always ready, the results in a grid. */
import {
  inspectionLine,
  inspectionList,
  type InspectionLineRow,
  type InspectionRecord,
} from 'projections/inspections/contract';
import { shopToday, type FormHandle, type LineModel, type Section } from 'root-config/ui';
import { InspectionBody } from 'services/inspection/contract';
import { pieceDialog, pieceLines } from '../../documents/dialog.tsx';
import { bodyOf, scannedLine, type LineOf, type ValuesOf } from '../../documents/lines.ts';
import { quantityRule } from '../../documents/quantity-rule.ts';
import { scanPiece } from '../../documents/scan-piece.ts';
import { SupplierReturnLinks } from './supplier-return-links.tsx';

type Line = LineOf<InspectionLineRow>;
type Values = ValuesOf<InspectionRecord, Line>;

const header: Section<Values> = {
  columns: 4,
  fields: [
    { kind: 'shop', name: 'shopId', label: '分店', required: '分店名称不能为空' },
    { kind: 'day', name: 'inspectAt', label: '质检日期', required: '质检日期不能为空' },
    { kind: 'text', name: 'inspector', label: '质检员', required: '请填写质检员', maxLength: 50 },
    { kind: 'text', name: 'remark', label: '备注', maxLength: 200 },
    {
      kind: 'custom',
      name: 'returnNos',
      label: '退货单',
      hidden: ({ returnNos = '' }) => returnNos === '',
      render: ({ values: { returnNos = '' } }) => <SupplierReturnLinks numbers={returnNos} />,
    },
    { kind: 'pictures', name: 'pictures', label: '图片', span: 2 },
  ],
};
const change = quantityRule<Line>('num', 'stock', { zero: '数量不能为0！', above: '质检数量不能大于库存数量！' });
const onScan = (code: string, form: FormHandle<Values>, lines: LineModel<Line>) =>
  scanPiece(code, {
    shopId: form.values.shopId,
    noShop: '请先选择分店名称！',
    lines,
    // Most pieces pass: who inspects names the others.
    lineOf: (piece, shopId) => ({
      ...scannedLine(piece, shopId),
      goodsId: piece.id,
      stock: piece.num,
      num: piece.num,
      result: '1',
      resultName: '',
      note: '',
    }),
  });

export const InspectionDialog = pieceDialog<Values>({
  noun: '质检',
  path: inspectionList.path,
  draft: `${inspectionList.path}:new`,
  schema: InspectionBody,
  blank: () => ({ inspectAt: shopToday(), inspector: '', remark: '', pictures: '' }),
  header,
  sections: (phone) => [
    pieceLines<Values>()<Line>(
      inspectionLine,
      {
        columns: ['barcode', 'name', 'num', 'result', 'note', 'type', 'stock', 'goldWeight', 'totalWeight'],
        quantity: { field: 'num', of: ({ num }) => num, change },
        typed: ['result', 'note'],
        phone,
      },
      '请输入要质检的首饰！',
      onScan,
    ),
  ],
  body: bodyOf<Line, Values>(
    ['shopId', 'inspectAt', 'inspector', 'pictures', 'remark'],
    ['goodsId', 'barcode', 'num', 'result', 'note'],
  ),
});
