/** Lots in a count while they are weighed: what there is, what a scan of their number opens, what a weight says. */
import {
  LotToWeigh,
  MaterialCheckRecord,
  lotsToWeigh,
  type MaterialCheckLineRow,
} from 'projections/material-checks/contract';
import { client } from 'root-config/api';
import type { LineColumn, LineModel, ScanOutcome } from 'root-config/ui';
import { asBarcode } from 'services/contracts/barcode';
import { lotNoTyped } from 'services/old-material/contract';
import { z } from 'zod';

/** `weighed` undefined: it lay on no scale yet. */
export type LotLine = Omit<MaterialCheckLineRow, 'weighed' | 'weighedAt'> & {
  readonly weighed: number | undefined;
  readonly weighedAt: string | null;
};
export const keyOfLot = ({ lotNo }: Pick<LotLine, 'lotNo'>): string => lotNo;
export type CheckValues = Omit<MaterialCheckRecord, 'lotList'> & { readonly lotList: readonly LotLine[] };

export const valuesOf = (data: unknown): Partial<CheckValues> => MaterialCheckRecord.parse(data);
export const bodyOf = (values: Partial<CheckValues>) => {
  const { id, shopId, checkAt, fineness = '', blind = false, remark = '', lotList = [] } = values;
  return {
    ...(id === undefined ? {} : { id }),
    shopId,
    checkAt,
    fineness,
    blind,
    remark,
    lotList: lotList.map(({ lotId, weighed = null, weighedAt }) => ({ lotId, weighed, weighedAt })),
  };
};

export const lineOf = ({ lotId, lotNo, fineness, type, style, name, book }: LotToWeigh): LotLine => ({
  lotId,
  lotNo,
  fineness,
  type,
  style,
  name,
  book,
  weighed: undefined,
  weighedAt: null,
  difference: null,
  result: '',
  moved: '',
  weigher: '',
});
type LotsQuery = { readonly shopId: number; readonly fineness: string; readonly blind: boolean };
export const lotsOf = async (
  { shopId, fineness, blind }: LotsQuery,
  signal?: AbortSignal,
): Promise<readonly LotLine[]> => {
  const query = { shopId, blind: blind ? '1' : '0', ...(fineness !== '' && { fineness }) };
  const lots = await client.get(lotsToWeigh.path, query, signal === undefined ? {} : { signal });
  return z.array(LotToWeigh).parse(lots).map(lineOf);
};

const WORDS = [
  { is: (difference: number) => difference === 0, word: '相符' },
  { is: (difference: number) => difference > 0, word: '偏重' },
  { is: () => true, word: '偏轻' },
] as const;
/** The line as it is weighed now; against the books where they are told. */
export const weighedNow = (line: LotLine, weighed: number | undefined): LotLine => {
  const { book } = line;
  const again = { ...line, weighed, weighedAt: weighed === undefined ? null : new Date().toISOString(), moved: '' };
  if (book === null || weighed === undefined) return { ...again, difference: null, result: '' };
  const difference = Math.round((weighed - book) * 1000) / 1000;
  const word = WORDS.find(({ is }) => is(difference))?.word ?? '';
  return { ...again, difference, result: weighed === 0 && difference < 0 ? '缺失' : word };
};

/** A lot by its number, JL10023 or 10023: its weight is typed, or comes from the scale. */
export const scanLot = (code: string, lines: LineModel<LotLine>): ScanOutcome => {
  const barcode = asBarcode(code);
  if (barcode === '') return { ok: false, reason: '请输入旧料编号！' };
  const lotNo = lotNoTyped(barcode);
  const row = lines.indexOf(lotNo);
  if (row === -1) return { ok: false, reason: `列表中没有旧料${lotNo}（不在本店、已出库或不是本单的成色）` };
  lines.flash(lotNo);
  lines.reveal(row, 'weighed');
  return { ok: true, key: lotNo, text: `请称重 ${lotNo}` };
};

const COLUMNS: readonly LineColumn<LotLine>[] = [
  { field: 'lotNo', title: '旧料编号', kind: 'text', width: 110 },
  { field: 'fineness', title: '成色', kind: 'text', width: 90 },
  { field: 'type', title: '类别', kind: 'text', width: 80 },
  { field: 'style', title: '款式', kind: 'text', width: 90 },
  { field: 'name', title: '名称', kind: 'text', width: 130 },
  { field: 'book', title: '账面重量', kind: 'weight', width: 100 },
  {
    field: 'weighed',
    title: '称得重量',
    kind: 'weight',
    width: 110,
    edit: 'number',
    decimals: 3,
    min: 0,
    change: (line, value) => ({ line: weighedNow(line, typeof value === 'number' ? value : undefined) }),
  },
  { field: 'difference', title: '差异', kind: 'weight', width: 90 },
  { field: 'result', title: '结果', kind: 'text', width: 70 },
  { field: 'moved', title: '称重后变动', kind: 'text', width: 120 },
  { field: 'weigher', title: '称重人', kind: 'text', width: 90 },
];
const PHONE = [
  'lotNo',
  'weighed',
  'result',
  'difference',
  'book',
  'fineness',
  'type',
  'style',
  'name',
  'moved',
  'weigher',
];
export const lotColumns = (phone: boolean): readonly LineColumn<LotLine>[] =>
  phone ? COLUMNS.toSorted((a, b) => PHONE.indexOf(a.field) - PHONE.indexOf(b.field)) : COLUMNS;
