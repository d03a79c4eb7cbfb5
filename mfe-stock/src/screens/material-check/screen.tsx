/** 旧料盘点: lots of old material weighed again, what lacks and what is too much settled by the audit (R135). */
import { materialCheckList, type MaterialCheckRow } from 'projections/material-checks/contract';
import {
  DocumentStatus,
  Label,
  columnsOf,
  documentActions,
  listScreen,
  weight as weightText,
  type FormMode,
  type ScreenHandle,
} from 'root-config/ui';
import { AUDIT_OPTIONS } from 'services/contracts/audit';
import { MaterialCheckDialog } from './material-check-dialog.tsx';

const KEYS = 'biz:bizMaterialCheck';
const COST = 'biz:cost:view';
const { text, money, weight, count, day, moment, status, shop } = columnsOf(materialCheckList);
const dialog = (row: MaterialCheckRow | null, mode: FormMode, screen: ScreenHandle) => (
  <MaterialCheckDialog
    key={row === null ? 'new' : `${mode}:${row.id}`}
    row={row}
    mode={mode}
    asOf={screen.asOf}
    onSaved={screen.reload}
    onClose={screen.close}
  />
);
const { actions, bulk } = documentActions<MaterialCheckRow>({ path: materialCheckList.path, keys: KEYS, open: dialog });
const ALL = '全部成色';
/** Before its audit nothing is lost or found. */
const whenAudited = (mg: number, { auditFlag }: MaterialCheckRow): string => (auditFlag === 2 ? weightText(mg) : '—');

const scope = ({ fineness, blind }: MaterialCheckRow) => (
  <>
    {fineness === '' ? ALL : fineness} {blind ? <Label variant="attention">盲盘</Label> : null}
  </>
);

export default listScreen(materialCheckList, {
  title: '旧料盘点',
  permission: `${KEYS}:list`,
  empty: '没有符合条件的旧料盘点。新增一张盘点单，选分店后逐批称重；由另一人审核后按差异损溢',
  exportName: '旧料盘点',
  filters: [
    { kind: 'dates', label: '盘点日期', daily: true },
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'select', name: 'auditFlag', label: '审核状态', options: AUDIT_OPTIONS, daily: true },
    { kind: 'dict', name: 'fineness', label: '成色', dict: 'goodsFineness' },
  ],
  columns: [
    text('no', '单据号', { width: 100 }),
    status('auditFlag', '审核状态', { render: (row) => <DocumentStatus row={row} /> }),
    day('checkAt', '盘点日期'),
    text('fineness', '成色', { width: 130, render: scope }),
    count('lineCount', '批数', { width: 70 }),
    weight('lossWeight', '盘亏重量', { total: true, render: (row) => whenAudited(row.lossWeight, row) }),
    weight('gainWeight', '盘盈重量', { total: true, render: (row) => whenAudited(row.gainWeight, row) }),
    money('lossCost', '盘亏成本', { allow: COST }),
    money('gainCost', '盘盈成本', { allow: COST, hidden: true }),
    shop('shopId', '分店', { nameField: 'shopName', width: 140 }),
    text('remark', '备注', { width: 160 }),
    text('auditor', '审核人', { hidden: true }),
    text('createdBy', '制单人'),
    moment('createdAt', '制单时间', { hidden: true }),
  ],
  sums: true,
  toolbar: [
    { label: '新增旧料盘点', primary: true, allow: `${KEYS}:add`, open: (screen) => dialog(null, 'add', screen) },
  ],
  actions,
  bulk,
  card: (row) => ({
    title: row.fineness === '' ? ALL : row.fineness,
    subtitle: <DocumentStatus row={row} />,
    facts: [
      ['单据号', row.no],
      ['日期', row.checkAt],
      ['分店', row.shopName],
      ['批数', row.lineCount],
      ['盘亏', whenAudited(row.lossWeight, row)],
      ['盘盈', whenAudited(row.gainWeight, row)],
    ],
  }),
});
