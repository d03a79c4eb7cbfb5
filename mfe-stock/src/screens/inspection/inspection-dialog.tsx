/** 质检: who inspected what on which day, with pictures; a scan box that is always ready, the results in a grid. */
import {
  inspectionLine,
  inspectionList,
  type InspectionLineRow,
  type InspectionRecord,
} from 'projections/inspections/contract';
import { useLockShops } from 'root-config/api';
import { shopToday, usePhone, type FormHandle, type LineModel, type Section } from 'root-config/ui';
import { useMemo } from 'react';
import { InspectionBody } from 'services/inspection/contract';
import { DocumentDialog, pieceLines, type OpenDocument } from '../../documents/dialog.tsx';
import { bodyOf, linesElsewhere, readLines, scannedLine, type LineOf, type ValuesOf } from '../../documents/lines.ts';
import { quantityRule } from '../../documents/quantity-rule.ts';
import { scanPiece } from '../../documents/scan-piece.ts';

type Line = LineOf<InspectionLineRow>;
type Values = ValuesOf<InspectionRecord, Line>;

const header: Section<Values> = {
  columns: 4,
  fields: [
    { kind: 'shop', name: 'shopId', label: '分店', required: '分店名称不能为空' },
    { kind: 'day', name: 'inspectAt', label: '质检日期', required: '质检日期不能为空' },
    { kind: 'text', name: 'inspector', label: '质检员', required: '请填写质检员', maxLength: 50 },
    { kind: 'text', name: 'remark', label: '备注', maxLength: 200 },
    { kind: 'pictures', name: 'pictures', label: '图片' },
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
const linesOf = (phone: boolean): Section<Values> =>
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
  );
const body = bodyOf<Line, Values>(
  ['shopId', 'inspectAt', 'inspector', 'pictures', 'remark'],
  ['goodsId', 'barcode', 'num', 'result', 'note'],
);

export const InspectionDialog = (props: OpenDocument) => {
  const { preset } = useLockShops();
  const phone = usePhone();
  const sections = useMemo(() => [linesOf(phone)], [phone]);
  return (
    <DocumentDialog<Values>
      {...props}
      noun="质检"
      path={inspectionList.path}
      initial={{
        inspectAt: shopToday(),
        inspector: '',
        remark: '',
        pictures: '',
        ...(preset !== null && { shopId: preset }),
      }}
      draft={`${inspectionList.path}:new`}
      read={readLines<Values>}
      schema={InspectionBody}
      check={({ shopId, bizGoodsList = [] }) => linesElsewhere(bizGoodsList, shopId)}
      body={body}
      header={header}
      sections={sections}
    />
  );
};
