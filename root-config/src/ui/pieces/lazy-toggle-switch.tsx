import { SkeletonBox, type ToggleSwitchProps } from '@primer/react';
import type { ComponentType } from 'react';
import { FailedState } from './empty-state.tsx';
import { lazily } from './lazily.tsx';

/** Few forms have one: it comes with the first. */
export const ToggleSwitch = lazily<ToggleSwitchProps>(
  async () => (await import('./toggle-switch.ts')).ToggleSwitch as ComponentType<ToggleSwitchProps>,
  (_props, retry) =>
    retry === undefined ? <SkeletonBox height={24} /> : <FailedState message="请检查网络后重试。" onRetry={retry} />,
);
