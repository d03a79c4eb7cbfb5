/** A link to a page of ours: opened without loading everything anew; a long press or another key does what the browser does. */
import type { ComponentChildren } from 'preact';
import { goTo } from '../client/router.ts';

type Props = {
  readonly to: string;
  readonly className?: string;
  readonly current?: boolean;
  readonly children: ComponentChildren;
};
export const Link = ({ to, className, current = false, children }: Props) => {
  const open = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goTo(to);
  };
  return (
    <a href={to} className={className} onClick={open} {...(current && { 'aria-current': 'page' as const })}>
      {children}
    </a>
  );
};
