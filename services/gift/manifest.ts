/** Stock-in of gifts: 赠品入库; and the reports of gifts. */
import { DOCUMENT_ACTIONS, type DocumentManifest } from '../contracts/manifest.ts';

/** What a screen needs for its number. */
export const giftInName = { kind: 'gift-in', prefix: 'LP', label: '赠品入库单' } as const;
export const giftManifest: DocumentManifest = {
  ...giftInName,
  folder: 'gift',
  path: '/biz-gift-in',
  permission: 'biz:bizGiftIn',
  moves: ['gift'],
  events: 'GiftIn',
  eventWords: {
    GiftHeld: '占用赠品',
    GiftHoldReleased: '取消占用赠品',
    GiftExpected: '赠品待入库',
    GiftReceived: '赠品入库',
    GiftReceiptReversed: '赠品入库撤回',
    GiftIssued: '赠品出库',
    GiftIssueClaimed: '赠品出库待撤回',
    GiftIssueReversed: '赠品出库撤回',
  },
  pages: [
    {
      id: 34,
      area: '/sales',
      place: 4,
      title: '赠品入库',
      path: '/sales/gift-in',
      icon: 'gift',
      key: 'biz:bizGiftIn',
      actions: DOCUMENT_ACTIONS,
      keys: {
        'biz:bizSellGift:list': '赠品销售报表',
        'biz:bizGiftTurnover:list': '赠品库存',
        'biz:bizGiftIn:export': '导出',
      },
    },
    {
      id: 84,
      area: '/sales',
      place: 11,
      title: '赠品库存',
      path: '/sales/report-gift-turnover',
      icon: 'graph',
      seenWith: 'biz:bizGiftTurnover:list',
    },
  ],
  duty: 'stock',
  looksUp: {},
  tables: { gift_ins: '赠品入库单', gift_stock: '赠品库存' },
  fieldNames: {
    inGiftAt: '入库日期',
    goodsName: '赠品名称',
    styleNo: '款号',
    measure: '计量单位',
    spec: '规格',
    rebateInte: '扣减积分',
  },
};
