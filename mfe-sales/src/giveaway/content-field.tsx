/** The rich text of a form; the editor comes in a chunk of its own. */
import { FailedState, SkeletonBox, lazily } from 'root-config/ui';
import type { RichTextProps } from './editor.ts';

export const ContentField = lazily<RichTextProps>(
  async () => (await import('./rich-text.tsx')).RichText,
  (_props, retry) =>
    retry === undefined ? <SkeletonBox height={260} /> : <FailedState message="请检查网络后重试。" onRetry={retry} />,
);
