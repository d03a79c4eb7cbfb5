import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { errorsOf, isRemembered, type FieldErrors } from 'root-config/api';
import { Button, Checkbox, FormControl, TextInput, lazily } from 'root-config/ui';
import { fetchCaptcha, fetchLoginConfig, sendSms, signIn, type SecondFactorDemand, type SentCode } from './auth.ts';
import { focusFirstError } from './focus-first-error.ts';
import { EyeIcon, EyeOffIcon } from './icons.tsx';
import type { SecondStepProps } from './second-step.tsx';
import styles from './sign-in.module.css';

const NAMES = ['username', 'password', 'code'] as const;
type Errors = FieldErrors<(typeof NAMES)[number]>;

const check = (username: string, password: string, code: string, needsCode: boolean): Errors => ({
  ...(username.trim() === '' ? { username: '用户名不能为空' } : {}),
  ...(password === '' ? { password: '密码不能为空' } : {}),
  ...(needsCode && code.trim() === '' ? { code: '验证码不能为空' } : {}),
});

const useCountdown = () => {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, () => setLeft(60)] as const;
};

type FieldProps = { value: string; onChange: (value: string) => void; error: string | undefined };

const UserField = ({ value, onChange, error, fixed }: FieldProps & { fixed: boolean }) => (
  <FormControl required>
    <FormControl.Label>用户名</FormControl.Label>
    <TextInput
      block
      size="large"
      autoComplete="username"
      autoFocus={!fixed}
      disabled={fixed}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
    {error && <FormControl.Validation variant="error">{error}</FormControl.Validation>}
  </FormControl>
);

const PasswordField = ({ value, onChange, error, inputRef }: FieldProps & { inputRef: SignInProps['passwordRef'] }) => {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <>
      <FormControl required>
        <FormControl.Label>密码</FormControl.Label>
        <TextInput
          block
          size="large"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          {...(inputRef ? { ref: inputRef } : {})}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCapsLock(false)}
          trailingAction={
            <TextInput.Action
              aria-label={shown ? '隐藏密码' : '显示密码'}
              icon={shown ? EyeOffIcon : EyeIcon}
              onClick={() => setShown(!shown)}
            />
          }
        />
        {error && <FormControl.Validation variant="error">{error}</FormControl.Validation>}
      </FormControl>
      {capsLock && (
        <p role="status" className={styles['caps']}>
          大写锁定已打开
        </p>
      )}
    </>
  );
};

const CodeField = ({ value, onChange, error, children }: FieldProps & { children: ReactNode }) => (
  <div className={styles['code']}>
    <FormControl required>
      <FormControl.Label>验证码</FormControl.Label>
      <TextInput
        block
        size="large"
        autoComplete="one-time-code"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <FormControl.Validation variant="error">{error}</FormControl.Validation>}
    </FormControl>
    {children}
  </div>
);

/** Said of every account alike (R113). */
const SentHint = ({ sent: { code } }: { sent: SentCode }) => (
  <p role="status" className={styles['sent']}>
    {code === undefined
      ? '账号登记了手机号码的，验证码已发出，5分钟内有效'
      : `演示环境不发短信，验证码：${code}（5分钟内有效）`}
  </p>
);

type SignInProps = {
  /** The user whose session was lost; nobody else continues their work by mistake. */
  fixedUser?: string;
  passwordRef?: RefObject<HTMLInputElement | null>;
  onDone: () => void;
};

const SecondStep = lazily<SecondStepProps>(
  async () => (await import('./second-step.tsx')).SecondStep,
  (_, retry) =>
    retry === undefined ? (
      <p role="status">正在加载…</p>
    ) : (
      <Button block onClick={retry}>
        加载失败，点击重试
      </Button>
    ),
);

/** User, password and, when the server asks for one, a code. Used as a page and over a page whose session was lost. */
export const SignInForm = ({ fixedUser, passwordRef, onDone }: SignInProps) => {
  const [username, setUsername] = useState(fixedUser ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [sent, setSent] = useState<SentCode | null>(null);
  const [rememberMe, setRememberMe] = useState(isRemembered);
  const [errors, setErrors] = useState<Errors>({});
  const [asked, setAsked] = useState<SecondFactorDemand | null>(null);
  const [busy, setBusy] = useState(false);
  const [wait, startWait] = useCountdown();
  const config = useQuery({ queryKey: ['/login-config'], queryFn: fetchLoginConfig, staleTime: 0 });
  const captcha = useQuery({
    queryKey: ['/captcha'],
    queryFn: fetchCaptcha,
    enabled: config.data?.captcha === true,
    staleTime: Infinity,
    gcTime: 0,
  });
  const needsCode = config.data?.sms === true || config.data?.captcha === true;

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const found = check(username, password, code, needsCode);
    setErrors(found);
    if (Object.keys(found).length > 0) {
      const form = event.currentTarget;
      // Once it is marked.
      requestAnimationFrame(() => focusFirstError(form));
      return;
    }
    setBusy(true);
    try {
      const uuid = config.data?.sms ? (sent?.id ?? '') : (captcha.data?.id ?? '');
      const more = await signIn({ username: username.trim(), password, code: code.trim(), uuid, rememberMe });
      if (more === null) onDone();
      else setAsked(more);
    } catch (error) {
      setErrors(errorsOf(error, NAMES));
      setCode('');
      // A captcha counts once; the failure may also have switched one on.
      await config.refetch();
      if (config.data?.captcha) await captcha.refetch();
    } finally {
      setBusy(false);
    }
  };
  const requestSms = async (): Promise<void> => {
    if (username.trim() === '') return setErrors({ username: '请填写用户名。' });
    try {
      setSent(await sendSms(username.trim()));
      setErrors({});
      startWait();
    } catch (error) {
      setErrors(errorsOf(error, NAMES));
    }
  };

  const again = (): void => {
    setAsked(null);
    setCode('');
    if (config.data?.captcha) void captcha.refetch();
  };
  if (asked !== null) return <SecondStep asked={asked} rememberMe={rememberMe} onDone={onDone} onBack={again} />;

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles['form']} data-scanner="off">
      {errors.form && (
        <p role="alert" className={styles['failure']}>
          {errors.form}
        </p>
      )}
      <UserField value={username} onChange={setUsername} error={errors.username} fixed={fixedUser !== undefined} />
      <PasswordField value={password} onChange={setPassword} error={errors.password} inputRef={passwordRef} />
      {needsCode && (
        <CodeField value={code} onChange={setCode} error={errors.code}>
          {config.data?.sms ? (
            <Button size="large" disabled={wait > 0} onClick={() => void requestSms()}>
              {wait > 0 ? `${wait} 秒后重发` : '获取验证码'}
            </Button>
          ) : (
            <button
              type="button"
              className={styles['captcha']}
              title="看不清？点击换一张"
              onClick={() => void captcha.refetch()}
            >
              {captcha.data ? <img src={captcha.data.image} alt="验证码图片，点击换一张" /> : '点击获取'}
            </button>
          )}
        </CodeField>
      )}
      {sent !== null && <SentHint sent={sent} />}
      <FormControl>
        <Checkbox checked={rememberMe} onChange={(event) => setRememberMe(event.target.checked)} />
        <FormControl.Label>记住我</FormControl.Label>
      </FormControl>
      <Button type="submit" variant="primary" size="large" block loading={busy}>
        登录
      </Button>
    </form>
  );
};
