/** Write-offs and write-ups: 损溢单. */
import { DOCUMENT_ACTIONS, type DocumentManifest } from '../contracts/manifest.ts';

export const adjustManifest: DocumentManifest = {
  kind: 'adjust',
  folder: 'stock-adjust',
  prefix: 'SY',
  label: '损溢单',
  path: '/biz-stock-adjust',
  permission: 'biz:bizStockAdjust',
  moves: ['piece'],
  events: 'StockAdjust',
  pages: [
    {
      id: 52,
      area: '/stock',
      place: 9,
      title: '报损报溢',
      path: '/stock/adjust',
      icon: 'diff',
      key: 'biz:bizStockAdjust',
      actions: [...DOCUMENT_ACTIONS, 'export'],
    },
  ],
  duty: 'proposal',
  looksUp: { piece: ['add', 'edit'] },
  tables: { stock_adjusts: '损溢单' },
  fieldNames: { adjustId: '损溢单', adjustAt: '日期' },
};
