/** Write-offs and write-ups of stock (报损、报溢; R9): wire body, events. */
import { z } from 'zod';
import { LISTS, TEXTS, chosenId, requiredText, storedText, storedWhole } from '../contracts/values.ts';
import { Day, StoredDay } from '../contracts/dates.ts';
import { listedLines, noteText, orElse, storedPiece } from '../contracts/document-body.ts';
import { documentEvents, documentEventTypes } from '../contracts/document.ts';
import { Count, PriceFen } from '../contracts/units.ts';
import { Barcode, Pictures } from '../goods/contract.ts';

export const adjustStream = (id: number): string => `adjust-${id}`;

/** `loss`: pieces leave the books (报损); `gain`: pieces turned up beyond them (报溢). */
export const AdjustKind = z.enum(['loss', 'gain']);
export type AdjustKind = z.infer<typeof AdjustKind>;
/** On the wire '1' 报损, '2' 报溢. */
export const ADJUST_KINDS = { loss: { wire: '1', label: '报损' }, gain: { wire: '2', label: '报溢' } } as const;

export const AdjustHeader = z.object({
  kind: AdjustKind,
  shopId: storedWhole('partnerId'),
  adjustedOn: StoredDay,
  reason: storedText(),
  /** The audited stock check whose differences are settled; null by hand. */
  checkId: storedWhole('id').nullable(),
  /** File names. */
  pictures: z.array(storedText()).max(LISTS.choices).default([]),
  remark: storedText().default(''),
});
export type AdjustHeader = z.infer<typeof AdjustHeader>;
/** Pieces of one barcode; the cost is per piece. `reason`: where it differs from the document's. */
export const AdjustLine = z.object({ ...storedPiece, unitCostFen: PriceFen, reason: storedText().default('') });
export type AdjustLine = z.infer<typeof AdjustLine>;

export const AdjustEvent = documentEvents('StockAdjust', AdjustHeader, AdjustLine);
export const ADJUST_EVENT_TYPES = documentEventTypes('StockAdjust');
/** Names the check on the pieces, so that one difference is settled once. */
export const causeOf = ({ checkId }: AdjustHeader): string | undefined =>
  checkId === null ? undefined : `check-${checkId}`;

/** Body of create and update. */
export const AdjustBody = z.object({
  id: chosenId('id').optional(),
  kind: z
    .enum(['1', '2'], { error: '请选择报损或报溢' })
    .transform((wire): AdjustKind => (wire === ADJUST_KINDS.loss.wire ? 'loss' : 'gain')),
  shopId: chosenId('partnerId', '分店名称不能为空'),
  adjustAt: requiredText('日期不能为空', TEXTS.short).pipe(Day),
  reason: requiredText('请填写原因', 200),
  checkId: orElse(chosenId('id'), null),
  pictures: Pictures.nullish().transform((value) => value ?? []),
  remark: noteText(),
  bizGoodsList: listedLines(
    z.object({
      goodsId: chosenId('id').optional(),
      barcode: Barcode,
      num: orElse(Count.min(1, '数量不能为0！'), 1),
      reason: noteText(),
    }),
    '请输入要报损或报溢的首饰！',
    '损溢单',
  ),
});
export type AdjustBody = z.infer<typeof AdjustBody>;
