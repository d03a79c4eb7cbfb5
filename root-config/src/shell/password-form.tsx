import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useLocation, useNavigate, useSend, useSession } from 'root-config/api';
import { Button, Dialog, FormControl, TextInput } from 'root-config/ui';
import { loadSession, signOut } from './auth.ts';
import { Gem } from './icons.tsx';
import styles from './sign-in.module.css';

type Fields = { oldPassword: string; newPassword: string; confirmPassword: string };
type Errors = Partial<Record<keyof Fields, string>>;
const EMPTY: Fields = { oldPassword: '', newPassword: '', confirmPassword: '' };
const LABELS: Record<keyof Fields, string> = {
  oldPassword: '旧密码',
  newPassword: '新密码',
  confirmPassword: '确认密码',
};

/** S2§5: old required, new 6 to 20 characters, confirmation equal to new. */
export const checkPasswords = ({ oldPassword, newPassword, confirmPassword }: Fields): Errors => {
  const errors: Errors = {};
  if (oldPassword === '') errors.oldPassword = '旧密码不能为空';
  if (newPassword === '') errors.newPassword = '新密码不能为空';
  else if (newPassword.length < 6 || newPassword.length > 20) errors.newPassword = '长度在 6 到 20 个字符';
  if (confirmPassword === '') errors.confirmPassword = '确认密码不能为空';
  else if (confirmPassword !== newPassword) errors.confirmPassword = '两次输入的密码不一致';
  return errors;
};

type PasswordFormProps = { onDone: () => Promise<void> | void; firstField?: RefObject<HTMLInputElement | null> };

const PasswordForm = ({ onDone, firstField }: PasswordFormProps) => {
  const [fields, setFields] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const { send, pending, error } = useSend<Fields>({ method: 'PUT', path: '/user/pwd/set', views: [] });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = checkPasswords(fields);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    try {
      await send(fields);
    } catch {
      return;
    }
    await onDone();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles['form']} data-scanner="off">
      {error && (
        <p role="alert" className={styles['failure']}>
          {error.msg}
        </p>
      )}
      {(Object.keys(LABELS) as (keyof Fields)[]).map((name) => (
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
            onChange={(event) => setFields({ ...fields, [name]: event.target.value })}
          />
          {errors[name] && <FormControl.Validation variant="error">{errors[name]}</FormControl.Validation>}
        </FormControl>
      ))}
      <Button type="submit" variant="primary" size="large" block loading={pending}>
        保存新密码
      </Button>
    </form>
  );
};

/** A password that someone else set is changed before anything else (R35). */
export const ForcedPasswordPage = () => {
  const navigate = useNavigate();
  const done = async (): Promise<void> => {
    await loadSession();
    await navigate('/index', { replace: true });
  };
  return (
    <div className={styles['page']}>
      <main className={styles['card']}>
        <div className={styles['brand']}>
          <Gem size={36} />
          <h1>请先修改密码</h1>
        </div>
        <p className={styles['again']}>当前密码由他人设置，为了账号安全，请换成只有您知道的密码。</p>
        <PasswordForm onDone={done} />
        <p className={styles['again']}>
          <button type="button" className={styles['other']} onClick={() => void signOut()}>
            退出登录
          </button>
        </p>
      </main>
    </div>
  );
};

export const PasswordDialog = ({ onClose }: { onClose: () => void }) => {
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
    <Dialog title="修改密码" width="medium" initialFocusRef={firstField} onClose={close}>
      <PasswordForm onDone={saved} firstField={firstField} />
    </Dialog>
  );
};
