/** What a document puts on paper, and counting its copies (R53). */
import { client, newId } from 'root-config/api';
import { PrintedCopies, copyInWords, type PrintWay } from 'services/contracts/print-copies';
import { z } from 'zod';
import { flat } from './tables.ts';
import type { PrintData } from './values.ts';

const Values = z.record(z.string(), z.unknown());
const Tables = z.object({ templateName: z.string(), tables: z.record(z.string(), z.array(Values)) });
/** One record: its number, the template it is printed by ('' for none), its fields and lists. */
export type LoadedPaper = { readonly id: number; readonly templateName: string; readonly data: PrintData };

const placeOf = (kind: string): string =>
  kind === 'invoice' ? '/biz-sell/print' : `/base-print-template/print-data/${encodeURIComponent(kind)}`;
/** @throws ApiError */
export const loadPaper = async (kind: string, id: number | string): Promise<LoadedPaper> => {
  const { templateName, tables } = Tables.parse(await client.get(`${placeOf(kind)}/${encodeURIComponent(String(id))}`));
  return { id: Number(id), templateName, data: flat(kind, tables) };
};
/**
 * Counts one more copy of each, before it is drawn: no two can both be the first.
 * @param path address of the document: `/biz-sell`
 * @returns them with what their copies say. @throws ApiError
 */
export const counted = async (
  path: string,
  papers: readonly LoadedPaper[],
  way: PrintWay,
): Promise<readonly LoadedPaper[]> => {
  const body = { ids: papers.map(({ id }) => id), kind: way };
  const headers = { 'Idempotency-Key': newId() };
  const copies = PrintedCopies.parse(await client.post(`${path}/printed`, body, { headers }));
  const copyOf = new Map(copies.map(({ id, copy }) => [id, copy]));
  return papers.map((paper) => ({
    ...paper,
    data: { ...paper.data, reprint: copyInWords(copyOf.get(paper.id) ?? 1) },
  }));
};
