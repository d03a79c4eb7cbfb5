/** Labels to paper: through the print service when it is there, else as an exact-size page of the browser. */
import { messageOf, toast } from 'root-config/api';
import { confirm } from 'root-config/ui';
import { pictureNames, withPictures } from './pictures.ts';
import { printSheets } from './print-page.ts';
import { MOST_WAITING, type PrintQueue } from './print-queue.ts';
import { readPrinter } from './printer.ts';
import { printQueue } from './service.ts';
import { loadLayout } from './template.ts';
import type { PrintData } from './values.ts';

export type Labels = { readonly rows: readonly PrintData[]; readonly fileName: string | undefined };
/**
 * `service`: queued, also while the service is away (somebody is asked then); `page`: the browser's print dialog;
 * `any`: the service when it answers, else the page.
 */
export type PrintWay = 'service' | 'page' | 'any';

/** A service that is there answers at once, one that is not refuses at once; only a busy machine needs this long. */
const CONNECT_MS = 10_000;
/** Whoever waits longer than this is told for what. */
const SOON_MS = 300;
/** Whether the service is there now. */
const isThere = async (queue: PrintQueue): Promise<boolean> => {
  const done = queue.want();
  try {
    return await new Promise<boolean>((resolve) => {
      const settle = (): void => {
        const { connection } = queue.status.get();
        if (connection === 'connected' || connection === 'away') finish(connection === 'connected');
      };
      const stop = queue.status.subscribe(settle);
      const timer = setTimeout(() => finish(false), CONNECT_MS);
      const finish = (there: boolean): void => {
        clearTimeout(timer);
        stop();
        resolve(there);
      };
      settle();
    });
  } finally {
    done();
  }
};
const AWAY = {
  title: '打印服务未连接',
  text: '本机的打印服务没有打开。标签可以先排队，打开打印服务后自动打印；也可以现在用浏览器打印。',
  ok: '先排队',
  cancel: '用浏览器打印',
};
const BROWSER = '打印服务没有打开，改用浏览器打印：请在打印窗口中选择标签打印机。要自动出标签，请先打开打印服务。';
/** Looks for the service, and says so when that is not done at once. */
const lookFor = async (): Promise<{ readonly queue: PrintQueue; readonly there: boolean }> => {
  const looked = printQueue().then(async (queue) => ({ queue, there: await isThere(queue) }));
  const soon = setTimeout(() => toast.info('正在连接打印服务…', { until: looked }), SOON_MS);
  return looked.finally(() => clearTimeout(soon));
};
const wayOf = async (way: PrintWay): Promise<PrintQueue | null> => {
  if (way === 'page') return null;
  const { queue, there } = await lookFor();
  if (there) return queue;
  if (way === 'service') return (await confirm(AWAY)) ? queue : null;
  toast.warning(BROWSER);
  return null;
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

/** Says what is missing instead of printing nothing. Resolves when the labels are queued, or the print dialog is closed. */
export const printLabels = async ({ rows, fileName }: Labels, way: PrintWay): Promise<boolean> => {
  if (rows.length === 0) return (toast.error('请至少选择一行打印！'), false);
  if (fileName === undefined || fileName === '') return (toast.error('请选择标签模板！'), false);
  try {
    const layout = await loadLayout(fileName);
    if (layout === null) return (toast.error(`标签模板“${fileName}”还没有设计`), false);
    const queue = await wayOf(way);
    if (queue !== null) return await queued(queue, { rows, fileName, layout });
    const picture = await withPictures(pictureNames(layout, rows));
    await printSheets({ layout, rows }, { printer: readPrinter(), picture });
    return true;
  } catch (error) {
    toast.error(messageOf(error));
    return false;
  }
};
