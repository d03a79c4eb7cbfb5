/** A computed value that somebody may write over: it follows its formula until then, and can be given back to it. */
import { TextInput, parseNumber } from 'root-config/ui';
import { useState } from 'react';

type Props = {
  readonly label: string;
  /** What was written by hand; undefined follows the formula. */
  readonly written: string | number | undefined;
  readonly computed: string | number;
  readonly formula: string;
  readonly onWrite: (value: string | number | undefined) => void;
  readonly kind: 'text' | 'money';
  readonly invalid: boolean;
};
const MAX_NAME = 60;

export const Overridable = ({ label, written, computed, formula, onWrite, kind, invalid }: Props) => {
  const [typed, setTyped] = useState<string>();
  const own = written !== undefined && written !== computed;
  const change = (text: string): void => {
    setTyped(text);
    if (text.trim() === '') return onWrite(undefined);
    if (kind === 'text') return onWrite(text);
    const parsed = parseNumber(text, { decimals: 2, min: 0, max: undefined, unit: '元' });
    if (parsed.ok) onWrite(parsed.value);
  };
  return (
    <>
      <TextInput
        block
        aria-label={label}
        autoComplete="off"
        {...(kind === 'money'
          ? { className: 'ui-number', inputMode: 'decimal', trailingVisual: '元' }
          : { maxLength: MAX_NAME })}
        {...(invalid ? { validationStatus: 'error' as const } : {})}
        value={typed ?? String(written ?? computed)}
        onChange={(event) => change(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(undefined)}
      />
      <span className="ui-hint" title={formula}>
        {own ? (
          <button
            type="button"
            className="ui-link"
            onClick={() => {
              setTyped(undefined);
              onWrite(undefined);
            }}
          >
            恢复自动计算（{computed === '' ? '空' : computed}）
          </button>
        ) : (
          `ƒ ${formula}`
        )}
      </span>
    </>
  );
};
