/** 退货供应商: 1000 px, a scan box that is always ready, the lines in a grid (S0§2, §5). */
import { supplierReturnList, type SupplierReturnRow } from 'projections/supplier-returns/contract';
import { useLockShops } from 'root-config/api';
import {
  DocumentHistory,
  FormDialog,
  atMoment,
  linesOf,
  shopToday,
  usePhone,
  type FormMode,
  type Section,
} from 'root-config/ui';
import { useMemo } from 'react';
import { SupplierReturnBody } from 'services/supplier-return/contract';
import { supplierSource } from '../../sources.ts';
import { readReturn, returnBody, returnColumns, scanReturn } from './return-lines.ts';
import { checkReturn, mixWarning, type Line, type ReturnValues } from './return-rules.ts';

type Props = {
  readonly row: SupplierReturnRow | null;
  readonly mode: FormMode;
  /** ISO 8601: as it was then. */
  readonly asOf: string | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
const TITLES: Record<FormMode, string> = { add: '新增退货', edit: '编辑退货', view: '查看退货' };

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
const result: Section<ReturnValues> = {
  columns: 4,
  fields: [
    { kind: 'fixed', as: 'status', name: 'auditFlag', label: '审核状态' },
    { kind: 'fixed', as: 'text', name: 'auditor', label: '审核人' },
    { kind: 'fixed', as: 'text', name: 'createdBy', label: '制单人' },
    { kind: 'fixed', as: 'moment', name: 'createdAt', label: '制单时间' },
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
const goods = (phone: boolean): Section<ReturnValues> => ({
  lines: linesOf<ReturnValues>()<Line>({
    name: 'bizGoodsList',
    columns: returnColumns(phone),
    keyOf: ({ barcode }) => barcode,
    height: 350,
    required: '请输入要退货的首饰！',
    scan: { label: '条码', onScan: scanReturn },
  }),
});

export const ReturnDialog = ({ row, mode, asOf, onSaved, onClose }: Props) => {
  const { preset } = useLockShops();
  const phone = usePhone();
  const sections = useMemo(() => [header, ...(mode === 'view' ? [result] : []), warning, goods(phone)], [mode, phone]);
  return (
    <FormDialog<ReturnValues>
      title={row === null ? TITLES[mode] : `${TITLES[mode]} ${row.no}`}
      mode={mode}
      width={1000}
      path={supplierReturnList.path}
      {...(row === null
        ? { initial: { returnAt: shopToday(), remark: '', ...(preset !== null && { shopId: preset }) } }
        : { source: atMoment(`${supplierReturnList.path}/${row.id}`, asOf), read: readReturn })}
      schema={SupplierReturnBody}
      check={checkReturn}
      body={returnBody}
      sections={sections}
      onSaved={onSaved}
      onClose={onClose}
      {...(row !== null &&
        mode === 'view' && {
          aside: () => <DocumentHistory path={`${supplierReturnList.path}/${row.id}`} asOf={asOf} />,
        })}
    />
  );
};
