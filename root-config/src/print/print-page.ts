/** The exact-size print page: sheets in millimetres through the browser's own print dialog (paper or PDF). */
import { printHtml } from './print-html.ts';
import type { PrintLayout } from 'services/contracts/print-layout';
import { renderSheets, type RenderOptions } from './render.ts';
import { num } from './svg.ts';
import type { PrintData } from './values.ts';

export type Sheets = { readonly layout: PrintLayout; readonly rows: readonly PrintData[] };
/** A breath between slices: the page stays alive while five hundred labels are drawn. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const SLICE_MS = 12;

/** Markup and page size of all sheets; drawn in slices, so that no frame waits. */
export const sheetsMarkup = async ({ layout, rows }: Sheets, options: RenderOptions): Promise<string> => {
  const parts: string[] = [];
  let since = performance.now();
  for (const data of rows) {
    for (const sheet of renderSheets(layout, data, options)) parts.push(`<section>${sheet}</section>`);
    if (performance.now() - since < SLICE_MS) continue;
    await breath();
    since = performance.now();
  }
  return parts.join('');
};
/** Resolves when the browser's print dialog is closed. */
export const printSheets = async (sheets: Sheets, options: RenderOptions): Promise<void> => {
  const [width, height] = [`${num(sheets.layout.page.width)}mm`, `${num(sheets.layout.page.height)}mm`];
  const css = `section{width:${width};height:${height};overflow:hidden;break-after:page}
section:last-child{break-after:auto}
svg{display:block}`;
  await printHtml(await sheetsMarkup(sheets, options), { page: `${width} ${height}`, css });
};
