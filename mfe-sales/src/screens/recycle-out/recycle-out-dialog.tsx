/** 新增 / 编辑 / 查看旧料出库: which lots leave, how much of each, and where to (R89). */
import { OUT_KINDS, recycleOutList, type RecycleOutRow } from 'projections/recycle-outs/contract';
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
import { RecycleOutBody } from 'services/recycle-out/contract';
import { LotPickerButton } from './lot-picker.tsx';
import { keyOfLot, lotColumns, scanLot, type LotLine } from './lots.ts';
import { bodyOf, valuesOf, type RecycleOutValues } from './values.ts';

const HEAD: Section<RecycleOutValues> = {
  columns: 3,
  fields: [
    { kind: 'shop', name: 'shopId', label: '分店', required: '分店名称不能为空' },
    { kind: 'day', name: 'outAt', label: '出库日期', required: '出库日期不能为空' },
    { kind: 'select', name: 'kind', label: '出库类型', required: '请选择出库类型', options: OUT_KINDS },
    { kind: 'text', name: 'party', label: '去向', maxLength: 100, placeholder: '工厂或买方' },
    {
      kind: 'money',
      name: 'price',
      label: '出售金额',
      required: '请输入出售金额',
      hidden: ({ kind }) => kind !== '4',
    },
    {
      kind: 'text',
      name: 'goods',
      label: '成品条码',
      placeholder: '入库后的条码，多个用空格隔开',
      hidden: ({ kind }) => kind !== '3',
    },
    { kind: 'text', name: 'remark', label: '备注', maxLength: 200 },
  ],
};
const notBack = ({ backAt }: Partial<RecycleOutValues>): boolean => backAt === undefined || backAt === null;
const RESULT: Section<RecycleOutValues> = {
  columns: 4,
  fields: [
    ...auditedFields<RecycleOutValues>(),
    { kind: 'fixed', as: 'text', name: 'state', label: '进度' },
    { kind: 'fixed', as: 'text', name: 'backLotNo', label: '回料编号', hidden: notBack },
    { kind: 'fixed', as: 'weight', name: 'weightBack', label: '回料重量', hidden: notBack },
    { kind: 'fixed', as: 'weight', name: 'loss', label: '损耗', hidden: notBack },
    { kind: 'fixed', as: 'money', name: 'cost', label: '出库成本', allow: 'biz:cost:view' },
  ],
};
const linesSection = (phone: boolean, saved: boolean): Section<RecycleOutValues> => ({
  lines: linesOf<RecycleOutValues>()<LotLine>({
    name: 'lotList',
    columns: lotColumns(phone, saved),
    keyOf: keyOfLot,
    height: 300,
    scan: { label: '旧料编号', onScan: (code, form, lines) => scanLot(code, form.values.shopId, lines) },
    toolbar: (form, lines) => <LotPickerButton form={form} lines={lines} />,
    required: '请选择要出库的旧料！',
  }),
});

type Props = {
  /** null for a new one. */
  readonly row: Pick<RecycleOutRow, 'id' | 'no'> | null;
  readonly mode: FormMode;
  /** What a new one begins with. */
  readonly start?: Partial<RecycleOutValues>;
  /** ISO 8601: as it was then. */
  readonly asOf?: string | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
const DOING: Record<FormMode, string> = { add: '新增', edit: '编辑', view: '查看' };

export const RecycleOutDialog = ({ row, mode, start, asOf, onSaved, onClose }: Props) => {
  const phone = usePhone();
  const { preset } = useLockShops();
  const record = row === null ? null : `${recycleOutList.path}/${row.id}`;
  const initial = { outAt: shopToday(), kind: '1' as const, ...(preset !== null && { shopId: preset }), ...start };
  return (
    <FormDialog<RecycleOutValues>
      title={`${DOING[mode]}旧料出库${row === null ? '' : ` ${row.no}`}`}
      mode={mode}
      width={1000}
      path={recycleOutList.path}
      sections={[...(mode === 'view' ? [RESULT] : []), HEAD, linesSection(phone, row !== null)]}
      schema={RecycleOutBody}
      body={bodyOf}
      {...(start !== undefined && { draft: false as const, unsaved: () => true })}
      {...(record === null ? { initial } : { source: atMoment(record, asOf), read: valuesOf })}
      onSaved={onSaved}
      onClose={onClose}
      {...(mode === 'view' && record !== null && { aside: () => <DocumentHistory path={record} asOf={asOf} /> })}
    />
  );
};
