/** After the password: the six digits of the authenticator app; before the first of them the app is given its secret. */
import { type FormEvent, useRef, useState } from 'react';
import { errorsOf, type FieldErrors } from 'root-config/api';
import { qrPicture } from '../print/qr-picture.ts';
import { Button, FormControl, TextInput } from 'root-config/ui';
import { completeSignIn, type PendingSession, type SecondFactorDemand } from './auth.ts';
import styles from './sign-in.module.css';

export type SecondStepProps = {
  asked: SecondFactorDemand;
  rememberMe: boolean;
  onDone: () => void;
  /** To the password again: the ticket lasts five minutes and five tries. */
  onBack: () => void;
};

const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;
export const Enrol = ({ secret, otpauth }: NonNullable<SecondFactorDemand['enrol']>) => (
  <>
    <p className={styles['step']}>请用手机上的身份验证器扫描下面的二维码，再输入它显示的 6 位数字。</p>
    <img className={styles['qr']} alt="身份验证器二维码" src={qrPicture(otpauth)} />
    <p className={styles['step']}>
      不能扫描时，在验证器里手动输入密钥：
      <code className={styles['secret']}>{inFours(secret)}</code>
    </p>
  </>
);

type RecoveryCodesProps = { codes: readonly string[]; next: string; onNext: () => Promise<void> | void };
export const RecoveryCodes = ({ codes, next, onNext }: RecoveryCodesProps) => {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setSaid('已复制');
    } catch {
      setSaid('浏览器不允许复制，请打印或抄写。');
    }
  };
  return (
    <div className={styles['form']}>
      <h2 className={styles['heading']}>请保存恢复码</h2>
      <p className={styles['step']}>手机丢失时，用恢复码代替验证码登录，每个只能用一次。它们只显示这一次。</p>
      <ul className={styles['codes']} aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles['pair']}>
        <Button block onClick={() => void copy()}>
          复制
        </Button>
        <Button block onClick={() => window.print()}>
          打印
        </Button>
      </div>
      <p role="status" className={styles['step']}>
        {said}
      </p>
      <Button variant="primary" size="large" block onClick={() => void onNext()}>
        {next}
      </Button>
    </div>
  );
};

export const SecondStep = ({ asked, rememberMe, onDone, onBack }: SecondStepProps) => {
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<FieldErrors<'code'>>({});
  const [busy, setBusy] = useState(false);
  const [completed, setCompleted] = useState<PendingSession | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const enter = async ({ open }: PendingSession): Promise<void> => {
    await open();
    onDone();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (code.trim() === '') {
      setErrors({ code: '请输入动态验证码' });
      return field.current?.focus();
    }
    setBusy(true);
    try {
      const done = await completeSignIn(asked.ticket, code.trim(), rememberMe);
      if (done.recoveryCodes.length > 0) setCompleted(done);
      else await enter(done);
    } catch (error) {
      setErrors(errorsOf(error, ['code']));
      setCode('');
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  if (completed !== null)
    return <RecoveryCodes codes={completed.recoveryCodes} next="已保存，进入系统" onNext={() => enter(completed)} />;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles['form']} data-scanner="off">
      {errors.form && (
        <p role="alert" className={styles['failure']}>
          {errors.form}
        </p>
      )}
      {asked.enrol && <Enrol {...asked.enrol} />}
      <FormControl required>
        <FormControl.Label>动态验证码</FormControl.Label>
        <TextInput
          ref={field}
          block
          autoFocus
          size="large"
          autoComplete="one-time-code"
          maxLength={30}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        {errors.code && <FormControl.Validation variant="error">{errors.code}</FormControl.Validation>}
        {!asked.enrol && <FormControl.Caption>身份验证器里的 6 位数字，或一个恢复码</FormControl.Caption>}
      </FormControl>
      <Button type="submit" variant="primary" size="large" block loading={busy}>
        确认
      </Button>
      <Button variant="invisible" block onClick={onBack}>
        重新输入密码
      </Button>
    </form>
  );
};
