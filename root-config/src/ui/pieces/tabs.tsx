/** Tabs over what stands below them; the arrows go through them too. */
import type { KeyboardEvent, ReactNode } from 'react';
import './tabs.css';

type Props<Name extends string> = {
  readonly label?: string;
  readonly tabs: readonly Name[];
  readonly current: Name | undefined;
  readonly onTab: (tab: Name) => void;
  /** What a tab says; default its name. */
  readonly words?: (tab: Name) => ReactNode;
  readonly className?: string | undefined;
};
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
export const Tabs = <Name extends string>({ label, tabs, current, onTab, words, className = '' }: Props<Name>) => {
  const move = ({ key, currentTarget }: KeyboardEvent<HTMLElement>): void => {
    const step = STEPS[key];
    if (step === undefined) return;
    const index = (tabs.findIndex((name) => name === current) + step + tabs.length) % tabs.length;
    const next = tabs[index];
    if (next !== undefined) onTab(next);
    currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };
  return (
    <div className={`ui-tabs ${className}`} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((name) => (
        <button key={name} type="button" role="tab" aria-selected={name === current} onClick={() => onTab(name)}>
          {words?.(name) ?? name}
        </button>
      ))}
    </div>
  );
};
