/** Print templates and the columns a document offers to them: wire shapes (S2§3, §5). */
import { z } from 'zod';
import { MANIFESTS } from '../../contracts/manifests.ts';
import { printedKinds } from '../../contracts/printed-kinds.ts';
import { chosenId } from '../../contracts/values.ts';
import { Json, JsonList, jsonText } from '../json.ts';
import { parseLayout } from '../../contracts/print-layout.ts';
import { Moments, Sort, optional, required } from '../fields.ts';

/** The value of the dictionary sys_print_kind that rules know: labels hang on pieces of one type. */
export const LABEL_KIND = 'label';

/** What the documents of the house print. */
export const PRINTED_DOCUMENTS = printedKinds(MANIFESTS);

const MAX_TEMPLATE = 500_000;
const isJson = (value: string): boolean => {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
};
/** The first thing wrong in a layout, with the element as people count them. */
const layoutProblem = (text: string): string | null => {
  const layout = parseLayout(JSON.parse(text));
  if ('elements' in layout) return null;
  const [{ path, message } = { path: '', message: '' }] = layout;
  const [, index] = /^elements\.(\d+)/.exec(path) ?? [];
  return `模板内容不正确：${index === undefined ? '' : `第${Number(index) + 1}个元素`}${message}`;
};
/** The designer's JSON as text (an object is accepted and becomes text); '' for a template not designed yet. */
const TemplateText = z
  .union([jsonText(MAX_TEMPLATE, `模板内容最多${MAX_TEMPLATE}个字符`), Json, JsonList], { error: '模板内容应为JSON' })
  .nullish()
  .transform((value) =>
    value === null || value === undefined ? '' : typeof value === 'string' ? value.trim() : JSON.stringify(value),
  )
  .refine((value) => value === '' || isJson(value), '模板内容不是有效的JSON')
  .refine((value) => !value.includes('\0'), '含有不能保存的字符')
  .refine((value) => value.length <= MAX_TEMPLATE, `模板内容最多${MAX_TEMPLATE}个字符`)
  .check(({ value, issues }) => {
    const message = value === '' || !isJson(value) ? null : layoutProblem(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  });

export const PrintTemplateBody = z.object({
  kind: required('模板类型不能为空', 20),
  labelType: optional(50),
  name: required('模板名称不能为空', 50),
  fileName: required('文件名称不能为空', 60),
  remark: optional(200),
  /** Absent keeps what the designer saved. */
  template: TemplateText.optional(),
});
export type PrintTemplateBody = z.infer<typeof PrintTemplateBody>;
/** Body of /update-template/{id}: the design alone. */
export const TemplateDesignBody = z.object({
  template: TemplateText.refine((value) => value !== '', '模板内容不能为空'),
});
export type TemplateDesignBody = z.infer<typeof TemplateDesignBody>;

/** Body of /default/{id}: nothing but the id the path names. */
export const TemplateChoiceBody = z.object({ id: chosenId('id', '编号不正确').optional() });

export const PrintTemplateRow = z.object({
  id: z.int(),
  name: z.string(),
  fileName: z.string(),
  kind: z.string(),
  labelType: z.string(),
  template: z.string(),
  remark: z.string(),
  /** Chosen beforehand among the templates of its kind and jewellery type. */
  isDefault: z.boolean(),
  ...Moments,
});
export type PrintTemplateRow = z.infer<typeof PrintTemplateRow>;

/** No field of a template column has a rule of its own in the document; what must name a column cannot be blank. */
export const TemplateColumnBody = z.object({
  kind: required('单据类型不能为空', 50),
  columnSort: Sort,
  columnName: required('字段名称不能为空', 64),
  columnComment: optional(64),
});
export type TemplateColumnBody = z.infer<typeof TemplateColumnBody>;

export const TemplateColumnRow = z.object({
  id: z.int(),
  kind: z.string(),
  columnSort: z.int(),
  columnName: z.string(),
  columnComment: z.string(),
  ...Moments,
});
export type TemplateColumnRow = z.infer<typeof TemplateColumnRow>;
