/** A real piece or document for the fields of a template (wire: print-data). */
import { client } from 'root-config/api';
import type { PrintData } from 'root-config/print';
import { z } from 'zod';
import { LINES_FIELD } from './fields.ts';

const Values = z.record(z.string(), z.unknown());
const Tables = z.object({ templateName: z.string(), tables: z.record(z.string(), z.array(Values)) });
export type Paper = { readonly templateName: string; readonly data: PrintData };

/** One record under its fields, lists under their names: what a layout's fields and tables ask for. */
export const flat = (kind: string, tables: Readonly<Record<string, readonly PrintData[]>>): PrintData => {
  const { master = [], ...lists } = tables;
  return kind === 'label' ? (tables[LINES_FIELD]?.[0] ?? {}) : { ...lists, ...master[0] };
};
/** @throws ApiError */
export const loadPaper = async (kind: string, id: string): Promise<Paper> => {
  const place = kind === 'invoice' ? '/biz-sell/print' : `/base-print-template/print-data/${encodeURIComponent(kind)}`;
  const { templateName, tables } = Tables.parse(await client.get(`${place}/${encodeURIComponent(id)}`));
  return { templateName, data: flat(kind, tables) };
};
const Pieces = z.object({ list: z.array(Values) });
/** The piece with that barcode, as its label sees it; null when there is none. @throws ApiError */
export const findPiece = async (barcode: string): Promise<PrintData | null> => {
  const { list } = Pieces.parse(await client.get('/biz-goods-in', { barcode, pageIndex: 1, pageSize: 1 }));
  return list[0] ?? null;
};
/** DB10021 is the document 10021; '' when there is no number in it. */
export const documentId = (typed: string): string => /\d{1,16}$/.exec(typed.trim())?.[0] ?? '';
