/** The dialog of a piece loads once the list stands: a first list need not pay for it. */
import { Dialog, FailedState, SkeletonBox, lazily } from 'root-config/ui';
import type { GoodsDialogProps } from './goods-dialog.tsx';

export const GoodsDialog = lazily<GoodsDialogProps>(
  async () => (await import('./goods-dialog.tsx')).GoodsDialog,
  ({ onClose }, retry) => (
    <Dialog title="首饰入库" width="min(1400px, 100vw)" onClose={onClose}>
      {retry === undefined ? (
        <SkeletonBox height="480px" />
      ) : (
        <FailedState message="请检查网络后重试。" onRetry={retry} />
      )}
    </Dialog>
  ),
);
const ahead = (): void => void GoodsDialog.preload().catch(() => undefined);
if (typeof requestIdleCallback === 'function') requestIdleCallback(ahead, { timeout: 5_000 });
else setTimeout(ahead, 1_000);
