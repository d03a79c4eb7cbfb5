/** Parts that a first list does not need: each loads when it is first shown, dialogs ahead of that while nothing runs. */
import { Dialog, SkeletonBox } from '@primer/react';
import type { ReactNode } from 'react';
import { placing } from './form/placing.ts';
import type { ExplainProps } from './document/explain-panel.tsx';
import type { FormDialogProps } from './form/types.ts';
import type { ScanBoxProps } from './grid/scan-box.tsx';
import type { GridProps, LineGridProps } from './grid/types.ts';
import type { EmptyListProps } from './list/empty-list.tsx';
import type { ListEndpoint } from './list/types.ts';
import type { CropProps } from './pieces/crop-dialog.tsx';
import { FailedState } from './pieces/empty-state.tsx';
import { lazily } from './pieces/lazily.tsx';
import type { PictureUploadProps } from './pieces/picture-upload.tsx';

const NOT_LOADED = '请检查网络后重试。';
const skeleton = (height: number | string, retry: (() => void) | undefined): ReactNode =>
  retry === undefined ? <SkeletonBox height={height} /> : <FailedState message={NOT_LOADED} onRetry={retry} />;

type AnyForm = FormDialogProps<Record<string, unknown>>;
const LazyForm = lazily<AnyForm>(
  async () => (await import('./form/form-dialog.tsx')).FormDialog,
  ({ title, onClose, ...place }, retry) => (
    <Dialog title={title} {...placing(place)} onClose={onClose}>
      {retry === undefined ? (
        <div aria-busy style={{ display: 'grid', gap: 12 }}>
          {[1, 2, 3, 4].map((line) => (
            <SkeletonBox key={line} height="32px" />
          ))}
        </div>
      ) : (
        <FailedState message={NOT_LOADED} onRetry={retry} />
      )}
    </Dialog>
  ),
);
/** A form as one plain object → its dialog. */
export const FormDialog = LazyForm as unknown as <V extends object>(props: FormDialogProps<V>) => ReactNode;

type AnyLines = LineGridProps<Record<string, unknown>>;
/** Lines of a document: type, scan, paste, undo; 100,000 of them as easily as ten. */
export const LineGrid = lazily<AnyLines>(
  async () => (await import('./grid/line-grid.tsx')).LineGrid,
  ({ height = 350 }, retry) => skeleton(height, retry),
) as unknown as <L extends object>(props: LineGridProps<L>) => ReactNode;
type AnyRows = GridProps<Record<string, unknown>>;
/** Rows to read: frozen columns, copy, keyboard; for 100,000 of them as for ten. */
export const Grid = lazily<AnyRows>(
  async () => (await import('./grid/grid.tsx')).Grid,
  ({ height = 350 }, retry) => skeleton(height, retry),
) as unknown as <L extends object>(props: GridProps<L>) => ReactNode;
/** Which filters emptied a list. */
export const EmptyList = lazily<EmptyListProps<ListEndpoint>>(
  async () => (await import('./list/empty-list.tsx')).EmptyList,
  (_props, retry) => skeleton(120, retry),
) as unknown as <E extends ListEndpoint>(props: EmptyListProps<E>) => ReactNode;
export const ScanBox = lazily<ScanBoxProps>(
  async () => (await import('./grid/scan-box.tsx')).ScanBox,
  (_props, retry) => skeleton(32, retry),
);
export const PictureUpload = lazily<PictureUploadProps>(
  async () => (await import('./pieces/picture-upload.tsx')).PictureUpload,
  (_props, retry) => skeleton(96, retry),
);

let asked = false;
/** Called when the first list stands: opening a dialog is instant from then on. */
export const preloadDialogs = (): void => {
  if (asked) return;
  asked = true;
  const load = (): void => void LazyForm.preload().catch(() => (asked = false));
  if (typeof requestIdleCallback === 'function') requestIdleCallback(load, { timeout: 5_000 });
  else setTimeout(load, 1_000);
};
/** 裁剪 of one picture. */
export const CropDialog = lazily<CropProps>(
  async () => (await import('./pieces/crop-dialog.tsx')).CropDialog,
  (_props, retry) => skeleton(96, retry),
);
/** A figure with the events behind it; it comes when the first one is opened. */
export const ExplainPanel = lazily<ExplainProps>(
  async () => (await import('./document/explain-panel.tsx')).ExplainPanel,
  ({ onClose, title }, retry) => (
    <Dialog title={title} onClose={onClose}>
      {skeleton(96, retry)}
    </Dialog>
  ),
);
