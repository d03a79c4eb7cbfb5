/** Counts of old material (R135): wire body, events. Every lot is weighed again; what differs is lost or gained. */
import { z } from 'zod';
import { Day, StoredDay } from '../contracts/dates.ts';
import { listedLines, noteText, orElse } from '../contracts/document-body.ts';
import { documentEvents, documentEventTypes, lineKey } from '../contracts/document.ts';
import { storedPerson } from '../contracts/person.ts';
import { Grams, WeightMg, mgFromGrams } from '../contracts/units.ts';
import {
  TEXTS,
  chosenId,
  requiredText,
  storedMoment,
  storedName,
  storedText,
  storedWhole,
  wireMoment,
  wireText,
} from '../contracts/values.ts';

export const materialCheckStream = (id: number): string => `materialcheck-${id}`;

/**
 * `fineness`: lots of that alone; '' all. `blind`: whoever weighs is not told what the books have. `openedAt`: what came to the
 * shop later need not be weighed.
 */
export const MaterialCheckHeader = z.object({
  shopId: storedWhole('partnerId'),
  checkedOn: StoredDay,
  fineness: storedText(),
  blind: z.boolean(),
  openedAt: storedMoment(),
  remark: storedText(),
});
export type MaterialCheckHeader = z.infer<typeof MaterialCheckHeader>;

export const LOT_LIST = 'lots';
/** A lot as it was weighed, beside what the books had of it just then; what it is called is kept for history. Missing: 0. */
export const MaterialCheckLine = z.object({
  ...lineKey(LOT_LIST),
  lotId: storedWhole('id'),
  fineness: storedName(),
  category: storedName(),
  style: storedName(),
  name: storedText(),
  bookMg: WeightMg,
  weighedMg: WeightMg,
  weighedAt: storedMoment(),
  weigher: z.object({ id: storedWhole('id'), name: storedPerson() }),
});
export type MaterialCheckLine = z.infer<typeof MaterialCheckLine>;
/** Negative: it lacks. Milligrams. */
export const differenceOf = ({ bookMg, weighedMg }: Pick<MaterialCheckLine, 'bookMg' | 'weighedMg'>): number =>
  weighedMg - bookMg;
export const RESULTS = { found: '相符', missing: '缺失', lighter: '偏轻', heavier: '偏重' } as const;
export type CheckResult = keyof typeof RESULTS;
export const resultOf = (line: Pick<MaterialCheckLine, 'bookMg' | 'weighedMg'>): CheckResult => {
  const difference = differenceOf(line);
  if (difference === 0) return 'found';
  if (difference > 0) return 'heavier';
  return line.weighedMg === 0 ? 'missing' : 'lighter';
};

export const MaterialCheckEvent = documentEvents('MaterialCheck', MaterialCheckHeader, MaterialCheckLine);
export const MATERIAL_CHECK_EVENT_TYPES = documentEventTypes('MaterialCheck');

/** A count lists no more; whoever has more lots counts them by fineness. */
export const MOST_LOTS = 500;
/**
 * Body of create and update. `weighed` null: not weighed yet, which is no line. `weighedAt`: when it lay on the scale, as it was
 * entered or as it was answered; a line that is sent as it stands is not weighed again.
 */
export const MaterialCheckBody = z.object({
  id: chosenId('id').optional(),
  shopId: chosenId('partnerId', '分店名称不能为空'),
  checkAt: requiredText('盘点日期不能为空', TEXTS.short).pipe(Day),
  fineness: orElse(wireText(TEXTS.name), ''),
  blind: orElse(z.boolean('请选择是否盲盘'), false),
  lotList: listedLines(
    z.object({
      lotId: chosenId('id', '请选择旧料'),
      weighed: Grams.nullish().transform((value) => (value == null ? null : mgFromGrams(value))),
      weighedAt: orElse(wireMoment(), null),
    }),
    '请称重旧料！',
    '旧料盘点单',
  ).max(MOST_LOTS, `一张旧料盘点单最多${MOST_LOTS}行`),
  remark: noteText(),
});
export type MaterialCheckBody = z.infer<typeof MaterialCheckBody>;
