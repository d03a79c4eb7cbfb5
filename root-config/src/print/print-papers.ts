/** Documents of the counter to paper (R53): by the shop's print service or the browser, from the same template, counted. */
import { messageOf, toast } from 'root-config/api';
import { counted, loadPaper, type LoadedPaper } from './papers.ts';
import { pictureNames, withPictures } from './pictures.ts';
import { printSheets } from './print-page.ts';
import { wayOf, type PrintChoice } from './print-way.ts';
import { loadLayout } from './template.ts';

export type Papers = {
  /** Kind of print template: invoice, recycle, clean, shift, deposit … */
  readonly kind: string;
  /** Where copies are counted: `/biz-sell`. */
  readonly path: string;
  /** 销售单 */
  readonly title: string;
  readonly ids: readonly number[];
  /** File name of the template; default: each document's own. */
  readonly template?: string;
};
/** Which ways the user may print; both by default. */
export type AllowedWays = { readonly service?: boolean; readonly page?: boolean };

const WORDS = {
  what: '单据',
  instead: '打印服务没有打开，改用浏览器打印。',
};
/** Fit to be shown. */
class PrintProblem extends Error {}
type Batch = { readonly fileName: string; readonly papers: readonly LoadedPaper[] };
/** Each document by its own template. @throws {PrintProblem} that says which has none */
const batchesOf = async ({ kind, ids, title, template }: Papers): Promise<readonly Batch[]> => {
  const papers = await Promise.all(ids.map((id) => loadPaper(kind, id)));
  const groups = Map.groupBy(papers, ({ templateName }) => template ?? templateName);
  if (groups.has('')) throw new PrintProblem(`没有“${title}”的打印模板，请先在基础资料里新增`);
  return [...groups].map(([fileName, all]) => ({ fileName, papers: all }));
};
const drawnBy = async (fileName: string) => {
  const layout = await loadLayout(fileName);
  if (layout === null) throw new PrintProblem(`打印模板“${fileName}”还没有设计`);
  return layout;
};
type Way = Exclude<Awaited<ReturnType<typeof wayOf>>, null>;
const printBatch = async ({ path, title }: Papers, { fileName, papers }: Batch, way: Way): Promise<void> => {
  // What cannot be drawn is not counted.
  const layout = await drawnBy(fileName);
  const rows = (await counted(path, papers, way === 'page' ? 'browser' : 'service')).map(({ data }) => data);
  if (way === 'page') {
    const picture = await withPictures(pictureNames(layout, rows));
    return printSheets({ layout, rows }, { picture });
  }
  if (!(await way.add({ title, fileName, layout, rows, report: true })))
    throw new PrintProblem('排队的单据太多，请先处理打印队列');
  toast.success(`已加入打印队列：${title} ${rows.length} 份`);
};
const choiceOf = (wanted: PrintChoice, { service = true, page = true }: AllowedWays): PrintChoice => {
  if (!service) return 'page';
  return page ? wanted : 'service';
};
/**
 * What goes wrong is said, and can be tried again; the document is stored whatever becomes of its paper.
 * @returns whether it is queued, or the browser's print dialog was shown.
 */
export const printPapers = async (
  papers: Papers,
  wanted: PrintChoice = 'any',
  allowed: AllowedWays = {},
): Promise<boolean> => {
  try {
    const batches = await batchesOf(papers);
    const way = await wayOf(choiceOf(wanted, allowed), { ...WORDS, mayPage: allowed.page ?? true });
    if (way === null) return false;
    for (const batch of batches) await printBatch(papers, batch, way);
    return true;
  } catch (error) {
    toast.error(error instanceof PrintProblem ? error.message : messageOf(error));
    return false;
  }
};
