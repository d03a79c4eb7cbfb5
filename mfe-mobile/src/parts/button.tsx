/** A button that is pressed once: while its work goes on it says so and takes no other press. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

type Props = {
  readonly children: ComponentChildren;
  /** Absent in a form: it is sent. */
  readonly onPress?: () => void | Promise<void>;
  readonly look?: 'plain' | 'danger';
  readonly wide?: boolean;
  readonly disabled?: boolean;
  /** Shown while it works, also when the form that it sends does. */
  readonly busy?: boolean;
};
export const Button = ({ children, onPress, look, wide = false, disabled = false, busy = false }: Props) => {
  const [works, setWorks] = useState(false);
  const there = useRef(true);
  useEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
    };
  }, []);
  const press = async (): Promise<void> => {
    if (works || onPress === undefined) return;
    setWorks(true);
    try {
      await onPress();
    } finally {
      if (there.current) setWorks(false);
    }
  };
  const waits = works || busy;
  const className = ['button', look, wide && 'wide'].filter(Boolean).join(' ');
  return (
    <button
      type={onPress === undefined ? 'submit' : 'button'}
      className={className}
      disabled={disabled || waits}
      aria-busy={waits}
      {...(onPress !== undefined && { onClick: () => void press() })}
    >
      {waits ? '请稍候…' : children}
    </button>
  );
};
