/** A label as the print service takes it (S0§7): its data for a service that draws itself, its drawing for one that does not. */
import { pictureNames, withPictures } from './pictures.ts';
import { readPrinter } from './printer.ts';
import type { Job } from './print-queue.ts';
import { renderSheets } from './render.ts';

export const composeJob = async ({ flight, title, fileName, payload }: Job): Promise<string> => {
  const { layout, rows } = payload;
  const data = rows[flight.index] ?? {};
  const picture = await withPictures(pictureNames(layout, [data]));
  return JSON.stringify({
    tables: { master: [data] },
    params: {
      reportTitle: title,
      reportFile: fileName,
      reportMode: 0,
      reportType: 'label',
      jobId: flight.attempt,
      page: layout.page,
      sheets: renderSheets(layout, data, { printer: readPrinter(), picture }),
    },
  });
};
