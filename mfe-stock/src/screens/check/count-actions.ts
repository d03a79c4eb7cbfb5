/** What a count does: begins on the server, takes scans, begins again. */
import { createCommandKey, messageOf, toast } from 'root-config/api';
import { confirm, type FormHandle, type LineModel, type ScanOutcome } from 'root-config/ui';
import { useRef, useState } from 'react';
import { asBarcode } from 'services/contracts/barcode';
import { openCheck, resetCheck, scanCodes, whyNotOpen } from './check-commands.ts';
import type { CheckFeed } from './check-feed.ts';
import type { CheckValues, Line } from './check-lines.ts';
import type { ScanResult } from './last-scan.tsx';
import { scanBatches } from './scan-batches.ts';

type Form = FormHandle<CheckValues>;
/** Opens the check when that has not happened yet. */
const useOpening = (form: Form) => {
  const opening = useRef<Promise<number> | null>(null);
  const [key] = useState(() => createCommandKey());
  const { id, shopId, checkAt, type, style, remark, blind = false } = form.values;
  return async (): Promise<number> => {
    if (id !== undefined) return id;
    // Kept when it is open: scans that came before the form knew of it go to the same check.
    opening.current ??= openCheck({ shopId, checkAt, type, style, remark, blind }, key).then(
      (fresh) => {
        form.set({ id: fresh, kept: { shopId, checkAt, type, style, remark } });
        return fresh;
      },
      (error: unknown) => {
        opening.current = null;
        throw error;
      },
    );
    return opening.current;
  };
};

const useScan = (form: Form, model: LineModel<Line>, feed: CheckFeed | null) => {
  const open = useOpening(form);
  const [batches] = useState(scanBatches);
  const [last, setLast] = useState<ScanResult | null>(null);
  const missed = (barcode: string, reason: string): ScanOutcome => {
    setLast({ kind: 'unknown', barcode, reason });
    return { ok: false, reason };
  };
  const counted = (barcode: string): ScanOutcome => {
    model.flash(barcode);
    const { name = '', scanNum = 1, factNum = 1 } = model.get(barcode) ?? {};
    // A scan that raised nothing: the piece was counted before, or all of the lot.
    const again = scanNum > factNum;
    setLast({ kind: again ? 'double' : 'hit', barcode });
    return { ok: true, key: barcode, again, text: `已盘点 ${barcode} ${name}${again ? '（重复）' : ''}` };
  };
  const send = async (barcode: string): Promise<ScanOutcome> => {
    const answer = await batches(barcode, async (codes) => scanCodes(await open(), codes));
    await feed?.follow();
    if (answer?.found === true) return counted(barcode);
    return missed(barcode, `${answer?.reason ?? '未知'}：${answer?.detail ?? ''}`);
  };
  const scan = async (code: string): Promise<ScanOutcome> => {
    const missing = whyNotOpen(form.values);
    if (missing !== null) return { ok: false, reason: missing.message };
    const barcode = asBarcode(code);
    if (barcode === '') return { ok: false, reason: '请输入条码！' };
    return send(barcode).catch((error: unknown) => missed(barcode, messageOf(error)));
  };
  return { open, scan, last };
};

export const useActions = (form: Form, model: LineModel<Line>, feed: CheckFeed | null) => {
  const { open, scan, last } = useScan(form, model, feed);
  const extract = async (): Promise<void> => {
    const missing = whyNotOpen(form.values);
    if (missing !== null) return form.setProblems([missing], false);
    try {
      if (feed === null) await open();
      else await feed.reload();
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const reset = async (): Promise<void> => {
    const { id } = form.values;
    const text = '已盘点的数量和未找到的条码都会清空，确定重置吗？';
    if (id === undefined || !(await confirm({ text, danger: true }))) return;
    try {
      await resetCheck(id);
      await feed?.reload();
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return { extract, reset, scan, last };
};
