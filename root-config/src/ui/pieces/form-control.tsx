import { Checkbox, Radio } from '@primer/react';
import { Children, cloneElement, isValidElement, useId, type ReactElement, type ReactNode } from 'react';
import './form-control.css';

type ControlChildProps = { readonly children: ReactNode };
// Read by FormControl, which knows the id; by themselves they are only their words.
const Label = ({ children }: ControlChildProps) => <>{children}</>;
const Validation = ({ children }: ControlChildProps & { readonly variant?: 'error' | 'success' }) => <>{children}</>;
const Caption = ({ children }: ControlChildProps) => <>{children}</>;

type ControlProps = {
  readonly id: string;
  readonly required: boolean | undefined;
  readonly disabled: boolean | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly validationStatus?: 'error' | 'success';
};
type Props = { readonly required?: boolean; readonly disabled?: boolean; readonly children: ReactNode };

type ValidationElement = ReactElement<Parameters<typeof Validation>[0]>;
const partsOf = (children: ReactNode) => {
  const parts = Children.toArray(children).filter((child): child is ReactElement<ControlChildProps> =>
    isValidElement(child),
  );
  const [control, ...others] = parts.filter(
    ({ type }) => ![Label, Validation, Caption].includes(type as typeof Label),
  ) as ReactElement<Partial<ControlProps>>[];
  return {
    label: parts.find(({ type }) => type === Label),
    caption: parts.find(({ type }) => type === Caption),
    validation: parts.find((part): part is ValidationElement => part.type === Validation),
    control,
    others,
  };
};

const Words = ({ id, required, children }: { id: string; required: boolean | undefined; children: ReactNode }) => (
  <label htmlFor={id}>
    {children}
    {required === true ? <span aria-hidden> *</span> : null}
  </label>
);
const Notes = ({
  id,
  validation,
  caption,
}: { id: string } & Pick<ReturnType<typeof partsOf>, 'validation' | 'caption'>) => (
  <>
    {validation && (
      <span
        id={`${id}-validation`}
        className={validation.props.variant === 'success' ? 'ui-control-caption' : 'ui-control-error'}
      >
        {validation.props.children}
      </span>
    )}
    {caption && (
      <span id={`${id}-caption`} className="ui-control-caption">
        {caption.props.children}
      </span>
    )}
  </>
);

/** Ids of what is said below a control, for its aria-describedby. */
const noteIds = (id: string, { validation, caption }: ReturnType<typeof partsOf>): string | undefined =>
  [validation && `${id}-validation`, caption && `${id}-caption`].filter(Boolean).join(' ') || undefined;

/**
 * One control with its label and message; the control gets its id and state from here. Stands in for Primer's part of
 * that name, which brings three kinds of pickers along (79 KB gzip on the sign-in page).
 */
const Control = ({ required, disabled, children }: Props) => {
  const id = useId();
  const parts = partsOf(children);
  const { label, caption, validation, control, others } = parts;
  const beside = control?.type === Checkbox || control?.type === Radio;
  const status = beside ? undefined : validation?.props.variant;
  const words = label && (
    <Words id={id} required={required}>
      {label.props.children}
    </Words>
  );
  return (
    <div className={beside ? 'ui-control ui-control-beside' : 'ui-control'}>
      {beside ? null : words}
      {control &&
        cloneElement(control, {
          id,
          required,
          disabled: disabled ?? control.props.disabled,
          'aria-describedby': noteIds(id, parts),
          ...(status === undefined ? {} : { validationStatus: status }),
        })}
      {others}
      {beside ? words : null}
      <Notes id={id} validation={validation} caption={caption} />
    </div>
  );
};
export const FormControl = Object.assign(Control, { Label, Validation, Caption });
