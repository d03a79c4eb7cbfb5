/** Counts of old material: 旧料盘点单. */
import { DOCUMENT_ACTIONS, type DocumentManifest } from '../contracts/manifest.ts';

export const materialCheckManifest: DocumentManifest = {
  kind: 'material-check',
  folder: 'material-check',
  prefix: 'PL',
  label: '旧料盘点单',
  path: '/biz-material-check',
  permission: 'biz:bizMaterialCheck',
  moves: ['old-material'],
  events: 'MaterialCheck',
  pages: [
    {
      id: 99,
      area: '/stock',
      place: 7,
      title: '旧料盘点',
      path: '/stock/material-check',
      icon: 'checklist',
      key: 'biz:bizMaterialCheck',
      actions: [...DOCUMENT_ACTIONS, 'export'],
    },
  ],
  duty: 'stock',
  looksUp: {},
  tables: { material_checks: '旧料盘点单' },
  fieldNames: { materialCheckId: '旧料盘点单', weighed: '称得重量', weighedAt: '称重时间' },
};
