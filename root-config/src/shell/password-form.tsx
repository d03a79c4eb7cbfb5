import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { errorsOf, useLocation, useNavigate, useSend, useSession } from 'root-config/api';
import {
  Button,
  Dialog,
  FormControl,
  TextInput,
  checkPasswords,
  passwordHint,
  passwordOwner,
  stillSaid,
  type PasswordErrors,
  type Passwords,
} from 'root-config/ui';
import { loadSession, signOut } from './auth.ts';
import { focusFirstError } from './focus-first-error.ts';
import { Gem } from './icons.tsx';
import styles from './sign-in.module.css';

const EMPTY: Passwords = { oldPassword: '', newPassword: '', confirmPassword: '' };
const LABELS: Record<keyof Passwords, string> = {
  oldPassword: '旧密码',
  newPassword: '新密码',
  confirmPassword: '确认密码',
};

const NAMES = Object.keys(LABELS) as (keyof Passwords)[];

/** Messages of the form's own and of the server; the first wrong field has the focus in the render that marks it. */
const usePasswordErrors = () => {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<PasswordErrors>({});
  // The answer of the server comes at any time: its message is waited for, not a frame.
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) focusFirstError(form.current);
  }, [refusals]);
  const refuse = (found: PasswordErrors): void => {
    setErrors(found);
    setRefusals((before) => before + 1);
  };
  return { form, errors, setErrors, refuse };
};

type PasswordFormProps = {
  onDone: () => Promise<void> | void;
  firstField?: RefObject<HTMLInputElement | null>;
  /** A word given in one's name by somebody else: the password that gave it ends with this change (R131). */
  disowns?: string | undefined;
};

const PasswordForm = ({ onDone, firstField, disowns }: PasswordFormProps) => {
  const [fields, setFields] = useState(EMPTY);
  const { user } = useSession();
  const owner = passwordOwner(user);
  const { form, errors, setErrors, refuse } = usePasswordErrors();
  const { send, pending } = useSend<Passwords & { disowns?: string[] }>({
    method: 'PUT',
    path: '/user/pwd/set',
    views: [],
  });
  const change = (name: keyof Passwords, text: string): void => {
    const now = { ...fields, [name]: text };
    setFields(now);
    setErrors(stillSaid(errors, name, now));
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = checkPasswords(fields, owner);
    if (Object.keys(found).length > 0) return refuse(found);
    setErrors({});
    try {
      await send({ ...fields, ...(disowns !== undefined && { disowns: [disowns] }) });
    } catch (error) {
      return refuse(errorsOf(error, NAMES));
    }
    await onDone();
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className={styles['form']} data-scanner="off">
      {errors.form && (
        <p role="alert" className={styles['failure']}>
          {errors.form}
        </p>
      )}
      {NAMES.map((name) => (
        <FormControl key={name} required>
          <FormControl.Label>{LABELS[name]}</FormControl.Label>
          <TextInput
            block
            size="large"
            type="password"
            autoFocus={name === 'oldPassword'}
            {...(name === 'oldPassword' && firstField ? { ref: firstField } : {})}
            autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
            value={fields[name]}
            onChange={(event) => change(name, event.target.value)}
          />
          {errors[name] && <FormControl.Validation variant="error">{errors[name]}</FormControl.Validation>}
          {name === 'newPassword' && <FormControl.Caption>{passwordHint(owner)}</FormControl.Caption>}
        </FormControl>
      ))}
      <Button type="submit" variant="primary" size="large" block loading={pending}>
        保存新密码
      </Button>
    </form>
  );
};

/** A password that someone else set is changed before anything else (R35); then comes the page that was wanted. */
export const ForcedPasswordPage = () => {
  return (
    <div className={styles['page']}>
      <main className={styles['card']}>
        <div className={styles['brand']}>
          <Gem size={36} />
          <h1>请先修改密码</h1>
        </div>
        <p className={styles['again']}>当前密码由他人设置，为了账号安全，请换成只有您知道的密码。</p>
        <PasswordForm onDone={() => loadSession()} />
        <p className={styles['again']}>
          <button type="button" className={styles['other']} onClick={() => void signOut()}>
            退出登录
          </button>
        </p>
      </main>
    </div>
  );
};

export const PasswordDialog = ({ onClose, disowns }: { onClose: () => void; disowns?: string }) => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { stage } = useSession();
  const firstField = useRef<HTMLInputElement>(null);
  const saved = async (): Promise<void> => {
    // The server ends all sessions of the user with the old password; then this shows the sign-in.
    await loadSession();
    close();
  };
  const close = (): void => {
    onClose();
    if (stage === 'in' && pathname !== '/index') void navigate('/index');
  };
  return (
    <Dialog
      title={disowns === undefined ? '修改密码' : '不是我授权的：请换密码'}
      width="medium"
      initialFocusRef={firstField}
      onClose={close}
    >
      {disowns === undefined ? null : (
        <p className="ui-hint">有人用您的密码给了这次授权。换成新密码后旧密码立即失效，此事会记入异常。</p>
      )}
      <PasswordForm onDone={saved} firstField={firstField} disowns={disowns} />
    </Dialog>
  );
};
