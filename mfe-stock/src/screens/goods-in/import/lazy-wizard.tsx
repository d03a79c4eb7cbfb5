import { Dialog, FailedState, SkeletonBox, lazily } from 'root-config/ui';
import type { Props } from './wizard.tsx';

/** The wizard, which loads when somebody imports; until then its window stands. */
export const ImportWizard = lazily<Props>(
  async () => (await import('./wizard.tsx')).ImportWizard,
  ({ onClose }, retry) => (
    <Dialog
      title="从Excel导入首饰"
      width="min(1000px, 100vw)"
      position={{ narrow: 'fullscreen', regular: 'center' }}
      onClose={onClose}
    >
      {retry === undefined ? (
        <div aria-busy style={{ display: 'grid', gap: 12 }}>
          {[1, 2, 3, 4].map((line) => (
            <SkeletonBox key={line} height="32px" />
          ))}
        </div>
      ) : (
        <FailedState message="请检查网络后重试。" onRetry={retry} />
      )}
    </Dialog>
  ),
);
