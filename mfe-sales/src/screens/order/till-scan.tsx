/**
 * The scan box of the till (R99): a piece of this shop with that very barcode goes first; then 11 digits are a customer's
 * mobile, WX… a repair, XS… an order whose lines come back; anything else is a piece, then a gift.
 */
import { maskedPhone } from 'services/contracts/person';
import { customerList } from 'projections/master-data/contract';
import { ApiError, client } from 'root-config/api';
import { openOverlay, type FormHandle, type LineModel, type ScanOutcome } from 'root-config/ui';
import { z } from 'zod';
import { REPAIR_PREFIX } from 'services/sale/contract';
import { saleName } from 'services/sale/manifest';
import { repairList } from 'projections/repairs/contract';
import type { ChangeLine } from '../../order/change-line.ts';
import type { GiftLine } from '../../order/gift-line.ts';
import type { OrderLine } from '../../order/line.ts';
import { RepairDialog } from '../../repair/repair-dialog.tsx';
import { scanReturn } from './change-lines.tsx';
import { scanGift } from './gift-lines.tsx';
import { NO_SHOP, scanPiece } from './goods-lines.tsx';
import type { OrderValues } from './order-values.ts';

type Form = FormHandle<OrderValues>;
const MOBILE = /^\d{11}$/;
const numberedBy = (prefix: string): RegExp => new RegExp(`^${prefix}\\d+$`, 'i');
const REPAIR_NO = numberedBy(REPAIR_PREFIX);
const ORDER_NO = numberedBy(saleName.prefix);

/** What `look` finds; null when there is no such thing. @throws what else stands against it. */
const orNone = async (look: Promise<ScanOutcome>): Promise<ScanOutcome | null> => {
  try {
    return await look;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};

const Customers = z.object({
  list: z.array(z.object({ id: z.int(), name: z.string(), mobile: z.string() })),
});
const scanMobile = async (mobile: string, form: Form): Promise<ScanOutcome> => {
  const asked = { nameOrMobile: mobile, status: '2', pageSize: 20 };
  const { list } = Customers.parse(await client.get(customerList.path, asked));
  const found = list.find((one) => one.mobile === mobile || one.mobile === maskedPhone(mobile));
  if (found === undefined) return { ok: false, reason: '没有这个电话的客户' };
  form.set({ customerId: found.id, customerName: `${found.name} ${found.mobile}` });
  return { ok: true, text: `客户 ${found.name}` };
};

const Repairs = z.object({ list: z.array(z.object({ id: z.int(), no: z.string() })) });
const scanRepair = async (code: string): Promise<ScanOutcome> => {
  const [found] = Repairs.parse(await client.get(repairList.path, { barcode: code })).list;
  if (found === undefined) return { ok: false, reason: '没有这张维修单' };
  openOverlay((close) => <RepairDialog id={found.id} onSaved={() => undefined} onClose={close} />);
  return { ok: true, text: `已打开 ${found.no}` };
};

/** Lines of other lists stand in their own tabs: said with the scan. */
const inTab = (tab: string, outcome: ScanOutcome): ScanOutcome =>
  outcome.ok ? { ok: true, text: `${tab}：${outcome.text ?? ''}` } : outcome;

const scanNumber = async (code: string, form: Form): Promise<ScanOutcome | null> => {
  if (MOBILE.test(code)) return scanMobile(code, form);
  if (REPAIR_NO.test(code)) return scanRepair(code);
  if (!ORDER_NO.test(code)) return null;
  return inTab('退换货', await scanReturn(code, form, form.lines<ChangeLine>('sellChangeList')));
};

const UNKNOWN = '该分店没有此首饰或赠品';
export const scanAtTill = async (raw: string, form: Form, lines: LineModel<OrderLine>): Promise<ScanOutcome> => {
  const code = raw.trim();
  const { shopId } = form.values;
  const piece = shopId === undefined ? null : await orNone(scanPiece(code, form.values, lines));
  if (piece !== null) return piece;
  const other = await scanNumber(code, form);
  if (other !== null) return other;
  if (shopId === undefined) return { ok: false, reason: NO_SHOP };
  const gift = await orNone(scanGift(code, shopId, form.lines<GiftLine>('sellGiftList')));
  return gift === null ? { ok: false, reason: UNKNOWN } : inTab('赠品', gift);
};
