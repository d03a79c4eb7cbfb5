/** The words of a slip, and its picture. */
import type { ShopperSlip, SlipPiece } from 'projections/shopper-bills/contract';
import { expect, test } from 'vitest';
import { WIDTH, linesOf, planOf, scaleOf, type Mark } from './picture-plan.ts';
import { checkingOf, checkingWords, orderFacts, otherWords, pieceFacts, returnedWords } from './words.ts';

const piece = (change: Partial<SlipPiece> = {}): SlipPiece => ({
  barcode: '202600000017',
  name: '足金戒指',
  num: 1,
  type: '戒指',
  style: '光圈',
  fineness: '足金',
  goldContent: '999.9',
  goldWeight: 3.215,
  weight: 3.515,
  stone: '钻石',
  stoneCt: 0.3,
  stoneP: 1,
  cerif: 'GTC1',
  thumb: '',
  photo: '',
  returned: 0,
  warranty: '',
  ...change,
});
const slip = (change: Partial<ShopperSlip> = {}): ShopperSlip => ({
  id: 10_007,
  orderNo: 'XS10007',
  shopName: '罗湖店',
  points: 22,
  usablePoints: 30,
  seller: '李小丽',
  sellAt: '2026-11-28',
  terms: '',
  list: [piece()],
  others: [],
  ...change,
});
/** Every sign is as wide as it is high. */
const square = (text: string, size: number): number => Array.from(text).length * size;
const textsOf = (marks: readonly Mark[]): readonly string[] =>
  marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));

test('a slip says what it has and leaves out what it has not (S1§2.16/8)', () => {
  const words = (facts: readonly { word: string; value: string }[]) =>
    facts.map(({ word, value }) => `${word} ${value}`);
  expect(words(orderFacts(slip({ amount: 2_238 })))).toEqual([
    '单号 XS10007',
    '门店 罗湖店',
    '日期 2026年11月28日',
    '销售员 李小丽',
    '实付 ¥2,238.00',
    '本单积分 22',
    '可用积分 30',
  ]);
  expect(words(pieceFacts(piece({ price: 2_238 })))).toEqual([
    '数量 1 件',
    '成色 足金 999.9',
    '金重 3.215 克',
    '总重 3.515 克',
    '主石 钻石 0.300 克拉 1 粒',
    '证书号 GTC1',
    '成交价 ¥2,238.00',
  ]);
  const plain = { goldContent: '足金', weight: 3.215, stone: '', stoneCt: 0, stoneP: 0, cerif: '' };
  expect(words(pieceFacts(piece(plain)))).toEqual(['数量 1 件', '成色 足金', '金重 3.215 克']);
});
test('what came back is said of one piece and of some of several (S1§2.16/8)', () => {
  const told = [
    [1, 0],
    [1, 1],
    [3, 2],
  ].map(([num = 0, returned = 0]) => returnedWords({ num, returned }));
  expect(told).toEqual(['', '已退回门店', '其中 2 件已退回门店']);
  expect(otherWords({ kind: '赠品', name: '银手链', num: 2 })).toBe('赠品 银手链 × 2');
  expect(otherWords({ kind: '旧料', name: '', num: 1 })).toBe('旧料');
});
test('the picture says the same as the page, with bars that a scanner reads, and nothing leaves its edges (S1§2.16/9)', () => {
  const long = '四'.repeat(40);
  const terms = `一、终身清洗。\n二、${'凭单换款'.repeat(20)}。`;
  const others = [{ kind: '赠品', name: '银手链', num: 1 }];
  const { height, marks } = planOf(
    slip({ shopName: long, list: [piece({ name: long, returned: 1 })], terms, others }),
    { today: '2026-11-29', codes: new Map() },
    square,
  );
  const text = textsOf(marks).join('');
  for (const said of [
    '质保单',
    'XS10007',
    '李小丽',
    long,
    '已退回门店',
    '3.215 克',
    'GTC1',
    '202600000017',
    '赠品 银手链',
    '一、终身清洗。',
    '2026-11-29 保存',
  ])
    expect(text).toContain(said);
  for (const mark of marks) {
    const width = mark.kind === 'box' ? mark.width : square(mark.text, mark.size);
    const left =
      mark.kind === 'box' || mark.align === 'left'
        ? mark.x
        : mark.align === 'right'
          ? mark.x - width
          : mark.x - width / 2;
    expect([left >= 0, left + width <= WIDTH, mark.y <= height], JSON.stringify(mark)).toEqual([true, true, true]);
  }
  const bars = marks.filter((mark) => mark.kind === 'box' && mark.colour === 'ink');
  expect(bars.length).toBeGreaterThan(20);
  expect(bars.every((mark) => mark.kind === 'box' && Number.isInteger(mark.x) && Number.isInteger(mark.width))).toBe(
    true,
  );
});
test('lines break where they are full and where the text does; an empty one stays (S1§2.16/9)', () => {
  expect(linesOf('一二三四五\n\n六', 3, (line) => line.length)).toEqual(['一二三', '四五', '', '六']);
});
test('a slip of two hundred pieces is drawn smaller, within what a phone can draw (S1§2.16/9)', () => {
  const list = Array.from({ length: 200 }, () => piece());
  const { height } = planOf(slip({ list }), { today: '2026-11-29', codes: new Map() }, square);
  const scale = scaleOf(height);
  expect(scaleOf(2_000)).toBe(2);
  expect(height * scale).toBeLessThanOrEqual(12_000);
  expect(height * scale * WIDTH * scale).toBeLessThanOrEqual(12_000_001);
});
test('a piece that the house signs has its QR on the picture, with the place where it is checked (S1§2.16/9)', () => {
  const warranty = 'https://house.example/v/JW1.x.y.z';
  const codes = new Map([
    [
      warranty,
      [
        [true, false],
        [false, true],
      ],
    ],
  ]);
  const plan = (change: Partial<SlipPiece>) =>
    planOf(slip({ list: [piece(change)] }), { today: '2026-11-29', codes }, square);
  const [signed, unsigned] = [plan({ warranty }), plan({ warranty: '' })];
  expect(signed.marks.length - unsigned.marks.length).toBe(3);
  expect(textsOf(signed.marks)).toContain('扫码查验真伪，或打开 house.example/v');
  expect(checkingOf(warranty)).toEqual({ link: '/v/JW1.x.y.z', place: 'house.example/v' });
  expect(checkingOf('JW1.x.y.z')).toEqual({ link: '/v/JW1.x.y.z', place: '' });
  expect([checkingOf(''), checkingWords('')]).toEqual([null, '扫码查验真伪']);
});
