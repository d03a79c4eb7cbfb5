/**
 * Every attribute of a piece (S0§3), once: wire name, inside name, Chinese label, kind, group. From this table come the wire
 * schema, the event schema, both conversions, columns of lists and sheets, import columns, fields of forms by their names, what
 * messages call them, and what the designer of labels offers. Which of them a form shows, and in what place, is the form's own.
 */
import { z } from 'zod';
import { MAX_BATCH_NO, MAX_CHOICE } from '../contracts/limits.ts';
import {
  LISTS,
  TEXTS,
  rawText,
  requiredText,
  stored,
  storedName,
  storedText,
  wireNumber,
  wireText,
} from '../contracts/values.ts';
import { Carats, Count, Grams, Yuan, fenFromYuan, mgFromGrams, milliFromCarats } from '../contracts/units.ts';

export type FieldKind = 'text' | 'choice' | 'grams' | 'carats' | 'yuan' | 'count' | 'ratio' | 'pictures';
export type FieldSpec = {
  /** Name on the wire, as the document writes it. */
  readonly wire: string;
  readonly label: string;
  readonly kind: FieldKind;
  /** Longest text. */
  readonly max?: number;
  /** Dictionary of a choice. */
  readonly dict?: string;
  readonly required?: string;
  /** The cost, or what gives it together with what is shown: leaves the server only with `biz:cost:view` (R13). */
  readonly cost?: true;
  /** Where the designer of labels offers it, if it is no cost; absent: by its kind ({@link groupOf}). */
  readonly group?: FieldGroup;
};
export type FieldGroup = 'basic' | 'weight' | 'stone' | 'side' | 'price' | 'assay' | 'other';

export const GOODS_FIELDS = {
  category: { wire: 'type', label: '首饰类别', kind: 'choice', dict: 'goodsType', required: '首饰类别不能为空' },
  name: { wire: 'name', label: '首饰名称', kind: 'text', max: 60, required: '首饰名称不能为空' },
  style: { wire: 'style', label: '款式', kind: 'choice', dict: 'goodsStyle', required: '首饰款式不能为空' },
  fineness: { wire: 'fineness', label: '成色', kind: 'choice', dict: 'goodsFineness', required: '首饰成色不能为空' },
  goldContent: { wire: 'goldContent', label: '含金量', kind: 'choice', dict: 'goldContent' },
  styleNo: { wire: 'styleNo', label: '款号', kind: 'text', max: 40 },
  serialNo: { wire: 'serialNo', label: '序列号', kind: 'text', max: 40 },
  netWeightMg: { wire: 'goldWeight', label: '金重', kind: 'grams' },
  findingsWeightMg: { wire: 'partWeight', label: '配件重', kind: 'grams' },
  findingsCostFen: { wire: 'partCost', label: '配件单价', kind: 'yuan', cost: true },
  metalCostFen: { wire: 'goldCost', label: '金价', kind: 'yuan', cost: true },
  grossWeightMg: { wire: 'weight', label: '总重', kind: 'grams' },
  labourFeeFen: { wire: 'workFee', label: '工费', kind: 'yuan' },
  fineWorkFeeFen: { wire: 'fineWorkFee', label: '精工费', kind: 'yuan' },
  pieceWorkFeeFen: { wire: 'piceWorkFee', label: '件工费', kind: 'yuan' },
  certificateCostFen: { wire: 'cerifCost', label: '证书费', kind: 'yuan', cost: true },
  otherCostFen: { wire: 'otherCost', label: '其他费用', kind: 'yuan', cost: true },
  /** Total weight as a supplier's file gave it; 0: by the formula. */
  givenWeightMg: { wire: 'givenWeight', label: '录入总重', kind: 'grams' },
  /** Cost of one piece as it was given; 0: by the formula. */
  givenCostFen: { wire: 'givenCost', label: '录入成本', kind: 'yuan', cost: true },
  unitCostFen: { wire: 'piceCost', label: '成本', kind: 'yuan', cost: true },
  markupRatioBp: { wire: 'sellRaito', label: '倍率', kind: 'ratio', cost: true },
  tagPriceFen: { wire: 'sellPrice', label: '标价', kind: 'yuan' },
  priceMode: { wire: 'priceMode', label: '计价方式', kind: 'text', max: 1 },
  spec: { wire: 'spec', label: '规格', kind: 'text', max: 60 },
  otherParam: { wire: 'otherParam', label: '其他参数', kind: 'text', max: 100, group: 'other' },
  certificateNo: { wire: 'cerif', label: '证书号', kind: 'text', max: 60, group: 'assay' },
  color: { wire: 'color', label: '颜色', kind: 'text', max: 20 },
  ringSize: { wire: 'ringsize', label: '圈口', kind: 'text', max: 20 },
  mainStone: { wire: 'stoneName', label: '主石名称', kind: 'choice', dict: 'stoneName', group: 'stone' },
  mainStoneParam: { wire: 'stoneParam', label: '主石参数', kind: 'text', max: 60, group: 'stone' },
  settingFeeFen: { wire: 'stoneWorkfee', label: '镶石费', kind: 'yuan', cost: true },
  mainStoneColor: { wire: 'stoneColor', label: '主石颜色', kind: 'choice', dict: 'stoneColor', group: 'stone' },
  mainStoneShape: { wire: 'stoneShape', label: '主石形状', kind: 'choice', dict: 'stoneShape', group: 'stone' },
  mainStoneClarity: { wire: 'stoneClean', label: '主石净度', kind: 'choice', dict: 'stoneClean', group: 'stone' },
  mainStoneCut: { wire: 'stoneCut', label: '主石切工', kind: 'choice', dict: 'stoneCut', group: 'stone' },
  mainStoneMount: { wire: 'stoneMount', label: '镶嵌方式', kind: 'choice', dict: 'stoneMount', group: 'stone' },
  mainStoneTransparency: {
    wire: 'stoneTransparent',
    label: '透明度',
    kind: 'choice',
    dict: 'stoneTransparent',
    group: 'stone',
  },
  mainStoneTexture: { wire: 'stoneTexture', label: '质地', kind: 'choice', dict: 'stoneTexture', group: 'stone' },
  mainStoneRefraction: { wire: 'stoneRefract', label: '折射率', kind: 'choice', dict: 'stoneRefract', group: 'stone' },
  overlayWeightMg: { wire: 'overlayWeight', label: '叠加重', kind: 'grams' },
  mainStoneCaratMilli: { wire: 'stoneCt', label: '主石重', kind: 'carats', group: 'stone' },
  mainStoneCount: { wire: 'stoneP', label: '主石粒数', kind: 'count', group: 'stone' },
  mainStoneCostFen: { wire: 'stoneCost', label: '主石单价', kind: 'yuan', cost: true },
  mainStoneMeasure: { wire: 'stoneMeasure', label: '主石计价', kind: 'choice', dict: 'measurePrice', group: 'stone' },
  sideStone: { wire: 'secondName', label: '副石名称', kind: 'choice', dict: 'stoneName', group: 'side' },
  sideStoneCaratMilli: { wire: 'secondCt', label: '副石重', kind: 'carats', group: 'side' },
  sideStoneCount: { wire: 'secondP', label: '副石粒数', kind: 'count', group: 'side' },
  sideStoneCostFen: { wire: 'secondCost', label: '副石单价', kind: 'yuan', cost: true },
  sideStoneMeasure: { wire: 'secondMeasure', label: '副石计价', kind: 'choice', dict: 'measurePrice', group: 'side' },
  assayBody: { wire: 'examUnit', label: '检测单位', kind: 'text', max: 60, group: 'assay' },
  assayStandard1: { wire: 'examStand1', label: '检测标准一', kind: 'text', max: 60, group: 'assay' },
  assayStandard2: { wire: 'examStand2', label: '检测标准二', kind: 'text', max: 60, group: 'assay' },
  assayUrl: { wire: 'examUrl', label: '检测网址', kind: 'text', max: 200, group: 'assay' },
  assayPhone: { wire: 'examTelphone', label: '检测电话', kind: 'text', max: 40, group: 'assay' },
  remark: { wire: 'remark', label: '备注', kind: 'text', max: 200, group: 'other' },
  pictures: { wire: 'pictures', label: '图片', kind: 'pictures', group: 'other' },
} as const satisfies Record<string, FieldSpec>;

export type GoodsField = keyof typeof GOODS_FIELDS;
type InsideOf<K extends FieldKind> = K extends 'text' | 'choice'
  ? string
  : K extends 'pictures'
    ? readonly string[]
    : number;
/** Attributes of a piece inside: fen, mg, thousandths, basis points, text ('' = not given), picture names (≤ 2). */
export type GoodsAttributes = { readonly [F in GoodsField]: InsideOf<(typeof GOODS_FIELDS)[F]['kind']> };

export const goodsFields = Object.entries(GOODS_FIELDS) as [GoodsField, FieldSpec][];
/** Weights and prices are each other's neighbours, words stand with what a piece is called. */
export const groupOf = ({ kind, group }: FieldSpec): FieldGroup => {
  if (group !== undefined) return group;
  if (kind === 'grams') return 'weight';
  return kind === 'yuan' ? 'price' : 'basic';
};
/** Wire names of cost fields (R13). */
export const COST_FIELDS = goodsFields.filter(([, spec]) => spec.cost).map(([, spec]) => spec.wire);

/** Text of a form field: NFKC kept as typed, trimmed, no NUL, no half characters, at most `max` characters. */
export const formText = (max: number) => wireText(max);

/** The batch number of an entry; absent and null mean none. */
export const BatchNo = formText(MAX_BATCH_NO)
  .nullish()
  .transform((value) => value ?? '');

/** `pictures` travels as JSON text of file names (S0§3); R34: at most 2. */
export const Pictures = z
  .union([rawText(TEXTS.stored), z.array(rawText(TEXTS.stored)).max(LISTS.choices)])
  .transform((value, context): string[] => {
    if (Array.isArray(value)) return value;
    if (value.trim() === '') return [];
    try {
      return z.array(rawText(TEXTS.stored)).parse(JSON.parse(value));
    } catch {
      context.addIssue({ code: 'custom', message: '图片格式不正确' });
      return z.NEVER;
    }
  })
  .refine((names) => names.length <= 2, '上传文件个数超出限制!最多上传2张图片!')
  .refine((names) => names.every((name) => name.length <= 200), '图片名称过长')
  .transform((names) => names.map((name) => name.slice(name.lastIndexOf('/') + 1)));

const Ratio = wireNumber('ratio', 2);

/** What an absent value means inside. */
export const emptyOf = (kind: FieldKind): string | number | readonly string[] => {
  if (kind === 'text' || kind === 'choice') return '';
  if (kind === 'pictures') return [];
  return kind === 'ratio' ? 10_000 : 0;
};
/** Schema of a value that is there: wire in, inside out. */
const presentSchema = (spec: FieldSpec): z.ZodType => {
  switch (spec.kind) {
    case 'text':
    case 'choice':
      return formText(spec.max ?? MAX_CHOICE);
    case 'grams':
      return Grams.transform(mgFromGrams);
    case 'carats':
      return Carats.transform(milliFromCarats);
    case 'yuan':
      return Yuan.transform(fenFromYuan);
    case 'count':
      return Count;
    case 'ratio':
      return Ratio.transform((value) => Math.round(value * 10_000));
    case 'pictures':
      return Pictures;
  }
};
const requiredSchema = (spec: FieldSpec, message: string): z.ZodType => requiredText(message, spec.max ?? MAX_CHOICE);
const wireSchema = (spec: FieldSpec): z.ZodType =>
  spec.required === undefined
    ? presentSchema(spec)
        .nullish()
        .transform((value) => value ?? emptyOf(spec.kind))
    : requiredSchema(spec, spec.required);
/** As {@link wireSchema}, but absent stays undefined: a screen that never saw a field must not wipe it. */
const sparseSchema = (spec: FieldSpec): z.ZodType =>
  spec.required === undefined
    ? presentSchema(spec)
        .nullish()
        .transform((value) => (value === null ? emptyOf(spec.kind) : value))
    : requiredSchema(spec, spec.required);

/** Shape of a wire body's goods fields: validates and turns wire values into inside values, still under wire names. */
export const GOODS_WIRE_SHAPE: Record<string, z.ZodType> = Object.fromEntries(
  goodsFields.map(([, spec]) => [spec.wire, wireSchema(spec)]),
);

/** The same fields where "not sent" must stay visible (undefined); null clears a field. */
export const GOODS_SPARSE_SHAPE: Record<string, z.ZodType> = Object.fromEntries(
  goodsFields.map(([, spec]) => [spec.wire, sparseSchema(spec)]),
);
/** Attributes out of a sparse body: what was not sent stays as in `previous`, or empty without one. */
export const attributesFromSparse = (
  parsed: Readonly<Record<string, unknown>>,
  previous: GoodsAttributes | null,
): GoodsAttributes =>
  Object.fromEntries(
    goodsFields.map(([name, spec]) => [name, parsed[spec.wire] ?? previous?.[name] ?? emptyOf(spec.kind)]),
  ) as GoodsAttributes;

/** Picks the attributes out of a parsed wire body (inside values under wire names). */
export const attributesFromParsed = (parsed: Readonly<Record<string, unknown>>): GoodsAttributes =>
  Object.fromEntries(goodsFields.map(([name, spec]) => [name, parsed[spec.wire]])) as GoodsAttributes;

const insideSchema = ({ kind, max }: FieldSpec): z.ZodType => {
  switch (kind) {
    case 'text':
    case 'choice':
      return ((max ?? MAX_CHOICE) > TEXTS.name ? storedText() : storedName()).default('');
    case 'pictures':
      return z.array(storedText()).max(LISTS.choices).default([]);
    case 'grams':
      return stored('weight').default(0);
    case 'carats':
      return stored('carat').default(0);
    case 'yuan':
      return stored('unitPrice').default(0);
    case 'count':
      return stored('pieces').default(0);
    case 'ratio':
      return stored('ratio').default(10_000);
  }
};
/** Attributes as events hold them; every field has a default, so older events read on (style 7). */
export const Attributes = z.object(
  Object.fromEntries(goodsFields.map(([name, spec]) => [name, insideSchema(spec)])),
) as unknown as z.ZodType<GoodsAttributes>;

const EMPTY_ATTRIBUTES = Object.fromEntries(
  goodsFields.map(([name, spec]) => [name, emptyOf(spec.kind)]),
) as GoodsAttributes;
const EMPTIES = /* @__PURE__ */ Object.entries(EMPTY_ATTRIBUTES) as readonly (readonly [GoodsField, unknown])[];
/** Those that are not empty; {@link Attributes} reads the others back. */
export const filledAttributes = (attributes: GoodsAttributes): Partial<GoodsAttributes> => {
  const filled: Record<string, unknown> = {};
  for (const [name, empty] of EMPTIES) {
    const value = attributes[name];
    if (value !== empty && !(name === 'pictures' && attributes.pictures.length === 0)) filled[name] = value;
  }
  return filled as Partial<GoodsAttributes>;
};
