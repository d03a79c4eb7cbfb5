/** The plain printed 销售单 as one HTML page in millimetres, black on white, without cost (R18). Pure. */
import { SaleBalanceRow, SaleLineRow, SalePaper } from 'projections/sales/contract';
import { cut } from 'services/contracts/limits';
import { z } from 'zod';
import { chineseAmount } from './chinese-amount.ts';

/** Data of GET /biz-sell/print/{id}. */
export const OrderPrint = z.object({
  tables: z.object({
    master: z.array(SalePaper).min(1),
    goods: z.array(SaleLineRow),
    balance: z.array(SaleBalanceRow),
  }),
});
export type OrderPrint = z.infer<typeof OrderPrint>;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (value: string | number): string => String(value).replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
const money = (yuan: number): string =>
  yuan.toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const grams = (value: number): string => value.toFixed(3);
const sum = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((total, row) => total + Math.round(value(row) * 1000), 0) / 1000;

/** More lines than these do not fit half a sheet. */
const A5_LINES = 5;
const styles = (paper: string): string => `
@page { size: ${paper}; margin: 9mm 10mm; }
* { box-sizing: border-box; }
body { margin: 0; color: #000; background: #fff; font: 9.5pt/1.4 "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; font-variant-numeric: tabular-nums; }
header { position: relative; text-align: center; margin-bottom: 3mm; }
h1 { margin: 0; font-size: 15pt; letter-spacing: 1mm; }
h2 { margin: 0; font-size: 12pt; font-weight: 500; letter-spacing: 3mm; text-indent: 3mm; }
.no { position: absolute; right: 0; bottom: 0; font-size: 9pt; }
.state { position: absolute; left: 0; bottom: 0; font-size: 9pt; }
dl { display: grid; grid-template-columns: repeat(4, auto); justify-content: space-between; gap: 0 5mm; margin: 0 0 2mm; }
dl div { display: flex; gap: 1.5mm; }
dt::after { content: "："; }
dd { margin: 0; }
table { width: 100%; border-collapse: collapse; }
th, td { border: 0.25mm solid #000; padding: 0.8mm 1.2mm; text-align: right; vertical-align: middle; }
th { font-weight: 500; text-align: center; white-space: nowrap; }
td.t { text-align: left; overflow-wrap: anywhere; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
tfoot { display: table-row-group; }
tfoot td { font-weight: 600; }
.sums { margin-top: 2mm; display: grid; gap: 1mm; break-inside: avoid; }
.sums > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 6mm; }
.pay { font-size: 11pt; font-weight: 600; }
.sign { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8mm; margin-top: 6mm; break-inside: avoid; }
.sign span { border-bottom: 0.25mm solid #000; padding-bottom: 1mm; }
footer { margin-top: 3mm; font-size: 8pt; }
`;

/** What work costs on this line: everything beyond the price after rebate. */
const fees = (row: SaleLineRow): string => {
  const value = sum([row], ({ factSellFee, rebateFee }) => factSellFee - rebateFee);
  return value <= 0 ? '—' : money(value);
};
const line = (row: SaleLineRow, index: number): string => `<tr>
<td>${index + 1}</td><td class="t">${text(row.barcode)}</td><td class="t">${text(row.name)}</td>
<td class="t">${text(row.fineness)}</td><td>${row.num}</td><td>${grams(row.sellGoldWeight)}</td>
<td>${row.priceMode === '2' ? money(row.todayGoldCost) : '一口价'}</td><td>${money(row.sellPrice)}</td>
<td>${row.rebate === 100 ? '—' : `${row.rebate}%`}</td>
<td>${fees(row)}</td>
<td>${money(row.factSellFee)}</td></tr>`;
const HEADS = ['序', '条码', '品名', '成色', '数量', '金重(g)', '金价(元/g)', '销售价', '折扣', '工费', '金额'];

const item = (label: string, value: string): string =>
  `<div><dt>${label}</dt><dd>${text(value === '' ? '—' : value)}</dd></div>`;
/** 138****8000: the sheet lies on a counter. */
const masked = (mobile: string): string => (mobile.length >= 7 ? `${cut(mobile, 3)}****${mobile.slice(-4)}` : mobile);

const sumsOf = (row: SalePaper, balance: OrderPrint['tables']['balance']): string => {
  const paid = balance.map((each) => `${text(each.balance)} ¥${money(each.amount)}`).join('　');
  const off = sum([row], ({ payableFee, factFee }) => payableFee - factFee);
  const others = [
    ['退换', -row.changeFee],
    ['旧料', -row.oldFee],
    ['赠品', row.giftFee],
    ['维修清洗', row.cleanFee],
  ] as const;
  const shown = others.filter(([, value]) => value !== 0).map(([label, value]) => `${label}：¥${money(value)}`);
  return `<section class="sums">
<div><span>首饰金额：¥${money(row.amount)}</span>${shown.map((each) => `<span>${each}</span>`).join('')}
<span>应付：¥${money(row.payableFee)}</span>${off > 0 ? `<span>抹零：¥${money(off)}</span>` : ''}
<span class="pay">实付：¥${money(row.factFee)}</span></div>
<div><span class="pay">人民币大写：${chineseAmount(Math.round(row.factFee * 100))}</span></div>
<div><span>支付方式：${paid === '' ? '—' : paid}</span></div>
<div><span>本次积分：${row.points}</span>${row.remark === '' ? '' : `<span>备注：${text(row.remark)}</span>`}</div>
</section>`;
};

/** A whole HTML document. */
export const orderSheet = ({ tables: { master, goods, balance } }: OrderPrint): string => {
  const row = master[0] as SalePaper;
  const paper = goods.length <= A5_LINES ? 'A5 landscape' : 'A4 portrait';
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>销售单 ${text(row.orderNo)}</title>
<style>${styles(paper)}</style></head><body>
<header><h1>${text(row.shopName)}</h1><h2>销售单</h2>
${row.auditFlag === 2 ? '' : '<span class="state">待审核</span>'}<span class="no">单号：${text(row.orderNo)}</span></header>
<dl>${item('客户', row.customerName)}${item('电话', masked(row.customerMobile))}${item('销售日期', row.sellAt)}${item('销售员', row.seller)}</dl>
<table><thead><tr>${HEADS.map((head) => `<th>${head}</th>`).join('')}</tr></thead>
<tbody>${goods.map((each, index) => line(each, index)).join('')}</tbody>
<tfoot><tr><td class="t" colspan="4">合计</td><td>${sum(goods, ({ num }) => num)}</td>
<td>${grams(sum(goods, ({ sellGoldWeight }) => sellGoldWeight))}</td><td></td>
<td>${money(sum(goods, ({ sellPrice }) => sellPrice))}</td><td></td><td></td>
<td>${money(sum(goods, ({ factSellFee }) => factSellFee))}</td></tr></tfoot></table>
${sumsOf(row, balance)}
<section class="sign"><span>客户签名：</span><span>销售员：</span><span>收银：</span></section>
<footer>请当面核对品名、重量与金额，并妥善保管此单，作为售后凭证。</footer></body></html>`;
};
