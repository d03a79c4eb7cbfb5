/** 新增 / 编辑 / 查看旧料盘点: every lot of a shop is weighed again; what the books had of it is beside it, or hidden (R135). */
import { materialCheckList, type MaterialCheckRow } from 'projections/material-checks/contract';
import { useLockShops } from 'root-config/api';
import {
  DocumentHistory,
  FormDialog,
  atMoment,
  auditedFields,
  linesOf,
  shopToday,
  usePhone,
  type FormMode,
  type Section,
} from 'root-config/ui';
import { useMemo } from 'react';
import { MaterialCheckBody } from 'services/material-check/contract';
import { bodyOf, keyOfLot, lotColumns, scanLot, valuesOf, type CheckValues, type LotLine } from './lots.ts';
import { WeighTools } from './weigh-tools.tsx';

const isSaved = ({ id }: Partial<CheckValues>): boolean => id !== undefined;
const HEAD: Section<CheckValues> = {
  columns: 4,
  fields: [
    { kind: 'shop', name: 'shopId', label: '分店', required: '分店名称不能为空', disabled: isSaved },
    { kind: 'day', name: 'checkAt', label: '盘点日期', required: '盘点日期不能为空' },
    {
      kind: 'dict',
      name: 'fineness',
      label: '成色',
      dict: 'goodsFineness',
      placeholder: '全部成色',
      disabled: isSaved,
    },
    { kind: 'checkbox', name: 'blind', label: '盲盘', hint: '审核前称重人看不到账面重量', disabled: isSaved },
    { kind: 'text', name: 'remark', label: '备注', maxLength: 200, span: 2 },
  ],
};
const RESULT: Section<CheckValues> = {
  columns: 4,
  fields: [
    ...auditedFields<CheckValues>(),
    { kind: 'fixed', as: 'weight', name: 'lossWeight', label: '盘亏重量' },
    { kind: 'fixed', as: 'weight', name: 'gainWeight', label: '盘盈重量' },
    { kind: 'fixed', as: 'money', name: 'lossCost', label: '盘亏成本', allow: 'biz:cost:view' },
    { kind: 'fixed', as: 'money', name: 'gainCost', label: '盘盈成本', allow: 'biz:cost:view' },
  ],
};
const linesSection = (phone: boolean): Section<CheckValues> => ({
  lines: linesOf<CheckValues>()<LotLine>({
    name: 'lotList',
    columns: lotColumns(phone),
    keyOf: keyOfLot,
    height: 320,
    removable: false,
    scan: { label: '旧料编号', onScan: async (code, _form, lines) => scanLot(code, lines) },
    empty: '选分店后，这里列出它在库的旧料，逐批称重',
    toolbar: (form, lines) => <WeighTools form={form} lines={lines} />,
    required: '请先选择分店，再称重旧料！',
  }),
});

type Props = {
  /** null for a new one. */
  readonly row: Pick<MaterialCheckRow, 'id' | 'no'> | null;
  readonly mode: FormMode;
  /** ISO 8601: as it was then. */
  readonly asOf?: string | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
const DOING: Record<FormMode, string> = { add: '新增', edit: '编辑', view: '查看' };

export const MaterialCheckDialog = ({ row, mode, asOf, onSaved, onClose }: Props) => {
  const phone = usePhone();
  const { preset } = useLockShops();
  const record = row === null ? null : `${materialCheckList.path}/${row.id}`;
  const sections = useMemo(() => [...(mode === 'view' ? [RESULT] : []), HEAD, linesSection(phone)], [mode, phone]);
  const initial = { checkAt: shopToday(), blind: false, ...(preset !== null && { shopId: preset }) };
  return (
    <FormDialog<CheckValues>
      title={`${DOING[mode]}旧料盘点${row === null ? '' : ` ${row.no}`}`}
      mode={mode}
      width={1400}
      path={materialCheckList.path}
      sections={sections}
      schema={MaterialCheckBody}
      body={bodyOf}
      {...(record === null ? { initial } : { source: atMoment(record, asOf), read: valuesOf })}
      onSaved={onSaved}
      onClose={onClose}
      {...(mode === 'view' && record !== null && { aside: () => <DocumentHistory path={record} asOf={asOf} /> })}
    />
  );
};
