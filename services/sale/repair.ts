/** Steps of a repair (R49, R90): what becomes of a 维修清洗 line after it was saved. */
import { z } from 'zod';
import { asBarcode } from '../contracts/barcode.ts';
import { documentFact } from '../contracts/document.ts';
import { Day, StoredDay } from '../contracts/dates.ts';
import { storedPerson } from '../contracts/person.ts';
import { TEXTS, requiredText, storedText } from '../contracts/values.ts';
import { sentText } from './body-fields.ts';

/** In their order; a line is received when its order is saved. */
export const RepairStep = z.enum(['received', 'sent', 'mended', 'fetched']);
export type RepairStep = z.infer<typeof RepairStep>;
export const REPAIR_STEPS = RepairStep.options;
export const REPAIR_WORDS: Readonly<Record<RepairStep, string>> = {
  received: '已收件',
  sent: '已送修',
  mended: '已修好',
  fetched: '已取件',
};
/** What can be done to a line, in words as the wire has them. */
export const REPAIR_DONE = ['已送修', '已修好', '已取件'] as const;
export const repairStepOf = (word: string): RepairStep =>
  REPAIR_STEPS.find((step) => REPAIR_WORDS[step] === word) ?? 'received';
export const repairRank = (step: RepairStep): number => REPAIR_STEPS.indexOf(step);

/** Begins the number on the receipt: WX and the id of the line on the wire. */
export const REPAIR_PREFIX = 'WX';
export const repairNo = (id: number): string => `${REPAIR_PREFIX}${id}`;
/** The line of a number as it is scanned or typed, WX100070002 or 100070002; null for what is none. */
export const repairIdOf = (text: string): number | null => {
  const digits = asBarcode(text).replace(REPAIR_PREFIX, '');
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
};

/** A step: on which day, by whom (who brought it away, mended it, fetched it). */
const stored = { step: RepairStep, on: StoredDay, by: storedPerson(), remark: storedText().default('') };
export const RepairStepTaken = z.object(stored);
export type RepairStepTaken = z.infer<typeof RepairStepTaken>;
export const REPAIR_EVENT = 'SaleRepairStepRecorded';
export const SaleRepairStepRecorded = documentFact(REPAIR_EVENT, { lineId: storedText(), ...stored });

/** Body of PUT /biz-sell-clean/step/{id}; without a day it is today. */
export const RepairStepBody = z.object({
  step: z.enum(REPAIR_DONE, { error: '请选择维修进度' }),
  at: z
    .union([z.literal('').transform(() => null), z.null(), Day])
    .optional()
    .transform((value) => value ?? null),
  by: requiredText('请填写经办人', TEXTS.short),
  remark: sentText(200),
});
export type RepairStepBody = z.infer<typeof RepairStepBody>;
