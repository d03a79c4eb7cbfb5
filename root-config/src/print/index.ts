/** Printing of labels and bills: drawing, the local print service and its queue. Loaded when something is printed. */
export { LabelPreview, LabelProblems, problemsOf } from './label-preview.tsx';
export { labelProblems, type LabelProblem } from './label-rules.ts';
export { printHtml } from './print-html.ts';
export { printLabels, type Labels } from './print-labels.ts';
export { printPapers, type Papers, type AllowedWays } from './print-papers.ts';
export { counted, loadPaper, type LoadedPaper } from './papers.ts';
export type { PrintChoice } from './print-way.ts';
export { qrPicture } from './qr-picture.ts';
export { printSheets } from './print-page.ts';
export { PrintChip } from './print-chip.tsx';
export { PrintStatus } from './print-status.tsx';
export { PrinterDialog } from './printer-dialog.tsx';
export { drawElement, renderSheets, type PrinterFit, type RenderOptions } from './render.ts';
export { loadLayout } from './template.ts';
export { filledText, type PrintData } from './values.ts';
