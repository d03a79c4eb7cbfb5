/** Inspections of received and returned pieces: 质检单. */
import {
  DOCUMENT_ACTIONS,
  LINE_FIELDS,
  SIGNED_FIELDS,
  TOTAL_FIELDS,
  type DocumentManifest,
} from '../contracts/manifest.ts';

export const inspectionManifest: DocumentManifest = {
  kind: 'inspection',
  folder: 'inspection',
  prefix: 'ZJ',
  label: '质检单',
  path: '/biz-goods-inspection',
  permission: 'biz:bizGoodsInspection',
  moves: ['piece'],
  events: 'Inspection',
  pages: [
    {
      id: 53,
      area: '/stock',
      place: 10,
      title: '首饰质检',
      path: '/stock/inspection',
      icon: 'verified',
      key: 'biz:bizGoodsInspection',
      actions: [...DOCUMENT_ACTIONS, 'export'],
    },
  ],
  duty: 'stock',
  looksUp: { piece: ['add', 'edit'] },
  print: {
    kind: 'inspection',
    columns: 'inspection',
    title: '质检单',
    choice: '质检单模板',
    design: null,
    offers: {
      groups: [
        {
          title: '单据',
          fields: [
            ['no', '单据号'],
            ['inspectAt', '质检日期', 'day'],
            ['shopName', '分店'],
            ['inspector', '质检员'],
            ...SIGNED_FIELDS,
          ],
        },
        {
          title: '合计',
          fields: [
            ...TOTAL_FIELDS,
            ['passedNum', '合格件数', 'count'],
            ['supplierNum', '退供应商件数', 'count'],
            ['meltNum', '转旧料件数', 'count'],
          ],
        },
      ],
      lines: [
        ...LINE_FIELDS,
        ['num', '数量', 'count'],
        ['goldWeight', '金重', 'weight'],
        ['resultName', '质检结果'],
        ['note', '问题说明'],
      ],
    },
    paper: {
      size: [210, 140],
      title: '首饰质检单',
      facts: ['单号：{{no}}', '日期：{{inspectAt}}', '{{shopName}}  质检员：{{inspector}}'],
      columns: [
        ['barcode', '条码', 36],
        ['name', '名称', 52],
        ['num', '数量', 14, 'count'],
        ['goldWeight', '金重(g)', 22, 'weight'],
        ['resultName', '质检结果', 22],
        ['note', '问题说明', 44],
      ],
      totals: '合计：{{num}}件  合格：{{passedNum}}  退供应商：{{supplierNum}}  转旧料：{{meltNum}}',
      signed: '制单：{{createdBy}}　　审核：{{auditor}}　　质检签字：',
    },
  },
  tables: { inspections: '质检单' },
  fieldNames: {
    inspectionId: '质检单',
    inspectAt: '质检日期',
    inspector: '质检员',
    result: '质检结果',
    note: '问题说明',
  },
};
