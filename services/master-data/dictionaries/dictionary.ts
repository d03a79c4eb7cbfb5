/**
 * Dictionaries: types and their data, one store behind /dict and /base-dict (R37). The group says which of the two
 * families of calls maintains a type: 'sys' through /dict, 'base' through /base-dict; look-ups read both.
 */
import { z } from 'zod';
import { TEXTS, patternText, requiredText, wireText, wireWhole } from '../../contracts/values.ts';
import { Json, JsonList, jsonText } from '../json.ts';
import { Moments, Status, kept, locked, optional, required } from '../fields.ts';

export type DictGroup = 'sys' | 'base';

const TypeName = requiredText('类型不能为空', TEXTS.filter).pipe(
  patternText(/^[A-Za-z]\w{0,63}$/, '类型只能是字母开头的字母、数字、下划线，最多64位'),
);

export const DictTypeBody = z.object({
  dictName: required('名称不能为空', 64),
  dictType: TypeName,
  status: Status,
  remark: optional(200),
});
export type DictTypeBody = z.infer<typeof DictTypeBody>;
/** Name and type are locked when editing: absent or the same. What else is absent stays as it is (R102). */
export const DictTypeEdit = DictTypeBody.extend({
  dictName: locked('名称不能为空', 64),
  dictType: TypeName.optional(),
  status: Status.optional(),
  remark: kept(200),
});
export type DictTypeEdit = z.infer<typeof DictTypeEdit>;

const MAX_EXPAND = 20_000;
const isJson = (value: string): boolean => {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
};
/** JSON text of at most 20,000 characters; an object or array is accepted and becomes text; '' means none. */
export const ExpandData = z
  .union([jsonText(MAX_EXPAND, `列设置最多${MAX_EXPAND}个字符`), Json, JsonList], { error: '列设置应为JSON' })
  .nullish()
  .transform((value) =>
    value === null || value === undefined ? '' : typeof value === 'string' ? value.trim() : JSON.stringify(value),
  )
  .refine((value) => value === '' || isJson(value), '列设置不是有效的JSON')
  .refine((value) => !/\0|\\u0000/.test(value), '含有不能保存的字符')
  .refine((value) => value.length <= MAX_EXPAND, `列设置最多${MAX_EXPAND}个字符`);

const YesNo = z
  .enum(['Y', 'N'], { error: '是否默认只能是 Y 或 N' })
  .or(z.literal(''))
  .nullish()
  .transform((value) => (value === 'Y' ? 'Y' : 'N'));

export const DictDataBody = z.object({
  dictType: required('不能为空', 64),
  dictLabel: required('数据标签不能为空', 64),
  dictValue: required('数据键值不能为空', 64),
  dictSort: wireWhole('sort', '数据顺序不能为空'),
  cssClass: optional(64),
  listClass: optional(64),
  isDefault: YesNo,
  status: Status,
  remark: optional(200),
  expandData: ExpandData,
});
export type DictDataBody = z.infer<typeof DictDataBody>;
/** Label and value are locked when editing, and so is the type: absent or the same. What else is absent stays as it is. */
export const DictDataEdit = DictDataBody.extend({
  dictType: locked('不能为空', 64),
  dictLabel: locked('数据标签不能为空', 64),
  dictValue: locked('数据键值不能为空', 64),
  dictSort: wireWhole('sort', '数据顺序不能为空').optional(),
  cssClass: kept(64),
  listClass: kept(64),
  isDefault: z.union([z.undefined(), YesNo]),
  status: Status.optional(),
  remark: kept(200),
  expandData: ExpandData.optional(),
});
export type DictDataEdit = z.infer<typeof DictDataEdit>;

/** Column settings of one category (S0§2 batch entry): which goods type, and the JSON the screen keeps. */
export const TypeTemplateBody = z.object({
  dictType: wireText(TEXTS.code).default('goodsType'),
  dictValue: required('请先选择商品类别！', 64),
  expandData: ExpandData,
});
export type TypeTemplateBody = z.infer<typeof TypeTemplateBody>;

export const DictTypeRow = z.object({
  id: z.int(),
  dictName: z.string(),
  dictType: z.string(),
  status: z.string(),
  remark: z.string(),
  ...Moments,
});
export type DictTypeRow = z.infer<typeof DictTypeRow>;

export const DictDataRow = z.object({
  id: z.int(),
  /** The same number as `id`: both names are in use (S2§3). */
  dictCode: z.int(),
  dictType: z.string(),
  dictLabel: z.string(),
  dictValue: z.string(),
  dictSort: z.int(),
  cssClass: z.string(),
  listClass: z.string(),
  isDefault: z.string(),
  status: z.string(),
  remark: z.string(),
  expandData: z.string(),
  ...Moments,
});
export type DictDataRow = z.infer<typeof DictDataRow>;

/** A choice: `label` and `value` beside the long names. */
export const DictOption = z.object({
  id: z.int(),
  dictType: z.string(),
  dictLabel: z.string(),
  dictValue: z.string(),
  label: z.string(),
  value: z.string(),
  dictSort: z.int(),
  cssClass: z.string(),
  listClass: z.string(),
  isDefault: z.string(),
  expandData: z.string(),
});
export type DictOption = z.infer<typeof DictOption>;
