import { Suspense, lazy } from 'react';
import { openOverlay } from './overlay.tsx';

const PhotoViewer = lazy(async () => ({ default: (await import('./photo-viewer.tsx')).PhotoViewer }));

/** Opens the large viewer on names or paths of pictures; nothing happens without any. */
export const openPictures = (names: readonly string[], start = 0): void => {
  if (names.length === 0) return;
  openOverlay((close) => (
    <Suspense fallback={null}>
      <PhotoViewer names={names} start={start} onClose={close} />
    </Suspense>
  ));
};
