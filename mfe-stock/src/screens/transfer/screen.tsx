import { transferFields, transferList, type TransferRow } from 'projections/transfers/contract';
import { can } from 'root-config/api';
import { shopToday, type FormMode, type Option, type ScreenHandle } from 'root-config/ui';
import { pieceDocumentList } from '../../documents/list.tsx';
import { screenWithShops } from '../../transfer-shops.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

const dialog = (row: TransferRow | null, mode: FormMode, screen: ScreenHandle) => (
  <TransferDialog row={row} mode={mode} asOf={screen.asOf} onSaved={screen.reload} onClose={screen.close} />
);
/** Both filters offer every shop: a shop also looks for what comes in from others. */
const screenFor = (shops: readonly Option[]) =>
  pieceDocumentList(transferList, {
    fields: transferFields,
    title: '首饰调拨',
    exportName: '首饰调拨',
    empty: '今天还没有调拨。新增一张调拨单，扫码录入首饰',
    keys: 'biz:bizAllocate',
    viewKey: 'biz:bizAllocate:view',
    dialog,
    editBlocked: (row) => (row.allocateAt === shopToday() || can('biz:date:edit') ? undefined : '只能编辑当天的调拨单'),
    day: '调拨日期',
    filters: [
      { kind: 'select', name: 'outShopId', label: '调出分店', options: shops },
      { kind: 'select', name: 'inShopId', label: '调入分店', options: shops },
    ],
    further: [{ kind: 'day', name: 'allocateAt', label: '调拨当天' }],
    columns: ['no', 'auditFlag', 'allocateAt', 'num', 'goldWeight', 'inAmount', 'outShopName', 'inShopName', 'remark'],
    adds: [['新增调拨', (screen) => dialog(null, 'add', screen)]],
    print: 'allocate',
    facts: (row) => [
      ['调出', row.outShopName],
      ['调入', row.inShopName],
      ['日期', row.allocateAt],
    ],
  });

export default screenWithShops(screenFor);
