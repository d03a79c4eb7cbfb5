/** 两步验证 of one's own account: bind an app, change it, renew the recovery codes, give it up. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { client, errorsOf, messageOf, type FieldErrors } from 'root-config/api';
import { Button, Dialog, FailedState, FormControl, TextInput } from 'root-config/ui';
import { z } from 'zod';
import { focusFirstError } from './focus-first-error.ts';
import { Enrol, RecoveryCodes } from './second-step.tsx';
import styles from './sign-in.module.css';

const PATH = '/user/second-factor';
const State = z.object({ active: z.boolean(), required: z.boolean(), recoveryLeft: z.int() });
type State = z.infer<typeof State>;
const Enrolment = z.object({ data: z.object({ secret: z.string(), otpauth: z.string() }) });
type Enrolment = z.infer<typeof Enrolment>['data'];
const Codes = z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) });

type Action = 'start' | 'confirm' | 'renew' | 'disable';
type Name = 'password' | 'code';
type FactorEntry = Readonly<Record<Name, string>>;
const EMPTY: FactorEntry = { password: '', code: '' };
const MISSING: FactorEntry = { password: '密码不能为空', code: '请输入动态验证码' };
/** The secrets in its answers are kept by nobody, so a lost answer is asked for again by hand. */
const change = async (action: Action, typed: FactorEntry): Promise<unknown> =>
  (await client.request('PUT', PATH, { body: { action, ...typed } })).whole;

type FactorOutcome = { readonly enrol: Enrolment } | { readonly codes: readonly string[] } | { readonly said: string };
const outcomeOf = (action: Action, whole: unknown): FactorOutcome => {
  if (action === 'start') return { enrol: Enrolment.parse(whole).data };
  if (action === 'disable') return { said: '两步验证已停用。' };
  return { codes: Codes.parse(whole).data.recoveryCodes };
};

/** What is typed, what is wrong with it, and sending it. */
const useChange = (onDone: (outcome: FactorOutcome) => void) => {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(EMPTY);
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [refusals, setRefusals] = useState(0);
  const [busy, setBusy] = useState<Action | null>(null);
  useEffect(() => {
    if (refusals > 0) focusFirstError(form.current);
  }, [refusals]);
  const refuse = (found: FieldErrors<Name>): void => {
    setErrors(found);
    setRefusals((before) => before + 1);
  };
  const set = (name: Name, value: string): void => {
    setTyped((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _mended, form: _said, ...others }) => others);
  };
  const send = async (action: Action, needed: readonly Name[]): Promise<void> => {
    if (busy !== null) return;
    const empty = needed.filter((name) => typed[name].trim() === '');
    if (empty.length > 0) return refuse(Object.fromEntries(empty.map((name) => [name, MISSING[name]])));
    setErrors({});
    setBusy(action);
    try {
      const whole = await change(action, { ...typed, code: typed.code.trim() });
      setTyped(({ password }) => ({ password, code: '' }));
      onDone(outcomeOf(action, whole));
    } catch (error) {
      // What was sent may be used up: a code counts once.
      setTyped((before) => ({ ...before, code: '' }));
      refuse(errorsOf(error, ['password', 'code']));
    } finally {
      setBusy(null);
    }
  };
  return { form, typed, errors, busy, set, send };
};
type FactorChange = ReturnType<typeof useChange>;

const Field = ({ change: { typed, errors, set }, name }: { change: FactorChange; name: Name }) => (
  <FormControl required>
    <FormControl.Label>{name === 'password' ? '密码' : '动态验证码'}</FormControl.Label>
    <TextInput
      block
      type={name === 'password' ? 'password' : 'text'}
      autoComplete={name === 'password' ? 'current-password' : 'one-time-code'}
      maxLength={name === 'password' ? 200 : 30}
      value={typed[name]}
      onChange={(event) => set(name, event.target.value)}
    />
    {errors[name] && <FormControl.Validation variant="error">{errors[name]}</FormControl.Validation>}
  </FormControl>
);

const BOTH = ['password', 'code'] as const;
const introOf = ({ active, required, recoveryLeft }: State): string => {
  const demand = required ? '您的角色要求两步验证。' : '';
  return active
    ? `两步验证已启用，还有 ${recoveryLeft} 个恢复码可用。${demand}`
    : `登录时除密码外再输入手机上的 6 位数字，别人知道密码也进不来。${demand}`;
};

type StepProps = { readonly state: State; readonly enrol: Enrolment | null; readonly change: FactorChange };
const Buttons = ({ state, enrol, change: { busy, send } }: StepProps) => {
  if (enrol !== null || !state.active)
    return (
      <Button type="submit" variant="primary" block loading={busy !== null}>
        {enrol === null ? '开始绑定' : '确认并启用'}
      </Button>
    );
  return (
    <>
      <Button type="submit" variant="primary" block loading={busy === 'renew'}>
        更换恢复码
      </Button>
      <div className={styles['pair']}>
        <Button block loading={busy === 'start'} onClick={() => void send('start', BOTH)}>
          更换手机
        </Button>
        <Button
          block
          variant="danger"
          inactive={state.required}
          loading={busy === 'disable'}
          onClick={() => void send('disable', BOTH)}
        >
          停用
        </Button>
      </div>
    </>
  );
};
const Steps = ({ state, enrol, change }: StepProps) => {
  const { form, errors, send } = change;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (enrol !== null) void send('confirm', ['code']);
    else if (state.active) void send('renew', BOTH);
    else void send('start', ['password']);
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles['form']} data-scanner="off">
      {errors.form && (
        <p role="alert" className={styles['failure']}>
          {errors.form}
        </p>
      )}
      {enrol === null ? <p className={styles['step']}>{introOf(state)}</p> : <Enrol {...enrol} />}
      {enrol === null && <Field change={change} name="password" />}
      {(enrol !== null || state.active) && <Field change={change} name="code" />}
      <Buttons state={state} enrol={enrol} change={change} />
    </form>
  );
};

export const SecondFactorDialog = ({ onClose }: { onClose: () => void }) => {
  const [outcome, setOutcome] = useState<FactorOutcome | null>(null);
  const state = useQuery({
    queryKey: [PATH],
    queryFn: async ({ signal }) => State.parse(await client.get(PATH, {}, { signal })),
    gcTime: 0,
  });
  const change = useChange((done) => {
    setOutcome(done);
    if ('said' in done) void state.refetch();
  });
  const codes = outcome !== null && 'codes' in outcome ? outcome.codes : null;
  return (
    <Dialog title="两步验证" width="medium" onClose={onClose}>
      {state.error === null ? null : (
        <FailedState message={messageOf(state.error)} onRetry={() => void state.refetch()} />
      )}
      {codes !== null && <RecoveryCodes codes={codes} next="已保存" onNext={onClose} />}
      {outcome !== null && 'said' in outcome && (
        <p role="status" className={styles['step']}>
          {outcome.said}
        </p>
      )}
      {codes === null && state.data !== undefined && (
        <Steps
          state={state.data}
          enrol={outcome !== null && 'enrol' in outcome ? outcome.enrol : null}
          change={change}
        />
      )}
    </Dialog>
  );
};
