/** Labels to paper: through the print service when it is there, else as an exact-size page of the browser. */
import { client, messageOf, toast } from 'root-config/api';
import { pictureNames, withPictures } from './pictures.ts';
import { printSheets } from './print-page.ts';
import { MOST_WAITING, type PrintQueue } from './print-queue.ts';
import { readPrinter } from './printer.ts';
import { wayOf, type PrintChoice } from './print-way.ts';
import { loadLayout } from './template.ts';
import type { PrintData } from './values.ts';

export type Labels = { readonly rows: readonly PrintData[]; readonly fileName: string | undefined };
const WORDS = {
  what: '标签',
  instead: '打印服务没有打开，改用浏览器打印：请在打印窗口中选择标签打印机。要自动出标签，请先打开打印服务。',
};
const queued = async (
  queue: PrintQueue,
  { rows, fileName, layout }: Required<Labels> & { layout: Layout },
): Promise<boolean> => {
  const added = await queue.add({ title: '标签', fileName: fileName ?? '', layout, rows });
  if (!added) return (toast.error(`排队的标签太多（最多${MOST_WAITING}张），请先处理打印队列`), false);
  toast.success(`已加入打印队列：${rows.length} 张标签`);
  return true;
};
type Layout = NonNullable<Awaited<ReturnType<typeof loadLayout>>>;

/** What asked for a new label since it weighs something else has it now (R74). */
const renewed = async (rows: readonly PrintData[], kind: 'service' | 'browser'): Promise<void> => {
  const ids = rows.flatMap(({ id, needsLabel }) => (needsLabel === true && typeof id === 'number' ? [id] : []));
  if (ids.length === 0) return;
  try {
    await client.post('/biz-goods-in/printed', { ids: [...new Set(ids)], kind });
  } catch (error) {
    toast.error(messageOf(error));
  }
};

/** Says what is missing instead of printing nothing. Resolves when the labels are queued, or the print dialog is closed. */
export const printLabels = async ({ rows, fileName }: Labels, choice: PrintChoice): Promise<boolean> => {
  if (rows.length === 0) return (toast.error('请至少选择一行打印！'), false);
  if (fileName === undefined || fileName === '') return (toast.error('请选择标签模板！'), false);
  try {
    const layout = await loadLayout(fileName);
    if (layout === null) return (toast.error(`标签模板“${fileName}”还没有设计`), false);
    const way = await wayOf(choice, WORDS);
    if (way === null) return false;
    if (way !== 'page') {
      const added = await queued(way, { rows, fileName, layout });
      if (added) await renewed(rows, 'service');
      return added;
    }
    const picture = await withPictures(pictureNames(layout, rows));
    await printSheets({ layout, rows }, { printer: readPrinter(), picture });
    await renewed(rows, 'browser');
    return true;
  } catch (error) {
    toast.error(messageOf(error));
    return false;
  }
};
