/** Which way something goes to paper: through the print service when it is there, else as a page of the browser. */
import { toast } from 'root-config/api';
import { confirm } from 'root-config/ui';
import type { PrintQueue } from './print-queue.ts';
import { printQueue } from './service.ts';

/**
 * `service`: queued, also while the service is away (somebody is asked then); `page`: the browser's print dialog;
 * `any`: the service when it answers, else the page.
 */
export type PrintChoice = 'service' | 'page' | 'any';

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
/** Looks for the service, and says so when that is not done at once. */
const lookFor = async (): Promise<{ readonly queue: PrintQueue; readonly there: boolean }> => {
  const looked = printQueue().then(async (queue) => ({ queue, there: await isThere(queue) }));
  const soon = setTimeout(() => toast.info('正在连接打印服务…', { until: looked }), SOON_MS);
  return looked.finally(() => clearTimeout(soon));
};

type Words = {
  /** 标签, 单据 */
  readonly what: string;
  /** What is said when the page takes the service's place. */
  readonly instead: string;
  /** false: there is no page to fall back on, so what is not wanted in the queue is not printed. */
  readonly mayPage?: boolean;
};
const away = ({ what, mayPage = true }: Words) => ({
  title: '打印服务未连接',
  text: `本机的打印服务没有打开。${what}可以先排队，打开打印服务后自动打印${mayPage ? '；也可以现在用浏览器打印' : ''}。`,
  ok: '先排队',
  cancel: mayPage ? '用浏览器打印' : '不打印',
});
/** The queue of the service, the page of the browser, or nothing, as whoever was asked decides. */
export const wayOf = async (choice: PrintChoice, words: Words): Promise<PrintQueue | 'page' | null> => {
  if (choice === 'page') return 'page';
  const { queue, there } = await lookFor();
  if (there) return queue;
  const { mayPage = true } = words;
  if (choice === 'service' || !mayPage) return (await confirm(away(words))) ? queue : mayPage ? 'page' : null;
  toast.warning(words.instead);
  return 'page';
};
