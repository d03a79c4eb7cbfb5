/** The template that is designed: found by id, file name or kind; saved on what was seen. */
import { ApiError, client } from 'root-config/api';
import { readLayout, type PrintLayout } from 'services/contracts/print-layout';
import { PrintTemplateRow, TemplateColumnRow, PRINTED_DOCUMENTS } from 'services/master-data/contract';
import { z } from 'zod';
import { knownField, type PaperField } from './fields.ts';

const PATH = '/base-print-template';
export const TEMPLATE_VIEWS = [PATH];
/** What the address asks for; all of it may be absent. */
export type TemplateRequest = { readonly id: string; readonly name: string; readonly kind: string };
export type LoadedTemplate = { readonly row: PrintTemplateRow; readonly etag: string | null };

export const loadTemplate = async (id: number | string): Promise<LoadedTemplate> => {
  const { data, etag } = await client.request('GET', `${PATH}/${encodeURIComponent(id)}`);
  return { row: PrintTemplateRow.parse(data), etag };
};
const TemplateList = z.object({ list: z.array(PrintTemplateRow) });
/** The default of its kind when neither id nor name is given. @throws ApiError */
export const findTemplate = async ({ id, name, kind }: TemplateRequest): Promise<LoadedTemplate> => {
  if (id !== '') return loadTemplate(id);
  if (name !== '') {
    const row = PrintTemplateRow.parse(await client.get(`${PATH}/by-name/${encodeURIComponent(name)}`));
    return loadTemplate(row.id);
  }
  const { list } = TemplateList.parse(
    await client.get(PATH, { kind: kind === '' ? 'label' : kind, pageIndex: 1, pageSize: 1 }),
  );
  const [first] = list;
  if (first === undefined) throw new ApiError({ status: 404, msg: '还没有打印模板，请先在打印模板里新增' });
  return loadTemplate(first.id);
};

const A4: PrintLayout['page'] = { width: 210, height: 297 };
const LABEL: PrintLayout['page'] = { width: 60, height: 30 };
/** The design, or an empty sheet for a template nobody has drawn yet. */
export const layoutIn = ({ kind, template }: PrintTemplateRow): PrintLayout =>
  readLayout(template) ?? { version: 2, page: kind === 'label' ? LABEL : A4, elements: [] };

/** Template columns of its kind, under the names somebody gave them. */
export const loadColumns = async (kind: string): Promise<readonly PaperField[]> => {
  const columns = PRINTED_DOCUMENTS.find((one) => one.kind === kind)?.columns ?? kind;
  const rows = z.array(TemplateColumnRow).parse(await client.get('/base-template-column/list', { kind: columns }));
  return rows.map(({ columnName: field, columnComment }) => {
    const known = knownField(kind, field) ?? { field, title: field, unit: '' };
    return columnComment === '' ? known : { ...known, title: columnComment };
  });
};
