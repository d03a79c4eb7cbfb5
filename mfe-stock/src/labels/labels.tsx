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
/** `any`: through the print service when it is there, else the browser (print_direct, S0§4). */
export const printRows = async (
  rows: readonly Row[],
  fileName: string | undefined,
  way: 'service' | 'page' | 'any',
): Promise<void> => {
  try {
    const { printLabels } = await import('root-config/print');
    await printLabels({ rows, fileName }, way);
  } catch (error) {
    toast.error(messageOf(error));
  }
};
/** The label of one record as the server has it. */
export const printRecord = async (
  id: number,
  fileName: string | undefined,
  way: 'service' | 'page' | 'any',
): Promise<void> => {
  try {
    const row = z.record(z.string(), z.unknown()).parse(await client.get(`/biz-goods-in/print/${id}`));
    await printRows([row], fileName, way);
  } catch (error) {
    toast.error(messageOf(error));
  }
};
