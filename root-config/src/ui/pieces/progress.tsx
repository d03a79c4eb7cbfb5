import { Button, Dialog, ProgressBar } from '@primer/react';
import { Component, type ReactNode } from 'react';
import { FailedState } from './empty-state.tsx';
import './timeline.css';

/** The steps of a wizard; `current` counts from 0. */
export const Steps = ({ labels, current }: { labels: readonly string[]; current: number }) => (
  <ol className="ui-steps" aria-label="步骤">
    {labels.map((label, index) => (
      <li
        key={label}
        className={index < current ? 'ui-step-done' : ''}
        aria-current={index === current ? 'step' : undefined}
      >
        <b aria-hidden>{index < current ? '✓' : index + 1}</b>
        {label}
      </li>
    ))}
  </ol>
);

type ProgressProps = {
  readonly title: string;
  readonly done: number;
  /** 0 while nobody knows. */
  readonly total: number;
  readonly text?: string;
  /** Absent: it cannot be left. */
  readonly onCancel?: (() => void) | undefined;
};
/** A long job on its way. */
export const ProgressDialog = ({ title, done, total, text, onCancel }: ProgressProps) => (
  <Dialog
    title={title}
    width="large"
    onClose={() => onCancel?.()}
    renderFooter={() => (
      <Dialog.Footer>{onCancel === undefined ? null : <Button onClick={onCancel}>取消</Button>}</Dialog.Footer>
    )}
  >
    <ProgressBar progress={total === 0 ? 100 : (done / total) * 100} animated={total === 0} aria-label={title} />
    <p role="status" aria-live="polite">
      {text ?? (total === 0 ? '正在处理…' : `${done} / ${total}`)}
    </p>
  </Dialog>
);

/** A part that crashes says so and offers to open again; the rest of the screen goes on. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <FailedState message="这一部分出错了，其他内容不受影响。" onRetry={() => this.setState({ failed: false })} />
    );
  }
}
