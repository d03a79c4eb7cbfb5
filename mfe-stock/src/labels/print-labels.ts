/** Prints labels through the browser: the template is fetched by its file name, the page goes into a frame. */
import { client, messageOf, toast } from 'root-config/api';
import { printHtml } from 'root-config/ui';
import { z } from 'zod';
import { LabelTemplate, labelSheets, type LabelData } from './label-page.ts';

const Design = z
  .object({ template: z.string() })
  .transform(({ template }): unknown => (template === '' ? null : JSON.parse(template)));

/** @returns null when the template was never designed. @throws ApiError */
export const loadTemplate = async (fileName: string): Promise<LabelTemplate | null> => {
  const design = Design.parse(await client.get(`/base-print-template/by-name/${encodeURIComponent(fileName)}`));
  const parsed = LabelTemplate.safeParse(design);
  return parsed.success ? parsed.data : null;
};

/** One sheet per label; says what is missing instead of printing nothing. Resolves when the print dialog is closed. */
export const printLabels = async (labels: readonly LabelData[], fileName: string | undefined): Promise<boolean> => {
  if (labels.length === 0) return (toast.error('请至少选择一行打印！'), false);
  if (fileName === undefined || fileName === '') return (toast.error('请选择标签模板！'), false);
  try {
    const template = await loadTemplate(fileName);
    if (template === null) return (toast.error(`标签模板“${fileName}”还没有设计`), false);
    const { markup, ...look } = labelSheets(template, labels);
    await printHtml(markup, look);
    return true;
  } catch (error) {
    toast.error(messageOf(error));
    return false;
  }
};
/** The label of one record just saved. */
export const printSaved = async (id: number, fileName: string | undefined): Promise<void> => {
  try {
    const data = z.record(z.string(), z.unknown()).parse(await client.get(`/biz-goods-in/print/${id}`));
    await printLabels([data], fileName);
  } catch (error) {
    toast.error(messageOf(error));
  }
};
