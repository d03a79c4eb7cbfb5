/**
 * LineGrid and react-data-grid with the same 100,000 rows, columns, texts, frozen edges, editors and sums; the query
 * says which of them. grid.mjs opens the page and calls `window.bench`.
 */
import '@primer/primitives/dist/css/base/size/size.css';
import '@primer/primitives/dist/css/functional/size/size.css';
import '@primer/primitives/dist/css/functional/themes/light.css';
import 'react-data-grid/lib/styles.css';
import { useCallback, useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { DataGrid, renderTextEditor } from 'react-data-grid';
import { AppProviders } from 'root-config/api';
import { LineModel, show } from 'root-config/ui';
import { LineGrid } from '../../../root-config/src/ui/grid/line-grid.tsx';
import { ScanBox } from '../../../root-config/src/ui/grid/scan-box.tsx';

const ROWS = Number(new URLSearchParams(location.search).get('rows') ?? 100_000);
const HEIGHT = 640;
const NUMERIC = new Set(['money', 'weight', 'carat', 'count', 'percent']);
/** field, title, kind, width, then what is true of it. */
const COLUMNS = [
  ['barcode', '条码', 'text', 140, { frozen: 'left' }],
  ['name', '名称', 'text', 160, { frozen: 'left' }],
  ['type', '类别', 'text', 100],
  ['style', '款式', 'text', 100],
  ['fineness', '成色', 'text', 100],
  ['goldContent', '含金量', 'text', 100],
  ['stock', '库存', 'count', 76, { sum: true }],
  ['num', '数量', 'count', 76, { edit: 'number', sum: true }],
  ['goldWeight', '金重', 'weight', 104, { sum: true }],
  ['partWeight', '配件重', 'weight', 104, { sum: true }],
  ['stoneCt', '主石重', 'carat', 108, { sum: true }],
  ['price', '售价', 'money', 116, { edit: 'number', sum: true }],
  ['cost', '成本', 'money', 116, { sum: true }],
  ['rebate', '折扣', 'percent', 84, { edit: 'number' }],
  ['fee', '工费', 'money', 116, { edit: 'number', sum: true }],
  ['supplier', '供应商', 'text', 140],
  ['shop', '分店', 'text', 120],
  ['day', '入库日期', 'day', 108],
  ['batch', '批次', 'text', 140],
  ['remark', '备注', 'text', 220, { edit: 'text' }],
].map(([field, title, kind, width, rest]) => ({ field, title, kind, width, ...rest }));

const NAMES = ['足金古法手镯', '18K金钻石戒指', '铂金素圈对戒', '足金转运珠手链', '翡翠平安扣吊坠', '珍珠项链'];
const lineOf = (n) => ({
  barcode: String(260_000_000_013 + n * 17),
  name: `${NAMES[n % NAMES.length]}${n % 97}`,
  type: ['戒指', '项链', '手镯', '吊坠', '耳饰'][n % 5],
  style: ['素圈', '古法', '镶嵌', '串饰'][n % 4],
  fineness: ['足金999', '18K', 'Pt950'][n % 3],
  goldContent: ['999', '750', '950'][n % 3],
  stock: 1 + (n % 4),
  num: 1,
  goldWeight: (2315 + (n % 9000)) / 1000,
  partWeight: (n % 700) / 1000,
  stoneCt: ((n % 5) * 105) / 1000,
  price: 1299 + (n % 5000) * 8.5,
  cost: 899 + (n % 4000) * 6.5,
  rebate: 80 + (n % 20),
  fee: n % 300,
  supplier: `供应商${n % 20}`,
  shop: ['人民路店', '万达店', '中心店'][n % 3],
  day: `2026-11-${String(1 + (n % 21)).padStart(2, '0')}`,
  batch: `P${String(n % 1000).padStart(6, '0')}`,
  remark: n % 11 === 0 ? '柜台三号，客户预留' : '',
});
const LINES = Array.from({ length: ROWS }, (_, n) => lineOf(n));
const textOf = (kind, value) => {
  const text = show(kind, value);
  return text === '—' ? '' : text;
};
let scanned = 0;
const scannedLine = (barcode) => ({ ...lineOf((scanned += 1)), barcode });

const Ours = () => {
  const [model] = useState(() => new LineModel(({ barcode }) => barcode, LINES));
  return (
    <>
      <ScanBox
        onScan={async (code) => {
          if (model.has(code)) return { ok: false, reason: '已在单中' };
          model.append([scannedLine(code)], true);
          return { ok: true };
        }}
      />
      <LineGrid
        label="明细"
        columns={COLUMNS}
        model={model}
        height={HEIGHT}
        newLine={() => ({ ...lineOf(0), barcode: '' })}
      />
    </>
  );
};

const peerColumns = (remove) => [
  {
    key: 'row',
    name: '#',
    width: 44,
    frozen: true,
    renderCell: ({ rowIdx }) => rowIdx + 1,
    renderSummaryCell: () => '合计',
  },
  ...COLUMNS.map(({ field, title, kind, width, frozen, edit, sum }) => ({
    key: field,
    name: title,
    width,
    resizable: true,
    frozen: frozen === 'left',
    cellClass: NUMERIC.has(kind) ? 'num' : undefined,
    renderCell: ({ row }) => textOf(kind, row[field]),
    ...(edit === undefined ? {} : { renderEditCell: renderTextEditor, editable: true }),
    ...(sum === true ? { renderSummaryCell: ({ row }) => show(kind, row[field]) } : {}),
  })),
  {
    key: 'remove',
    name: '操作',
    width: 56,
    frozen: 'end',
    renderCell: ({ rowIdx }) => (
      <button type="button" tabIndex={-1} aria-label={`删除第${rowIdx + 1}行`} onClick={() => remove(rowIdx)}>
        删除
      </button>
    ),
  },
];
const SUMS = COLUMNS.filter(({ sum }) => sum === true).map(({ field }) => field);
const sumsOf = (lines) => {
  const sums = Object.fromEntries(SUMS.map((field) => [field, 0]));
  for (const line of lines) for (const field of SUMS) sums[field] += Math.round(line[field] * 1000);
  for (const field of SUMS) sums[field] /= 1000;
  return sums;
};
/** Kept as its users keep it: rows in state, sums and keys moved on with each scan rather than made again. */
const Peer = () => {
  const [rows, setRows] = useState(LINES);
  const [sums, setSums] = useState(() => sumsOf(LINES));
  const keys = useRef(undefined);
  const grid = useRef(null);
  const columns = useMemo(() => peerColumns((at) => setRows((all) => all.toSpliced(at, 1))), []);
  const onScan = useCallback(async (code) => {
    keys.current ??= new Set(LINES.map(({ barcode }) => barcode));
    if (keys.current.has(code)) return { ok: false, reason: '已在单中' };
    const line = scannedLine(code);
    keys.current.add(code);
    setSums((before) => Object.fromEntries(SUMS.map((field) => [field, before[field] + line[field]])));
    setRows((all) => {
      const next = [...all, line];
      requestAnimationFrame(() => grid.current?.scrollToCell({ rowIdx: next.length - 1 }));
      return next;
    });
    return { ok: true };
  }, []);
  return (
    <>
      <ScanBox onScan={onScan} />
      <DataGrid
        ref={grid}
        aria-label="明细"
        className="rdg-light"
        style={{ blockSize: HEIGHT }}
        columns={columns}
        rows={rows}
        rowKeyGetter={({ barcode }) => barcode}
        rowHeight={32}
        headerRowHeight={32}
        summaryRowHeight={32}
        bottomSummaryRows={[sums]}
        onRowsChange={setRows}
      />
    </>
  );
};

const frame = () => new Promise(requestAnimationFrame);
/** Called in a frame, before it is painted: resolves when it was. */
const painted = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(performance.now()));
    port1.start();
    port2.postMessage(0);
  });
const ours = new URLSearchParams(location.search).get('grid') === 'ours';
const scroller = () => document.querySelector(ours ? '.ui-grid' : '.rdg');
const shownRows = () => document.querySelectorAll(ours ? '.ui-grid-body .ui-row' : '.rdg-row').length;

const KEY = { bubbles: true, cancelable: true };
/** A scanner: all keys at once, at the page. */
const scanKeys = (code) => {
  for (const key of code) {
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { ...KEY, key, code: `Digit${key}`, keyCode: 48 + Number(key) }),
    );
  }
  document.body.dispatchEvent(new KeyboardEvent('keydown', { ...KEY, key: 'Enter', code: 'Enter', keyCode: 13 }));
};
/** A cell with this text that lies inside the scrolled box. */
const inSight = (text) => {
  const box = scroller().getBoundingClientRect();
  return [...scroller().querySelectorAll('[role=gridcell]')].some((cell) => {
    if (cell.textContent !== text) return false;
    const { top, bottom } = cell.getBoundingClientRect();
    return top >= box.top && bottom <= box.bottom;
  });
};

window.bench = {
  /** ms from rendering to the painted frame. */
  async mount() {
    localStorage.setItem('jewel:pref:0:scan-sound', 'false');
    await frame();
    const from = performance.now();
    createRoot(document.querySelector('#root')).render(<AppProviders>{ours ? <Ours /> : <Peer />}</AppProviders>);
    do await frame();
    while (shownRows() === 0);
    return (await painted()) - from;
  },
  /** Frames of `step` px each; the caller reads the main thread's time around it. */
  async scroll({ frames, step }) {
    const box = scroller();
    for (let n = 0; n < frames; n += 1) {
      box.scrollTop += step;
      await frame();
    }
    await painted();
    return { rows: shownRows(), top: box.scrollTop };
  },
  /** ms from the scanner's first key to the painted frame with the new row in sight. */
  async scan(code) {
    const from = performance.now();
    scanKeys(code);
    do {
      if (performance.now() - from > 10_000) throw new Error(`${code} is not in sight`);
      await frame();
    } while (!inSight(code));
    return (await painted()) - from;
  },
  /** What the first and a middle visible row say: both grids must say the same. */
  texts() {
    const rows = [...document.querySelectorAll(ours ? '.ui-grid-body .ui-row' : '.rdg-row')];
    const cells = rows[0].querySelectorAll('[role=gridcell],[role=rowheader]');
    return { rows: rows.length, cells: [...cells].map(({ textContent }) => textContent) };
  },
};
