/** A label or a document as the print service takes it (S0§7): its data for a service that draws itself, its drawing for one that does not. */
import { tablesOf } from './tables.ts';
import { pictureNames, withPictures } from './pictures.ts';
import { readPrinter } from './printer.ts';
import type { Job } from './print-queue.ts';
import { renderSheets } from './render.ts';

export const composeJob = async ({ flight, title, fileName, payload }: Job): Promise<string> => {
  const { layout, rows, report = false } = payload;
  const data = rows[flight.index] ?? {};
  const picture = await withPictures(pictureNames(layout, [data]));
  return JSON.stringify({
    tables: report ? tablesOf(data) : { master: [data] },
    params: {
      reportTitle: title,
      reportFile: fileName,
      reportMode: 0,
      reportType: report ? 'report' : 'label',
      jobId: flight.attempt,
      page: layout.page,
      sheets: renderSheets(layout, data, { printer: readPrinter(), picture }),
    },
  });
};
