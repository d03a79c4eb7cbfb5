/** Exits of old material (S1§2.12; R23, R45, R89): wire bodies, events, kinds. */
import { z } from 'zod';
import { Day, StoredDay } from '../contracts/dates.ts';
import { listedLines, noteText, orElse } from '../contracts/document-body.ts';
import { documentEvents, documentEventTypes, documentFact, Effect, lineKey } from '../contracts/document.ts';
import { AmountFen, Grams, LineFen, LineYuan, WeightMg, fenFromYuan, mgFromGrams } from '../contracts/units.ts';
import { storedPerson } from '../contracts/person.ts';
import {
  LISTS,
  TEXTS,
  chosenId,
  requiredText,
  storedName,
  storedText,
  storedWhole,
  wireText,
} from '../contracts/values.ts';
import { approvalField } from '../contracts/word.ts';
import { Barcode } from '../goods/contract.ts';

export const recycleOutStream = (id: number): string => `recycleout-${id}`;

/** Where old material goes. */
export const OutKind = z.enum(['1', '2', '3', '4'], { error: '请选择出库类型' });
export type OutKind = z.infer<typeof OutKind>;
export const OUT_WORDS: Readonly<Record<OutKind, string>> = { 1: '返厂', 2: '熔料', 3: '转成品', 4: '出售' };
export const OUT_KINDS = OutKind.options.map((value) => ({ value, label: OUT_WORDS[value] }));
/** Metal that is sent away to come back, at another fineness or lighter. */
export const comesBack = (kind: OutKind): boolean => kind === '1' || kind === '2';

/** `barcodes`: of 转成品, the pieces that it became. `priceFen`: of 出售, what was got for all of it. */
export const RecycleOutHeader = z.object({
  shopId: storedWhole('partnerId'),
  outOn: StoredDay,
  kind: z.enum(OutKind.options),
  party: storedPerson(),
  priceFen: AmountFen,
  barcodes: z.array(storedName()).max(LISTS.choices),
  remark: storedText(),
});
export type RecycleOutHeader = z.infer<typeof RecycleOutHeader>;

export const LOT_LIST = 'lots';
/** Metal of a lot; what it is called is kept for paper and history. */
export const RecycleOutLine = z.object({
  ...lineKey(LOT_LIST),
  lotId: storedWhole('id'),
  fineness: storedName(),
  category: storedName(),
  style: storedName(),
  name: storedText(),
  weightMg: WeightMg,
});
export type RecycleOutLine = z.infer<typeof RecycleOutLine>;

/**
 * What came back of all that went out: one new lot, with the whole cost of what left. Weights in milligrams; the loss is of the
 * fineness that most of it was.
 */
const CameBack = documentFact('RecycleOutCameBack', {
  lotId: storedWhole('id'),
  backOn: StoredDay,
  fineness: storedName(),
  weightMg: WeightMg,
  shopId: storedWhole('partnerId'),
  lossMg: WeightMg,
  lossFineness: storedName(),
  costFen: LineFen,
  effect: Effect,
});
export type CameBackData = z.infer<typeof CameBack>['data'];
export const CAME_BACK = 'RecycleOutCameBack';
const common = documentEvents('RecycleOut', RecycleOutHeader, RecycleOutLine);
export const RecycleOutEvent = z.discriminatedUnion('type', [...common.options, CameBack]);
export const RECYCLE_OUT_EVENT_TYPES = [...documentEventTypes('RecycleOut'), CAME_BACK];

const MAX_LOTS = 500;
/** Body of create and update. */
export const RecycleOutBody = z.object({
  id: chosenId('id').optional(),
  shopId: chosenId('partnerId', '分店名称不能为空'),
  outAt: requiredText('出库日期不能为空', TEXTS.short).pipe(Day),
  kind: OutKind,
  party: orElse(wireText(100), ''),
  price: LineYuan.nullish().transform((value) => fenFromYuan(value ?? 0)),
  lotList: listedLines(
    z.object({
      lotId: chosenId('id', '请选择旧料'),
      weightOut: Grams.min(0.001, '出库重量应大于0').transform(mgFromGrams),
    }),
    '请选择要出库的旧料！',
    '旧料出库单',
  ).max(MAX_LOTS, `一张旧料出库单最多${MAX_LOTS}行`),
  goodsList: z
    .array(Barcode)
    .max(LISTS.choices, `最多${LISTS.choices}件`)
    .nullish()
    .transform((list) => list ?? []),
  remark: noteText(),
});
export type RecycleOutBody = z.infer<typeof RecycleOutBody>;

/** What came back. */
export const BackBody = z.object({
  backAt: requiredText('回料日期不能为空', TEXTS.short).pipe(Day),
  fineness: requiredText('请选择成色', TEXTS.name),
  weightBack: Grams.min(0.001, '回料重量应大于0').transform(mgFromGrams),
  approval: approvalField(),
});
export type BackBody = z.infer<typeof BackBody>;
