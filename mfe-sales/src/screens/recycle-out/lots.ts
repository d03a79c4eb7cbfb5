/** Lots in an exit while it is made: what a scan of their number adds, how they are told. */
import { FreeLot, freeLots, type RecycleOutLineRow } from 'projections/recycle-outs/contract';
import { client } from 'root-config/api';
import { asBarcode } from 'services/contracts/barcode';
import { lotNoTyped } from 'services/old-material/contract';
import type { LineColumn, LineModel, ScanOutcome } from 'root-config/ui';
import { z } from 'zod';

/** `free`: what nobody held when it was chosen; unknown of a saved line. */
export type LotLine = Omit<RecycleOutLineRow, 'weightOut'> & {
  readonly weightOut: number | undefined;
  readonly free: number | undefined;
};
export const keyOfLot = ({ lotNo }: Pick<LotLine, 'lotNo'>): string => lotNo;
/** All of it leaves, unless somebody says less. */
export const lineOf = ({ lotId, lotNo, fineness, type, style, name, free }: FreeLot): LotLine => ({
  lotId,
  lotNo,
  fineness,
  type,
  style,
  name,
  free,
  weightOut: free,
});

export const freeLotsOf = async (
  query: { readonly shopId: number; readonly barcode?: string; readonly fineness?: string },
  signal?: AbortSignal,
): Promise<readonly FreeLot[]> =>
  z.array(FreeLot).parse(await client.get(freeLots.path, query, signal === undefined ? {} : { signal }));

export const NO_SHOP = '请先选择分店名称！';
/** A lot by its number, JL10023 or 10023. */
export const scanLot = async (
  code: string,
  shopId: number | undefined,
  lines: LineModel<LotLine>,
): Promise<ScanOutcome> => {
  const barcode = asBarcode(code);
  if (shopId === undefined) return { ok: false, reason: NO_SHOP };
  if (barcode === '') return { ok: false, reason: '请输入旧料编号！' };
  const lotNo = lotNoTyped(barcode);
  if (lines.has(lotNo)) {
    lines.flash(lotNo);
    return { ok: false, reason: '列表已有此旧料，请不要重复输入！' };
  }
  const [lot] = await freeLotsOf({ shopId, barcode });
  if (lot === undefined) return { ok: false, reason: `本店没有可出库的旧料${lotNo}（不存在、已出库或已被占用）` };
  lines.append([lineOf(lot)], true);
  return { ok: true, key: lot.lotNo, text: `已录入 ${lot.lotNo} ${lot.fineness} ${lot.style}` };
};

const COLUMNS: readonly LineColumn<LotLine>[] = [
  { field: 'lotNo', title: '旧料编号', kind: 'text', width: 120 },
  { field: 'fineness', title: '成色', kind: 'text', width: 100 },
  { field: 'type', title: '类别', kind: 'text', width: 100 },
  { field: 'style', title: '款式', kind: 'text', width: 110 },
  { field: 'name', title: '名称', kind: 'text', width: 150 },
  { field: 'free', title: '可出库', kind: 'weight', width: 110 },
  { field: 'weightOut', title: '出库重量', kind: 'weight', width: 120, edit: 'number', sum: true },
];
const PHONE = ['lotNo', 'weightOut', 'fineness', 'free', 'type', 'style', 'name'];
/** What was free is known while it is chosen only. */
export const lotColumns = (phone: boolean, saved: boolean): readonly LineColumn<LotLine>[] => {
  const shown = saved ? COLUMNS.filter(({ field }) => field !== 'free') : COLUMNS;
  return phone ? shown.toSorted((a, b) => PHONE.indexOf(a.field) - PHONE.indexOf(b.field)) : shown;
};
