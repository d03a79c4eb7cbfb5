import { Button, Heading } from '@primer/react';
import type { ReactNode } from 'react';
import './states.css';

type Props = { readonly title: string; readonly text?: string | undefined; readonly children?: ReactNode };
/** Nothing here, and what to do next. */
export const EmptyState = ({ title, text, children }: Props) => (
  <div className="ui-state">
    <Heading as="h3" variant="small">
      {title}
    </Heading>
    {text === undefined ? null : <p>{text}</p>}
    {children === undefined ? null : <div className="ui-state-actions">{children}</div>}
  </div>
);
/** It failed, why, and 重试. */
export const FailedState = ({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) => (
  <div className="ui-state" role="alert">
    <Heading as="h3" variant="small">
      加载失败
    </Heading>
    <p>{message}</p>
    <div className="ui-state-actions">
      <Button onClick={onRetry}>重试</Button>
    </div>
  </div>
);
