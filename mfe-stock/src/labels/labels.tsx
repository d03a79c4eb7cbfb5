/** Printing of labels, as the screens of the stock area ask for it. Its code loads when somebody prints. */
import { client, messageOf, toast } from 'root-config/api';
import { Dialog, FailedState, SkeletonBox, lazily } from 'root-config/ui';
import { z } from 'zod';
import type { LabelDialogProps } from './label-dialog.tsx';

export const LabelDialog = lazily<LabelDialogProps>(
  async () => (await import('./label-dialog.tsx')).LabelDialog,
  ({ onClose }, retry) => (
    <Dialog title="批量打印标签" width="min(500px, 100vw)" onClose={onClose}>
      {retry === undefined ? (
        <SkeletonBox height={240} />
      ) : (
        <FailedState message="请检查网络后重试。" onRetry={retry} />
      )}
    </Dialog>
  ),
);

type Row = Readonly<Record<string, unknown>>;
type PrintWay = 'service' | 'page' | 'any';
/** `any`: through the print service when it is there, else the browser (print_direct, S0§4). */
export const printRows = async (rows: readonly Row[], fileName: string | undefined, way: PrintWay): Promise<void> => {
  try {
    const { printLabels } = await import('root-config/print');
    await printLabels({ rows, fileName }, way);
  } catch (error) {
    toast.error(messageOf(error));
  }
};
/** Its own template, else the house's. */
const templateOf = async (row: Row, fileName: string | undefined): Promise<string | undefined> => {
  if (fileName !== undefined && fileName !== '') return fileName;
  const { defaultTemplate } = await import('./default-template.ts');
  return defaultTemplate(typeof row['type'] === 'string' ? row['type'] : '');
};
/** A second press within this time is the same press, however fast the first label came. */
const DOUBLE_PRESS_MS = 500;
const printing = new Set<string>();
/** Settles when the next press would be another one: half a second later, or as soon as anything else is pressed. */
const doublePressIsOver = (): Promise<void> =>
  new Promise((resolve) => {
    const listening = new AbortController();
    const pressed = document.activeElement;
    const end = (): void => {
      listening.abort();
      resolve();
    };
    const other = ({ target }: Event): void => {
      if (target instanceof Node && pressed?.contains(target) !== true) end();
    };
    for (const press of ['pointerdown', 'keydown'])
      document.addEventListener(press, other, { capture: true, signal: listening.signal });
    setTimeout(end, DOUBLE_PRESS_MS);
  });
/** Once, however often it is pressed before it is out. A piece that was changed meanwhile is another label. */
const printOnce = async (
  row: Row,
  { fileName, way, over }: { fileName: string | undefined; way: PrintWay; over: Promise<void> },
): Promise<void> => {
  const label = JSON.stringify(row);
  if (printing.has(label)) return;
  printing.add(label);
  try {
    await printRows([row], await templateOf(row, fileName), way);
  } finally {
    void over.then(() => printing.delete(label));
  }
};
/** The label of one record as the server has it. */
export const printRecord = async (id: number, fileName: string | undefined, way: PrintWay): Promise<void> => {
  const over = doublePressIsOver();
  try {
    const row = z.record(z.string(), z.unknown()).parse(await client.get(`/biz-goods-in/print/${id}`));
    await printOnce(row, { fileName, way, over });
  } catch (error) {
    toast.error(messageOf(error));
  }
};
