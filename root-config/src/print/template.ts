/** Print templates as layouts. */
import { client } from 'root-config/api';
import { readLayout, type PrintLayout } from 'services/contracts/print-layout';
import { z } from 'zod';

const Template = z.object({ template: z.string() });
/** By file name. @returns null when the template was never designed. @throws ApiError */
export const loadLayout = async (fileName: string): Promise<PrintLayout | null> =>
  readLayout(Template.parse(await client.get(`/base-print-template/by-name/${encodeURIComponent(fileName)}`)).template);
