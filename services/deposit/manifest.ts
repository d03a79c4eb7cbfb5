/** Deposits and stored value of customers: 定金储值. */
import { DOCUMENT_ACTIONS, SIGNED_FIELDS, type DocumentManifest } from '../contracts/manifest.ts';

/** What a screen needs for its number. */
export const depositName = { kind: 'deposit', prefix: 'CZ', label: '定金储值单' } as const;
export const depositManifest: DocumentManifest = {
  ...depositName,
  folder: 'deposit',
  path: '/biz-deposit',
  permission: 'biz:bizDeposit',
  moves: ['balance'],
  events: 'Deposit',
  eventWords: {
    BalanceHeld: '占用余额',
    BalanceHoldReleased: '取消占用余额',
    BalancePosted: '余额过账',
    BalanceClaimed: '余额待撤回',
    BalanceClaimReleased: '取消余额撤回',
    BalancePostingReversed: '余额撤回',
    BalanceHandedOver: '余额转出',
    BalanceTakenOver: '余额转入',
    BalanceHandOverUndone: '余额转出撤销',
  },
  pages: [
    {
      id: 88,
      area: '/sales',
      place: 5,
      title: '定金储值',
      path: '/sales/deposit',
      icon: 'credit-card',
      key: 'biz:bizDeposit',
      actions: [...DOCUMENT_ACTIONS, 'export'],
    },
  ],
  duty: 'counter',
  looksUp: { customer: ['list', 'add'] },
  print: {
    kind: 'deposit',
    columns: 'deposit',
    title: '定金储值单',
    choice: '定金储值单模板',
    design: null,
    offers: {
      groups: [
        {
          title: '单据',
          fields: [
            ['no', '单据号'],
            ['depositAt', '日期', 'day'],
            ['shopName', '分店'],
            ['customerName', '客户'],
            ['customerMobile', '客户电话'],
            ['account', '账户'],
            ['kindName', '收退'],
            ['amount', '金额', 'money'],
            ['amountWords', '金额大写'],
            ['paidBy', '支付方式'],
            ['goodsBarcode', '预订条码'],
            ['deliverAt', '预计交货', 'day'],
            ['seller', '经办人'],
            ...SIGNED_FIELDS,
          ],
        },
      ],
      lines: [
        ['account', '账户'],
        ['kindName', '收退'],
        ['amount', '金额', 'money'],
        ['paidBy', '支付方式'],
        ['remark', '备注'],
      ],
    },
  },
  tables: { deposits: '定金储值单' },
  fieldNames: {
    depositId: '定金储值单',
    depositAt: '日期',
    account: '账户',
    amount: '金额',
    goodsBarcode: '预订条码',
    deliverAt: '预计交货',
    inFee: '收款',
    outFee: '退款',
    seller: '经办人',
    sellerId: '经办人',
  },
};
