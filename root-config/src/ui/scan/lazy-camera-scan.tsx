import { SkeletonBox } from '@primer/react';
import { FailedState } from '../pieces/empty-state.tsx';
import { lazily } from '../pieces/lazily.tsx';
import type { CameraScanProps } from './camera-scan.tsx';

/** The camera as a scanner, for whatever screen takes a scan; it and what reads codes load when it opens. */
export const CameraScan = lazily<CameraScanProps>(
  async () => (await import('./camera-scan.tsx')).CameraScan,
  (_props, retry) =>
    retry === undefined ? <SkeletonBox height="220px" /> : <FailedState message="请检查网络后重试。" onRetry={retry} />,
);
