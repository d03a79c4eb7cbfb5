/** A field of a form with its label above and what is wrong below. */
import { useId } from 'preact/hooks';

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** What is wrong with it; '' nothing. */
  readonly problem?: string;
  readonly hint?: string;
  readonly type?: 'text' | 'tel';
  readonly inputMode?: 'tel' | 'numeric';
  readonly autoComplete?: string;
  readonly maxLength?: number;
};
export const Field = ({ label, value, onChange, problem = '', hint, type = 'text', ...rest }: Props) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}-more`}
        {...rest}
      />
      <span id={`${id}-more`}>
        {problem === '' ? hint === undefined ? null : <small>{hint}</small> : <span className="wrong">{problem}</span>}
      </span>
    </div>
  );
};
