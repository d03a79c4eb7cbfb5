/** Papers of the counter as every installation starts with them (R41, R90, R98); sizes in mm. */
import { bars, rule, sheet, text } from './drawing.ts';
import {
  HEIGHT,
  INNER,
  LEFT,
  WIDTH,
  amount,
  foot,
  heading,
  last,
  line,
  list,
  pages,
  signature,
  type Column,
} from './paper-blocks.ts';

const GOODS: readonly Column[] = [
  ['barcode', '条码', 29],
  ['name', '名称', 36],
  ['fineness', '成色', 17],
  ['num', '数量', 10, 'sum-count'],
  ['sellGoldWeight', '金重(g)', 17, 'sum-weight'],
  ['todayGoldCost', '金价(元/g)', 18, 'money'],
  ['sellPrice', '销售价', 19, 'sum-money'],
  ['rebate', '折扣', 11, 'percent'],
  ['fees', '工费', 14, 'sum-money'],
  ['factSellFee', '金额', 19, 'sum-money'],
];
const CHANGE: readonly Column[] = [
  ['rawOrderNo', '原单号', 24],
  ['barcode', '条码', 31],
  ['name', '名称', 43],
  ['fineness', '成色', 19],
  ['returnNum', '数量', 11, 'sum-count'],
  ['goldWeight', '金重(g)', 20, 'sum-weight'],
  ['returnPrice', '退价', 20, 'money'],
  ['factReturnAmount', '金额', 22, 'sum-money'],
];
const RECYCLE: readonly Column[] = [
  ['type', '类别', 24],
  ['style', '款式', 26],
  ['fineness', '成色', 24],
  ['weight', '重量(g)', 22, 'sum-weight'],
  ['lossRatio', '折净率', 16, 'percent'],
  ['netWeight', '净重(g)', 22, 'sum-weight'],
  ['cost', '单价(元/g)', 20, 'money'],
  ['workFee', '工费(元/g)', 18, 'money'],
  ['price', '金额', 18, 'sum-money'],
];
const GIFTS: readonly Column[] = [
  ['barcode', '条码', 32],
  ['goodsName', '名称', 56],
  ['spec', '规格', 26],
  ['num', '数量', 14, 'sum-count'],
  ['price', '单价', 20, 'money'],
  ['rebateInte', '扣减积分', 20, 'sum-count'],
  ['amount', '金额', 22, 'sum-money'],
];
const CLEAN: readonly Column[] = [
  ['no', '维修单号', 32],
  ['type', '类别', 18],
  ['style', '款式', 20],
  ['fineness', '成色', 20],
  ['weight', '重量(g)', 20, 'weight'],
  ['remark', '要求', 36],
  ['promiseAt', '约定取件', 22],
  ['price', '金额', 22, 'sum-money'],
];
const BALANCE: readonly Column[] = [
  ['balance', '支付方式', 50],
  ['amount', '金额', 30, 'sum-money'],
];

/** 销售单: the six lists one below the other, whatever the order has of them. */
export const INVOICE_LAYOUT = sheet(WIDTH, HEIGHT, [
  ...heading('销售单'),
  line('单号：{{orderNo}}', [LEFT, 16, 45, 5]),
  line('日期：{{sellAt}}', [LEFT + 46, 16, 40, 5]),
  line('客户：{{customerName}} {{customerMobile}}', [LEFT + 88, 16, 102, 5]),
  line('销售员：{{sellers}}', [LEFT, 21, 86, 5]),
  line('备注：{{remark}}', [LEFT + 88, 21, 102, 5]),
  list('goods', '首饰', [27, 12], GOODS),
  list('change', '退换', [39, 12], CHANGE),
  list('recycle', '旧料', [51, 12], RECYCLE),
  list('gift', '赠品', [63, 12], GIFTS),
  list('clean', '维修清洗', [75, 12], CLEAN),
  list('balance', '收付款', [87, 14], BALANCE),
  foot('{{feesInWords}}', [LEFT, 102, INNER, 5]),
  foot('{{payableWords}}  抹零：￥{{roundFee}}', [LEFT, 107.5, 105, 5.5]),
  amount('factFee', '实付', [LEFT + 105, 106.5, 85, 6.5]),
  foot('人民币大写：{{factFeeWords}}', [LEFT, 113, 105, 5], { weight: 'bold' }),
  foot('本次积分：{{points}}  扣减积分：{{spentPoints}}  可用积分：{{usablePoints}}', [LEFT + 105, 113, 85, 5], {
    align: 'right',
  }),
  last(rule(LEFT, 118.8, INNER)),
  foot(
    '请当面核对品名、重量与金额，并保管好此单：凭此单按本店规定退换；以旧换新按当面复称的重量与当日金价计算。',
    [LEFT, 119.5, INNER, 4],
    { fontSize: 8 },
  ),
  ...signature('客户签名：', [LEFT, 125.5, 66], 17),
  ...signature('销售员：', [LEFT + 66, 125.5, 62], 14),
  ...signature('收银：', [LEFT + 128, 125.5, 62], 11),
  ...pages(),
]);

/** 旧料回收单: who sold it and can prove it, which the register of old gold asks for. */
export const RECYCLE_LAYOUT = sheet(WIDTH, HEIGHT, [
  ...heading('旧料回收单'),
  line('单号：{{no}}', [LEFT, 16, 45, 5]),
  line('日期：{{recycleAt}}', [LEFT + 46, 16, 40, 5]),
  line('客户：{{customerName}} {{customerMobile}}', [LEFT + 88, 16, 102, 5]),
  line('备注：{{remark}}', [LEFT, 21, INNER, 5]),
  list('goods', '旧料', [27, 52], RECYCLE),
  foot('人民币大写：{{oldFeeWords}}', [LEFT, 81, 110, 5], { weight: 'bold' }),
  amount('oldFee', '回收金额', [LEFT + 105, 80, 85, 6.5]),
  foot('支付：{{paidBy}}', [LEFT, 87, INNER, 5]),
  last(rule(LEFT, 93, INNER)),
  ...signature('证件类型：', [LEFT, 95, 60], 17),
  ...signature('证件号码：', [LEFT + 60, 95, 130], 17),
  ...signature('联系电话：', [LEFT, 102.5, 60], 17),
  ...signature('地址：', [LEFT + 60, 102.5, 130], 10),
  foot('本人确认以上旧料为本人合法所有，品名、重量与金额当面核对无误，自愿出售，款项当面结清。', [
    LEFT,
    111,
    INNER,
    4.5,
  ]),
  ...signature('出售人签字：', [LEFT, 123.5, 74], 20),
  ...signature('回收员（{{seller}}）签字：', [LEFT + 74, 123.5, 68], 34),
  ...signature('复核：', [LEFT + 142, 123.5, 48], 11),
  ...pages(),
]);

/** 交班单: by method what should have been there, what was, why not; signed by both. */
export const SHIFT_LAYOUT = sheet(WIDTH, HEIGHT, [
  ...heading('交班单'),
  line('单号：{{no}}', [LEFT, 16, 45, 5]),
  line('收银台：{{till}}', [LEFT + 46, 16, 60, 5]),
  line('交班时间：{{createdAt}}', [LEFT + 108, 16, 82, 5]),
  line('上一班：{{sinceNo}}', [LEFT, 21, 45, 5]),
  line('备注：{{remark}}', [LEFT + 46, 21, 144, 5]),
  list(
    'goods',
    '',
    [28, 72],
    [
      ['balance', '结算方式', 28],
      ['opening', '期初', 23, 'sum-money'],
      ['received', '收付', 24, 'sum-money'],
      ['corrected', '更正', 21, 'sum-money'],
      ['expected', '应有', 24, 'sum-money'],
      ['counted', '实点', 24, 'sum-money'],
      ['difference', '差额', 20, 'sum-money'],
      ['reason', '差额原因', 26],
    ],
  ),
  foot('应有合计：￥{{expected}}  实点合计：￥{{counted}}', [LEFT, 102, 120, 6]),
  amount('difference', '差额', [LEFT + 120, 101.5, 70, 6.5]),
  last(rule(LEFT, 110, INNER)),
  ...signature('交班人（{{handedBy}}）签字：', [LEFT, 118, 95], 38),
  ...signature('接班人（{{takenBy}}）签字：', [LEFT + 95, 118, 95], 38),
  ...pages(),
]);

const SLIP = 93;
/** 定金储值单: a receipt for the customer. */
export const DEPOSIT_LAYOUT = sheet(WIDTH, SLIP, [
  ...heading('定金储值单'),
  line('单号：{{no}}', [LEFT, 16, 60, 5]),
  line('日期：{{depositAt}}', [WIDTH - LEFT - 60, 16, 60, 5], { align: 'right' }),
  rule(LEFT, 22.5, INNER),
  line('客户：{{customerName}} {{customerMobile}}', [LEFT, 24.5, 95, 5.5], { fontSize: 11 }),
  line('账户：{{account}}（{{kindName}}）', [LEFT + 100, 24.5, 90, 5.5], { fontSize: 11 }),
  line('人民币大写：{{amountWords}}', [LEFT, 32, 110, 6], { fontSize: 11, weight: 'bold' }),
  amount('amount', '金额', [LEFT + 105, 31.5, 85, 7], 14),
  line('支付方式：{{paidBy}}', [LEFT, 40, INNER, 5]),
  line('预订首饰：{{goodsBarcode}}  预计交货：{{deliverAt}}', [LEFT, 46, INNER, 5]),
  line('备注：{{remark}}', [LEFT, 52, INNER, 5]),
  rule(LEFT, 59, INNER),
  text(
    '请保管好此单。定金、储值凭此单与本人手机号使用或退还；金价以付款当日挂牌价为准，另有约定的从其约定。',
    [LEFT, 60.5, INNER, 4],
    {
      fontSize: 8,
    },
  ),
  ...signature('客户签字：', [LEFT, 72, 95], 17),
  ...signature('经办人（{{seller}}）签字：', [LEFT + 95, 72, 95], 38),
  ...pages(SLIP),
]);

/** A slip of the till's printer: what the customer leaves, when it is promised, and the barcode to fetch it by. */
export const REPAIR_LAYOUT = sheet(80, 110, [
  text('{{shopName}}', [4, 4, 72, 5], { fontSize: 10, align: 'center' }),
  text('维修收件单', [4, 9.5, 72, 7], { fontSize: 15, weight: 'bold', align: 'center' }),
  bars([12, 18, 56, 13]),
  text('单据号：{{orderNo}}', [4, 33.5, 36, 4.5], { fontSize: 9 }),
  text('收件：{{sellAt}}', [42, 33.5, 34, 4.5], { fontSize: 9 }),
  text('客户：{{customerName}} {{customerMobile}}', [4, 38.5, 72, 4.5], { fontSize: 9 }),
  rule(4, 44.5, 72),
  text('{{type}} {{style}} {{fineness}}', [4, 46.5, 72, 5.5], { fontSize: 11, weight: 'bold' }),
  text('重量：{{weight}}g', [4, 53, 72, 4.5], { fontSize: 9 }),
  text('主石：{{stone}} {{stoneCt}}ct  {{stoneP}}粒', [4, 67.5, 72, 4.5], { fontSize: 9 }),
  text('副石：{{second}} {{secondCt}}ct  {{secondP}}粒', [4, 72.5, 72, 4.5], { fontSize: 9 }),
  text('要求：{{remark}}', [4, 58, 72, 9], { fontSize: 9, fit: 'wrap' }),
  rule(4, 78, 72),
  text('约定取件：{{promiseAt}}', [4, 80, 72, 5.5], { fontSize: 11, weight: 'bold' }),
  text('费用：￥{{price}}', [4, 86.5, 44, 5], { fontSize: 10 }),
  text('{{reprint}}', [40, 86.5, 36, 5], { fontSize: 9, weight: 'bold', align: 'right' }),
  text('请凭此单取件，取件时当面核对首饰与重量。', [4, 93, 72, 4], { fontSize: 8 }),
  text('客户签字：', [4, 100, 36, 4.5], { fontSize: 9 }),
  text('收件人：{{receivedBy}}', [42, 100, 34, 4.5], { fontSize: 9 }),
]);
