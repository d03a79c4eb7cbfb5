/** An invented kind of document: jewellery lent for a fitting, 借出单. */
import { DOCUMENT_ACTIONS, type DocumentManifest } from '../../../services/contracts/manifest.ts';

export const loanManifest: DocumentManifest = {
  kind: 'loan',
  folder: 'loan',
  prefix: 'JC',
  label: '借出单',
  path: '/biz-loan',
  permission: 'biz:bizLoan',
  moves: ['piece'],
  events: 'Loan',
  pages: [
    {
      id: 90,
      area: '/stock',
      place: 12,
      title: '首饰借出',
      path: '/stock/loan',
      icon: 'gift',
      key: 'biz:bizLoan',
      actions: [...DOCUMENT_ACTIONS, 'export'],
    },
  ],
  duty: 'stock',
  looksUp: { piece: ['add', 'edit'], customer: ['list'] },
  print: {
    kind: 'loan',
    columns: 'loan',
    title: '借出单',
    choice: '借出单模板',
    design: null,
    offers: {
      groups: [
        {
          title: '单据',
          fields: [
            ['no', '单据号'],
            ['loanAt', '借出日期', 'day'],
          ],
        },
      ],
      lines: [
        ['barcode', '条码'],
        ['num', '数量', 'count'],
      ],
    },
    fields: [
      ['no', '单据号'],
      ['barcode', '条码'],
    ],
    paper: {
      size: [210, 140],
      title: '首饰借出单',
      facts: ['单号：{{no}}', '日期：{{loanAt}}', '{{shopName}} → {{borrower}}'],
      columns: [
        ['barcode', '条码', 60],
        ['num', '数量', 30, 'count'],
      ],
      totals: '合计：{{num}}件',
      signed: '借出人：',
    },
  },
  tables: { loans: '借出单' },
  masterColumns: { customer: ['borrower_id'] },
  fieldNames: { loanId: '借出单', loanAt: '借出日期' },
};
