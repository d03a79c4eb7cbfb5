/** A chain's history for the benches: pieces with every field, received, audited, held, moved and sold. */
import { randomUUID } from 'node:crypto';
import { copyEvents } from '../../services/platform/event-store/postgres/bulk.ts';
import golden from '../../services/goods/golden/GoodsReceived.v1.json' with { type: 'json' };
import { META } from './support.mjs';

export const CATEGORIES = ['戒指', '项链', '手镯', '吊坠', '耳环', '手链', '金条', '摆件'];
export const STYLES = ['光圈', '古法', '素圈', '镶嵌', '麻花', '福字', '龙凤', '莲花', '平安扣', '如意'];
export const FINENESSES = ['足金', '足金999', '18K金', '铂金950', '足银'];
const MATERIALS = ['翡翠', '和田玉', '钻石', '珍珠', '红宝石', '黄金', '蜜蜡', '玛瑙', '珊瑚', '琥珀'];
export const SHOPS = 20;
export const SUPPLIERS = 40;
/** Days the receipts are spread over, the last one being {@link LAST_DAY}. */
const DAYS = 720;
export const LAST_DAY = '2026-11-20';

const dayAt = (n) => new Date(Date.parse(LAST_DAY) - (DAYS - 1 - n) * 86_400_000).toISOString().slice(0, 10);
const pick = (list, n) => list[n % list.length];
/** Spreads neighbours: fields must not move in step with each other. */
const mixed = (n, salt) => Math.imul(n + 1, 0x9e3779b1 ^ Math.imul(salt, 0x85ebca6b)) >>> 7;

export const barcodeOf = (n) => `2026${String(n).padStart(8, '0')}`;
/** Data of a receipt with every field filled. */
export const receiptOf = (n, count) => {
  const category = pick(CATEGORIES, mixed(n, 1));
  const style = pick(STYLES, mixed(n, 2));
  const netWeightMg = 1_000 + (mixed(n, 3) % 60_000);
  return {
    ...golden.data,
    barcode: barcodeOf(n),
    receiptId: n + 1,
    shopId: 1 + (mixed(n, 4) % SHOPS),
    supplierId: 1 + (mixed(n, 5) % SUPPLIERS),
    receivedOn: dayAt(Math.floor((n / count) * DAYS)),
    batchNo: `P${String(Math.floor(n / 200)).padStart(6, '0')}`,
    attributes: {
      ...golden.data.attributes,
      category,
      style,
      name: `${pick(MATERIALS, mixed(n, 6))}${style}${category}${n % 100}`,
      fineness: pick(FINENESSES, mixed(n, 7)),
      goldContent: n % 3 === 0 ? '999' : '750',
      styleNo: `K${n % 5_000}`,
      serialNo: `S${n}`,
      netWeightMg,
      grossWeightMg: netWeightMg + 300,
      tagPriceFen: 50_000 + (mixed(n, 8) % 3_000_000),
      certificateNo: n % 4 === 0 ? `GTC${String(n).padStart(9, '0')}` : '',
      spec: '标准',
      color: '白',
      ringSize: String(10 + (n % 12)),
      mainStoneShape: '圆形',
      mainStoneClarity: 'VS1',
      remark: '柜台陈列',
    },
  };
};

const eventAt = (type, data, at) => ({
  id: randomUUID(),
  type,
  data,
  meta: { ...META, at, shopId: data.shopId ?? null },
});
const holder = (n) => ({ kind: 'sale', id: 5_000_000 + n, no: `XS${5_000_000 + n}` });

/** The five events of piece `n`: sold after a correction, moved to another shop and held there, or held twice. */
const lifeOf = (n, count) => {
  const received = receiptOf(n, count);
  const { barcode, shopId, receivedOn, receiptId, quantity, attributes } = received;
  const { unitCostFen } = attributes;
  const key = `document-${n}/1/1`;
  const held = { barcode, key, shopId, quantity, holder: holder(n) };
  const document = { ...holder(n), line: 1, businessDate: receivedOn };
  const audited = { barcode, receiptId, shopId, quantity, unitCostFen, receivedOn, auditor: '李店长' };
  const start = [['GoodsReceived', received]];
  if (n % 4 === 0) {
    const sold = { barcode, key, document, shopId, quantity, unitCostFen, amountFen: 200_000, soldWeightMg: 3_215 };
    start.push(['GoodsReceiptCorrected', received], ['GoodsReceiptAudited', audited]);
    return [...start, ['GoodsHeld', held], ['GoodsSold', sold]];
  }
  start.push(['GoodsReceiptAudited', audited], ['GoodsHeld', held]);
  if (n % 4 === 2) {
    const toShopId = 1 + (shopId % SHOPS);
    const prices = { outPriceFen: unitCostFen, inPriceFen: unitCostFen };
    const moved = { barcode, key, document, fromShopId: shopId, toShopId, quantity, ...prices, rowId: count + n + 1 };
    return [...start, ['GoodsTransferred', moved], ['GoodsHeld', { ...held, key: `${key}-2`, shopId: toShopId }]];
  }
  const released = { barcode, key, shopId, quantity };
  return [...start, ['GoodsHoldReleased', released], ['GoodsHeld', { ...held, key: `${key}-2` }]];
};

/** The first `steps` events of each of `count` pieces, step after step within runs of 1,000 pieces. */
export function* history(count, steps = 5) {
  for (let from = 0; from < count; from += 1_000) {
    const lives = Array.from({ length: Math.min(1_000, count - from) }, (_, i) => lifeOf(from + i, count));
    for (let step = 0; step < steps; step += 1) {
      for (const life of lives) {
        const [type, data] = life[step];
        const at = `${life[0][1].receivedOn}T1${step}:00:00+08:00`;
        yield { stream: `goods-${data.barcode}`, event: eventAt(type, data, at) };
      }
    }
  }
}

/** Days of a piece's steps after its receipt: audited the next day, then one to three months from step to step. */
const daysOf = (n) => {
  const days = [0, 1];
  for (let step = 2; step < 5; step += 1) days.push(days[step - 1] + 30 + (mixed(n, 8 + step) % 60));
  return days;
};
/** The same five events of each piece, day after day: what a day brings to a piece finds it months after the last time. */
export function* longHistory(count) {
  const byDay = [];
  for (let n = 0; n < count; n += 1) {
    const first = Math.floor((n / count) * DAYS);
    for (const [step, day] of daysOf(n).entries()) (byDay[first + day] ??= []).push(n * 5 + step);
  }
  for (const [day, steps] of byDay.entries()) {
    for (const one of steps ?? []) {
      const [type, data] = lifeOf(Math.floor(one / 5), count)[one % 5];
      yield { stream: `goods-${data.barcode}`, event: eventAt(type, data, `${dayAt(day)}T11:00:00+08:00`) };
    }
  }
}

/** Loads the history behind an empty log; answers the head. */
export const loadHistory = (url, count, steps) => copyEvents(url, history(count, steps));
/** As {@link loadHistory}, of two years in which a piece's events lie months apart. */
export const loadLongHistory = (url, count) => copyEvents(url, longHistory(count));
