/** A bill for a case file: the document with its lines, money and people, what happened to it, and the lives of its pieces. */
import { asBarcode } from '../../contracts/barcode.ts';
import { numberOf } from '../../contracts/document.ts';
import { cut } from '../../contracts/limits.ts';
import type { DocumentManifest } from '../../contracts/manifest.ts';
import { MANIFESTS } from '../../contracts/manifests.ts';
import { goodsStream } from '../../goods/contract.ts';
import { checkStream } from '../../stock-check/contract.ts';
import { depositStream } from '../../deposit/contract.ts';
import { giftInStream } from '../../gift/contract.ts';
import { inspectionStream } from '../../inspection/contract.ts';
import { BOARD_ID, boardStream } from '../../quoted-price/contract.ts';
import { materialCheckStream } from '../../material-check/contract.ts';
import { recycleOutStream } from '../../recycle-out/contract.ts';
import { recycleStream } from '../../recycle/contract.ts';
import { saleStream } from '../../sale/contract.ts';
import { adjustStream } from '../../stock-adjust/contract.ts';
import { supplierReturnStream } from '../../supplier-return/contract.ts';
import { transferStream } from '../../transfer/contract.ts';
import { isRow, LIFE, rowsIn, textOf, unlessRefused, type Ask, type Facts, type Row, type Table } from './facts.ts';
import type { Sum } from './signed-content.ts';
import { recordInWords, tableOf } from './words.ts';

/** Where the events of each kind lie; a receipt's are those of its piece. */
const STREAMS: Readonly<Record<string, (id: number) => readonly string[]>> = {
  sale: (id) => [saleStream(id)],
  transfer: (id) => [transferStream(id)],
  'supplier-return': (id) => [supplierReturnStream(id)],
  check: (id) => [checkStream(id)],
  adjust: (id) => [adjustStream(id)],
  inspection: (id) => [inspectionStream(id)],
  recycle: (id) => [recycleStream(id)],
  'recycle-out': (id) => [recycleOutStream(id)],
  'material-check': (id) => [materialCheckStream(id)],
  'gift-in': (id) => [giftInStream(id)],
  deposit: (id) => [depositStream(id)],
  receipt: () => [],
};
export type Bill = { readonly manifest: DocumentManifest; readonly id: number };
const NUMBER = /^([A-Z]+)(\d{1,15})$/;
/** XS10001; null where no kind of document has such numbers. */
export const billOf = (no: string): Bill | null => {
  const [, prefix, id] = NUMBER.exec(asBarcode(no)) ?? [];
  const manifest = MANIFESTS.find((one) => one.prefix === prefix && one.kind in STREAMS);
  return manifest === undefined ? null : { manifest, id: Number(id) };
};

const BARCODE = 'barcode';
const barcodesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(barcodesIn);
  if (!isRow(value)) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === BARCODE && typeof part === 'string' && part !== '' ? [part] : barcodesIn(part),
  );
};
const PICTURE = /\b[\da-f]{32}\.webp\b/g;
const picturesIn = (value: unknown): string[] => [...new Set(JSON.stringify(value).match(PICTURE))];

/** Pieces whose lives are told one by one; of further ones the events are there alone. */
const MOST_LIVES = 200;
const STEPS = [
  ['at', '时间', 'moment'],
  ['title', '事项'],
  ['by', '经手人'],
  ['said', '说明'],
] as const;
const changesOf = (step: Row): string =>
  rowsIn(step['changes'])
    .map(({ label, before, after }) => `${textOf(label)} ${[before, after].map(textOf).filter(Boolean).join(' → ')}`)
    .join('；');
const stepTable = (title: string, steps: readonly Row[]): Table =>
  tableOf(
    title,
    STEPS,
    steps.map((step) => ({
      ...step,
      said: [step['text'], step['reason'], changesOf(step)].map(textOf).filter(Boolean).join('；'),
    })),
  );
const lifeTables = (life: Row): Table[] => [
  stepTable(`首饰流水 ${textOf(life[BARCODE])} ${textOf(life['name'])}`, rowsIn(life['steps'])),
];

/** What an order's lists add up to. */
const SUMS: Readonly<Record<string, readonly Sum[]>> = {
  sale: [
    { title: '首饰金额', list: 'record.sellGoodsList', field: 'factSellFee', total: 'record.amount' },
    { title: '实付金额', list: 'record.sellBalanceList', field: 'amount', total: 'record.factFee' },
  ],
};
/** Whose it is; of what moves between shops the one that sends. */
export const shopOf = (record: Row) => ({
  shopId: Number(record['shopId'] ?? record['outShopId'] ?? 0),
  shopName: textOf(record['shopName'] ?? record['outShopName']),
});

export const billRecord = async (ask: Ask, { manifest, id }: Bill): Promise<Row> => {
  const record = await ask(`${manifest.path}/:id`, { params: { id } });
  if (!isRow(record)) throw new TypeError(`${manifest.path}/${id} is no record`);
  return record;
};
export const billFacts = async (
  ask: Ask,
  bill: Bill,
  onStep: (done: number, total: number) => void,
): Promise<Facts> => {
  const { manifest, id } = bill;
  const record = await billRecord(ask, bill);
  const history = rowsIn(await unlessRefused(ask(`${manifest.path}/:id/history`, { params: { id } })));
  const barcodes = [...new Set(barcodesIn(record))];
  const told = barcodes.slice(0, MOST_LIVES);
  const lives: Row[] = [];
  for (const [index, barcode] of told.entries()) {
    const life = await unlessRefused(ask(LIFE, { query: { barcode } }));
    if (isRow(life)) lives.push(life);
    onStep(index + 1, told.length);
  }
  return {
    title: `${manifest.label} ${numberOf(manifest, id)}`,
    ...shopOf(record),
    tables: [...recordInWords(manifest, record), stepTable('经过', history), ...lives.flatMap(lifeTables)],
    data: { record, history, lives },
    sums: SUMS[manifest.kind] ?? [],
    streams: STREAMS[manifest.kind]?.(id) ?? [],
    lives: [
      ...lives.map((life) => textOf(life[BARCODE])),
      ...(lives.length === 0 ? [] : barcodes.slice(MOST_LIVES)),
    ].map(goodsStream),
    // Where the price of a gram came from.
    heldThen: manifest.kind === 'sale' ? { board: boardStream(BOARD_ID), when: saleStream(id) } : undefined,
    pictures: picturesIn({ record, lives }),
  };
};
/** As its page calls a bill, for a list of case files. */
export const billName = ({ manifest, id }: Bill): string => cut(`${manifest.label} ${numberOf(manifest, id)}`, 60);
