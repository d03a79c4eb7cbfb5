/** Inspections: wire body, events. */
import { z } from 'zod';
import { storedPerson } from '../contracts/person.ts';
import { LISTS, TEXTS, chosenId, requiredText, storedName, storedText, storedWhole } from '../contracts/values.ts';
import { Day, StoredDay } from '../contracts/dates.ts';
import { listedLines, noteText, orElse, storedPiece } from '../contracts/document-body.ts';
import { documentEvents, documentEventTypes } from '../contracts/document.ts';
import { Count, LineFen, LotWeightMg } from '../contracts/units.ts';
import { Barcode, InspectionResult, Pictures, RESULT_WORDS } from '../goods/contract.ts';

export const inspectionStream = (id: number): string => `inspection-${id}`;

/** On the wire '1' 合格, '2' 退供应商, '3' 转旧料: the place in this list. */
export const RESULTS = InspectionResult.options.map((result, index) => ({
  result,
  value: String(index + 1),
  label: RESULT_WORDS[result],
}));
const resultOf = (wire: string): InspectionResult => InspectionResult.options[Number(wire) - 1] ?? 'passed';

export const InspectionHeader = z.object({
  shopId: storedWhole('partnerId'),
  inspectedOn: StoredDay,
  inspector: storedPerson(),
  /** File names. */
  pictures: z.array(storedText()).max(LISTS.choices).default([]),
  remark: storedText().default(''),
  /** The order whose customer brought it back; null where what was received is inspected. */
  saleId: storedWhole('id').nullable().default(null),
});
export type InspectionHeader = z.infer<typeof InspectionHeader>;
/** What a customer brought back, as the order tells it: what it becomes in the old material, and at what cost. */
const BroughtBack = z.object({
  /** What the return was posted under on the piece. */
  key: storedText(),
  lineId: storedText(),
  style: storedName(),
  fineness: storedName(),
  weightMg: LotWeightMg,
  costFen: LineFen,
});
export type BroughtBack = z.infer<typeof BroughtBack>;
/** Pieces of one barcode; `note`: what is wrong with them, '' only where they passed. */
export const InspectionLine = z.object({
  ...storedPiece,
  result: InspectionResult,
  note: storedText().default(''),
  broughtBack: BroughtBack.optional(),
});
export type InspectionLine = z.infer<typeof InspectionLine>;

export const InspectionEvent = documentEvents('Inspection', InspectionHeader, InspectionLine);
export const INSPECTION_EVENT_TYPES = documentEventTypes('Inspection');

/** Body of create and update. */
export const InspectionBody = z.object({
  id: chosenId('id').optional(),
  shopId: chosenId('partnerId', '分店名称不能为空'),
  inspectAt: requiredText('质检日期不能为空', TEXTS.short).pipe(Day),
  inspector: requiredText('请填写质检员', 50),
  pictures: Pictures.nullish().transform((value) => value ?? []),
  remark: noteText(),
  bizGoodsList: listedLines(
    z
      .object({
        goodsId: chosenId('id').optional(),
        barcode: Barcode,
        /** Default: all that is free. */
        num: orElse(Count.min(1, '数量不能为0！'), null),
        result: z.enum(['1', '2', '3'], { error: '请选择质检结果' }).transform(resultOf),
        note: noteText(),
      })
      .refine(({ result, note }) => result === 'passed' || note !== '', { path: ['note'], error: '请填写问题说明' }),
    '请输入要质检的首饰！',
    '质检单',
  ),
});
export type InspectionBody = z.infer<typeof InspectionBody>;

/** '1' 回库, '2' 转旧料, '3' 退供应商: what is said of a piece that a customer brought back. */
export const RETURN_RESULTS = [
  { value: '1', result: 'passed', label: '回库' },
  { value: '2', result: 'melt', label: '转旧料' },
  { value: '3', result: 'supplier', label: '退供应商' },
] as const satisfies readonly { readonly value: string; readonly result: InspectionResult; readonly label: string }[];
const returnResultOf = (wire: string): InspectionResult =>
  RETURN_RESULTS.find(({ value }) => value === wire)?.result ?? 'passed';

/** Body of PUT /biz-sell-change/inspect/{id}; whoever takes the piece back hears what was wrong with it. */
export const ReturnInspectionBody = z
  .object({
    result: z.enum(['1', '2', '3'], { error: '请选择质检结果' }).transform(returnResultOf),
    remark: noteText(),
  })
  .refine(({ result, remark }) => result === 'passed' || remark !== '', { path: ['remark'], error: '请填写问题说明' });
export type ReturnInspectionBody = z.infer<typeof ReturnInspectionBody>;
