// @vitest-environment node
import fc from 'fast-check';
import decodeQR from 'qr/decode.js';
import { PrintLayout, type PrintElement } from 'services/contracts/print-layout';
import { SAMPLE_LABEL } from 'services/contracts/print-fields';
import { describe, expect, test } from 'vitest';
import { decodeCode128 } from './code128-reader.ts';
import { code128 } from './code128.ts';
import label from './golden/label.json';
import { renderSheets, type RenderOptions } from './render.ts';

const layoutOf = (elements: object[], page = { width: 60, height: 30 }): PrintLayout =>
  PrintLayout.parse({ version: 2, page, elements });
const box = { x: 2, y: 3, width: 20, height: 5 };
const one = (element: object, data = {}, options: RenderOptions = {}): string =>
  renderSheets(layoutOf([{ ...box, ...element }]), data, options).join('');

/** Rectangles of a path of `M x y h w v h h -w z`, mm. */
type Rect = { x: number; y: number; width: number; height: number };
const rects = (svg: string): Rect[] =>
  [...svg.matchAll(/M([\d.-]+) ([\d.-]+)h([\d.-]+)v([\d.-]+)h-[\d.]+z/g)].map(([, ...numbers]) => {
    const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
    return { x, y, width, height };
  });

describe('a sheet', () => {
  test('has the size of the label in millimetres and counts in them', () => {
    expect(renderSheets(layoutOf([]), {})).toEqual([
      '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="30mm" viewBox="0 0 60 30" font-family="PingFang SC, Microsoft YaHei, Noto Sans CJK SC, sans-serif"></svg>',
    ]);
  });
  test('is moved and scaled for one printer', () => {
    const printer = { offsetX: 0.5, offsetY: -1.25, scale: 1.02, dotsPerMm: undefined };
    expect(one({ type: 'line' }, {}, { printer })).toContain('<g transform="translate(0.5 -1.25) scale(1.02)">');
  });
  test('of a real label stays as it was', async () => {
    const layout = PrintLayout.parse(label);
    const [svg = ''] = renderSheets(layout, SAMPLE_LABEL);
    await expect(`${svg.replaceAll('><', '>\n<')}\n`).toMatchFileSnapshot('./golden/label.svg');
  });
});

describe('words', () => {
  test('escape what SVG would read as markup, and leave out what XML forbids', () => {
    expect(one({ type: 'text', text: '{{name}}' }, { name: '<b>&"\u0000\ud800金' })).toContain(
      '&lt;b&gt;&amp;&quot;金</text>',
    );
  });
  test('stand where the box says: font in mm, anchored by their alignment', () => {
    const svg = one({ type: 'text', text: '足金', fontSize: 10, align: 'right', weight: 'bold' });
    // 10 pt are 3.5278 mm; the middle of the box is at 5.5 mm.
    expect(svg).toContain('<text x="22" y="6.8406" font-size="3.5278" text-anchor="end" font-weight="700"');
  });
  test('are squeezed to their box when they are too long', () => {
    expect(one({ type: 'text', text: '足金999翡翠镶嵌戒指特价款' })).toContain('textLength="20"');
    expect(one({ type: 'text', text: '足金' })).not.toContain('textLength');
  });
  test('wrap into as many lines as the box holds', () => {
    const svg = one({ type: 'text', text: '足金999翡翠镶嵌戒指特价款', fit: 'wrap', height: 7 });
    expect(svg.match(/<text/g)).toHaveLength(2);
  });
  test('a part whose fields are empty falls away with its words', () => {
    expect(
      one({ type: 'text', text: '圈口：{{ringsize}}  证书：{{cerif}}' }, { ringsize: '', cerif: 'GTC1' }),
    ).toContain('>证书：GTC1<');
  });
  test('an empty field takes the unit behind it along', () => {
    expect(one({ type: 'text', text: '{{stoneName}} {{stoneCt}}ct' }, { stoneName: '翡翠', stoneCt: 0 })).not.toContain(
      'ct',
    );
    expect(one({ type: 'text', text: '{{stoneCt}}ct' }, { stoneCt: 0.3 })).toContain('>0.300ct<');
  });
  test.each([
    ['filled', false],
    ['never', false],
    ['always', true],
  ])('an empty field that shows %s is there: %s', (show, there) => {
    expect(one({ type: 'field', field: 'cerif', prefix: '证书：', show }, {}).includes('证书')).toBe(there);
  });
  test('a field says its weight with three decimals and its unit', () => {
    expect(one({ type: 'field', field: 'goldWeight', prefix: '金重' }, { goldWeight: 3.2 })).toContain('>金重3.200g<');
  });
  test('turn around the middle of their box', () => {
    expect(one({ type: 'text', text: '足金', rotation: 90 })).toContain('<g transform="rotate(90 12 5.5)"><text');
  });
});

describe('a barcode', () => {
  const barcode = (code: string, look = {}, options: RenderOptions = {}): Rect[] =>
    rects(one({ type: 'barcode', width: 40, height: 8, ...look }, { barcode: code }, options));
  test('keeps ten modules free on both sides of its box (S0§9/8)', () => {
    const bars = barcode('202600000017');
    const module = 40 / (code128('202600000017').reduce((sum, width) => sum + width, 0) + 20);
    const last = bars.at(-1);
    expect(bars[0]?.x).toBeCloseTo(2 + 10 * module, 3);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(42 - 10 * module, 3);
    expect(bars[0]?.height).toBeCloseTo(8 - 2.2, 3);
  });
  test('read back from its bars in millimetres it is the code, whatever the code (S0§9/8)', () => {
    const codes = fc.stringMatching(/^[0-9A-Z._/-]{4,32}$/);
    fc.assert(
      fc.property(codes, fc.constantFrom(40, 55.5, 90), (code, width) => {
        expect(decodeCode128(barcode(code, { width }))).toBe(code);
      }),
    );
  });
  test('on a printer with known dots every bar is whole dots wide', () => {
    const printer = { offsetX: 0, offsetY: 0, scale: 1, dotsPerMm: 8 };
    for (const { width } of barcode('202600000017', {}, { printer })) expect((width * 8) % 1).toBeCloseTo(0, 6);
  });
  test('a code in Chinese is written in words instead of failing', () => {
    const svg = one({ type: 'barcode' }, { barcode: '金戒指' });
    expect(svg).toContain('>金戒指<');
    expect(rects(svg)).toEqual([]);
  });
});

describe('a QR code', () => {
  const pixels = (svg: string, side: number): { width: number; height: number; data: Uint8Array } => {
    const scale = 8;
    const size = side * scale;
    const data = new Uint8Array(size * size * 4).fill(255);
    for (const { x, y, width, height } of rects(svg)) {
      for (let row = Math.round(y * scale); row < Math.round((y + height) * scale); row += 1)
        for (let column = Math.round(x * scale); column < Math.round((x + width) * scale); column += 1)
          data.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3);
    }
    return { width: size, height: size, data };
  };
  test.each(['202600000017', 'https://example.cn/p/202600000017', '足金999 3.200g'])(
    'drawn %s is read back',
    (text) => {
      const svg = one({ type: 'qr', text: '{{it}}', x: 0, y: 0, width: 40, height: 40 }, { it: text });
      expect(decodeQR(pixels(svg, 40))).toBe(text);
    },
  );
  test('too long for a code it is written in words', () => {
    const svg = one({ type: 'qr', text: '{{it}}', level: 'H' }, { it: '金'.repeat(2_000) });
    expect(svg).toContain('<text');
  });
});

describe('a picture', () => {
  const picture = (name: string) => `/static/uploadfile/${name}`;
  test.each([
    ['["a.jpg","b.jpg"]', '/static/uploadfile/a.jpg'],
    [['/static/uploadfile/thumb/c.png'], '/static/uploadfile/c.png'],
  ])('%j is drawn from %s', (pictures, address) => {
    expect(one({ type: 'image', field: 'pictures' }, { pictures }, { picture })).toContain(`href="${address}"`);
  });
  test.each(['javascript:alert(1)', 'https://example.org/x.png', '[', '../../etc/passwd.png', 7])(
    '%j draws nothing',
    (pictures) => {
      expect(one({ type: 'image', field: 'pictures' }, { pictures }, { picture })).not.toContain('<image');
    },
  );
});

describe('a table', () => {
  const table = {
    type: 'table',
    field: 'goods',
    height: 18,
    columns: [
      { field: 'name', title: '名称', width: 12 },
      { field: 'sellGoldWeight', title: '金重', width: 8, align: 'right', unit: '' },
    ],
  };
  const goods = (count: number) => ({
    goods: Array.from({ length: count }, (_, at) => ({ name: `第${at}件`, sellGoldWeight: at })),
  });
  test('goes on to further sheets, numbered, and what is for the last sheet stands there only', () => {
    const layout = layoutOf([
      { ...box, ...table },
      { ...box, y: 24, type: 'text', text: '第{{sheet}}页共{{sheetCount}}页' },
      { ...box, y: 27, type: 'text', text: '合计', sheets: 'last' },
    ]);
    const sheets = renderSheets(layout, goods(5));
    expect(sheets.map((svg) => /第\d页共\d页/.exec(svg)?.[0])).toEqual(['第1页共3页', '第2页共3页', '第3页共3页']);
    expect(sheets.map((svg) => svg.includes('合计'))).toEqual([false, false, true]);
    expect(sheets.join('').match(/第\d件/g)).toEqual(['第0件', '第1件', '第2件', '第3件', '第4件']);
  });
  test('without rows leaves nothing on paper, unless it always shows its head (S1§9/7)', () => {
    expect(one(table, { goods: [] })).not.toMatch(/<path|<text/);
    expect(one({ ...table, show: 'always' }, {})).toContain('名称');
  });
  test('adds up the columns that are to be, over all its sheets, and never alone on one', () => {
    const summed = { ...table, columns: [table.columns[0], { ...table.columns[1], sum: true }] };
    const sheets = renderSheets(layoutOf([{ ...box, ...summed }]), goods(4));
    expect(sheets.map((svg) => svg.match(/第\d件|合计|>6.000</g))).toEqual([
      ['第0件', '第1件'],
      ['第2件'],
      ['第3件', '合计', '>6.000<'],
    ]);
  });
  test('adds up figures that come as text, to the last decimal', () => {
    const money = {
      ...table,
      columns: [
        { ...table.columns[0], sum: false },
        { field: 'amount', title: '金额', width: 8, sum: true },
      ],
    };
    const rows = ['0.10', '0.20', '1234.05'].map((amount) => ({ name: '戒指', amount }));
    expect(one({ ...money, height: 60 }, { goods: rows })).toContain('>1,234.35<');
  });
  test('with words that are too long for a cell has them in small lines instead of squeezed ones', () => {
    const long = one(table, { goods: [{ name: '足金999古法传承福字吊坠' }] });
    expect(long.match(/font-size="1.9756"/g)).toHaveLength(2);
  });
  const flowing = (field: string, y: number, title: string) => ({
    ...box,
    ...table,
    field,
    y,
    height: 30,
    flow: true,
    title,
    columns: [{ field: 'name', title: '名称', width: 20 }],
  });
  const lists = [flowing('goods', 3, '首饰'), flowing('change', 40, '退换'), flowing('gift', 80, '赠品')];
  const rows = (count: number, name: string) => Array.from({ length: count }, (_, at) => ({ name: `${name}${at}` }));
  const tops = (svg: string): number[] => [...svg.matchAll(/<path d="M2 ([\d.]+)h20/g)].map(([, top]) => Number(top));
  const page = { width: 60, height: 120 };
  test('with a column of warranties has a QR code a row, and no letter of it in words', () => {
    const columns = [
      { field: 'barcode', title: '条码', width: 20 },
      { field: 'warranty', title: '质保', width: 30 },
    ];
    const table = { ...flowing('goods', 3, ''), rowHeight: 30, height: 100, columns };
    const text = `https://house.example/v/JW1.${'a'.repeat(290)}`;
    const goods = [
      { barcode: 'A1', warranty: text },
      { barcode: 'A2', warranty: '' },
    ];
    const [sheet = ''] = renderSheets(layoutOf([table], page), { goods });
    expect(sheet.match(/shape-rendering="crispEdges"/g)).toHaveLength(1);
    expect(sheet).not.toContain('JW1');
    for (const words of ['A1', 'A2', '质保']) expect(sheet).toContain(words);
  });
  test('that flows follows the one above it, and one without rows takes no place (S1§9/7)', () => {
    const data = { goods: rows(2, '戒'), change: [], gift: rows(1, '盒') };
    const [sheet = '', ...more] = renderSheets(layoutOf(lists, page), data);
    expect(more).toEqual([]);
    // A title and a head of 6 mm each, two rows, the gap between the tables.
    expect(tops(sheet)).toEqual([9, 9 + 18 + 1.5 + 6]);
    expect(sheet).not.toContain('退换');
  });
  test('that flows goes on below its head on the next sheet, and the next one behind it (S1§9/7)', () => {
    const data = { goods: rows(17, '戒'), change: rows(2, '旧'), gift: rows(1, '盒') };
    // A sheet that is not the last is filled to its edge: 16 lines from 15 mm on, where the tables' own room has 15.
    const sheets = renderSheets(layoutOf(lists, page), data);
    expect(sheets).toHaveLength(2);
    expect(sheets[0]?.match(/戒\d+/g)).toHaveLength(16);
    expect(sheets[1]?.match(/首饰（续）|戒\d+|退换|旧\d|赠品|盒\d/g)).toEqual([
      '首饰（续）',
      '戒16',
      '退换',
      '旧0',
      '旧1',
      '赠品',
      '盒0',
    ]);
  });
  test('lower than a row still shows one: a document always ends', () => {
    expect(renderSheets(layoutOf([{ ...box, ...table, height: 1 }]), goods(3))).toHaveLength(3);
  });
});

describe('a copy that is not the first', () => {
  const again = { reprint: '补打（第2份）' };
  test('says so where its template has a place for it (S1§2.1/15)', () => {
    const svg = one({ type: 'text', text: '{{reprint}}' }, again);
    expect(svg.match(/补打（第2份）/g)).toHaveLength(1);
    expect(svg).toContain('x="2"');
  });
  test('says so in the upper right corner of every sheet where it has none; the first one says nothing (S1§2.1/15)', () => {
    expect(one({ type: 'text', text: '足金' }, again)).toContain('x="57"');
    expect(one({ type: 'text', text: '足金' }, { reprint: '' })).not.toContain('补打');
  });
});

test('no data and no layout within the limits makes drawing fail', { timeout: 60_000 }, () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.constant(null),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.object({ maxDepth: 1, maxKeys: 3 }),
  );
  const kinds = fc.constantFrom<PrintElement['type']>('text', 'field', 'barcode', 'qr', 'image', 'line', 'table');
  fc.assert(
    fc.property(kinds, anything, fc.constantFrom('wrap', 'clip', 'shrink'), (type, value, fit) => {
      const columns = [{ field: 'it', title: 'x', width: 5 }];
      const element = {
        ...box,
        type,
        field: 'it',
        text: '{{it}}',
        columns,
        ...(type === 'image' || type === 'table' ? {} : { fit }),
      };
      const [svg = ''] = renderSheets(layoutOf([element]), { it: value, rows: [value] });
      expect(svg.startsWith('<svg')).toBe(true);
      // eslint-disable-next-line no-control-regex -- XML forbids them
      expect(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(svg)).toBe(false);
    }),
  );
});
