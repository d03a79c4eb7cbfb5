/** A real piece for the fields of a template, and how a document is named. */
import { client } from 'root-config/api';
import type { PrintData } from 'root-config/print';
import { z } from 'zod';

const Values = z.record(z.string(), z.unknown());
const Pieces = z.object({ list: z.array(Values) });
/** The piece with that barcode, as its label sees it; null when there is none. @throws ApiError */
export const findPiece = async (barcode: string): Promise<PrintData | null> => {
  const { list } = Pieces.parse(await client.get('/biz-goods-in', { barcode, pageIndex: 1, pageSize: 1 }));
  return list[0] ?? null;
};
/** DB10021 is the document 10021; '' when there is no number in it. */
export const documentId = (typed: string): string => /\d{1,16}$/.exec(typed.trim())?.[0] ?? '';
