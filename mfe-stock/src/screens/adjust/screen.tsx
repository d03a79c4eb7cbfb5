import { adjustFields, adjustList, type AdjustRow } from 'projections/stock-adjusts/contract';
import { Button, Label, type FormMode, type ScreenHandle } from 'root-config/ui';
import { optionsOf } from 'services/contracts/options';
import { pieceDocumentList } from '../../documents/list.tsx';
import { CheckView } from '../check/check-view.tsx';
import { AdjustDialog } from './adjust-dialog.tsx';
import { KIND_NAMES, type Kind } from './adjust-rules.ts';

const KINDS = optionsOf(KIND_NAMES);
const kindOf = ({ kind }: AdjustRow): Kind => (kind === '1' ? '1' : '2');

const dialog = (row: AdjustRow | null, kind: Kind, mode: FormMode, screen: ScreenHandle) => (
  <AdjustDialog
    kind={kind}
    row={row}
    mode={mode}
    asOf={screen.asOf}
    checkLink={({ id, no }) => (
      <Button variant="link" onClick={() => screen.show(<CheckView id={id} onClose={screen.close} />)}>
        {no}
      </Button>
    )}
    onSaved={screen.reload}
    onClose={screen.close}
  />
);
const kindLabel = (row: AdjustRow) => (
  <Label variant={kindOf(row) === '1' ? 'severe' : 'accent'}>{KIND_NAMES[kindOf(row)]}</Label>
);

export default pieceDocumentList(adjustList, {
  fields: adjustFields,
  title: '报损报溢',
  exportName: '报损报溢',
  empty: '今天还没有报损报溢。损坏或遗失的首饰在这里报损，盘点差异从已审核的盘点单生成',
  keys: 'biz:bizStockAdjust',
  dialog: (row, mode, screen) => dialog(row, kindOf(row), mode, screen),
  day: '日期',
  filters: [
    { kind: 'select', name: 'kind', label: '类型', options: KINDS },
    { kind: 'shop', name: 'shopId', label: '分店' },
  ],
  columns: [
    'no',
    'kindName',
    'auditFlag',
    'adjustAt',
    'num',
    'goldWeight',
    'costAmount',
    'shopName',
    'reason',
    'checkNo',
    'remark',
  ],
  render: { kindName: kindLabel },
  adds: [
    ['新增报损', (screen) => dialog(null, '1', 'add', screen)],
    ['新增报溢', (screen) => dialog(null, '2', 'add', screen)],
  ],
  mark: kindLabel,
  facts: (row) => [
    ['分店', row.shopName],
    ['日期', row.adjustAt],
    ['原因', row.reason],
  ],
});
