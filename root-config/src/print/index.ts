/** Printing of labels and bills: drawing, the local print service and its queue. Loaded when something is printed. */
export { LabelPreview, LabelProblems, problemsOf } from './label-preview.tsx';
export { labelProblems, type LabelProblem } from './label-rules.ts';
export { printHtml } from './print-html.ts';
export { printLabels, type Labels, type PrintWay } from './print-labels.ts';
export { printSheets } from './print-page.ts';
export { PrintChip } from './print-chip.tsx';
export { PrintStatus } from './print-status.tsx';
export { PrinterDialog } from './printer-dialog.tsx';
export { drawElement, renderSheets, type PrinterFit, type RenderOptions } from './render.ts';
export { loadLayout } from './template.ts';
export { filledText, type PrintData } from './values.ts';
