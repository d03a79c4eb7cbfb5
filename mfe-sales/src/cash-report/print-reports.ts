/** Prints reports as they are now, each on a sheet of its own; the paper is a chunk that is loaded when it is needed. */
import { CashReportRecord, cashReportList } from 'projections/cash-reports/contract';
import { client, messageOf, toast } from 'root-config/api';

export const printCashReports = async (ids: readonly number[]): Promise<void> => {
  try {
    const records = await Promise.all(
      ids.map(async (id) => CashReportRecord.parse(await client.get(`${cashReportList.path}/${id}`))),
    );
    const { printPapers } = await import('./paper.tsx');
    printPapers(records);
  } catch (error) {
    toast.error(messageOf(error));
  }
};
