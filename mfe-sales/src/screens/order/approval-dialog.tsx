/** 需授权: what of an order exceeds what, who may allow it, and his word; the order behind stays as it was typed. */
import { ApiError, client, errorsOf, messageOf, type FieldErrors } from 'root-config/api';
import { Dialog, FormControl, TextInput, Textarea, ask, leaving, type Resend } from 'root-config/ui';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { ExceededProblem } from 'services/sale/contract';
import { z } from 'zod';

const ExceededLimits = z.array(ExceededProblem).min(1);
type ExceededLimits = z.infer<typeof ExceededLimits>;
/** What the server asks to be allowed; null when it refused for another reason. */
const askedIn = (error: unknown): ExceededLimits | null => {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return ExceededLimits.safeParse(error.data).data ?? null;
};

const FIELDS = ['username', 'password', 'code', 'reason'] as const;
type Name = (typeof FIELDS)[number];
type ApprovalEntry = Readonly<Record<Name, string>>;
const EMPTY: ApprovalEntry = { username: '', password: '', code: '', reason: '' };
/** The code is asked for by the server, of accounts with a second factor. */
const REQUIRED: Readonly<Partial<Record<Name, string>>> = {
  username: '请输入授权人的用户名',
  password: '请输入授权人的密码',
  reason: '请填写授权原因',
};
const missing = (typed: ApprovalEntry): FieldErrors<Name> =>
  Object.fromEntries(
    FIELDS.filter((name) => REQUIRED[name] !== undefined && typed[name].trim() === '').map((name) => [
      name,
      REQUIRED[name],
    ]),
  );
/** The server's messages under the names of this form. */
const refusedAs = (error: unknown): FieldErrors<Name> => {
  if (!(error instanceof ApiError)) return { form: messageOf(error) };
  const fields = error.fields.map((one) => ({ ...one, path: one.path.replace(/^approval\./, '') }));
  return errorsOf(new ApiError({ status: error.status, msg: error.msg, fields, data: error.data }), FIELDS);
};
/** Whether that is said in this dialog: about the word that was given, or that no answer came. */
const concernsWord = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 429 || error.fields.some(({ path }) => path.startsWith('approval.')));

type ApprovalOutcome = { readonly answer: unknown } | { readonly error: unknown };
type Props = {
  readonly asked: ExceededLimits;
  readonly names: ReadonlyMap<string, string>;
  readonly people: string;
  readonly resend: Resend;
  /** undefined: called off. */
  readonly onDone: (outcome: ApprovalOutcome | undefined) => void;
};

const useWord = ({ asked: first, resend, onDone }: Props) => {
  const [asked, setAsked] = useState(first);
  const [typed, setTyped] = useState(EMPTY);
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [sending, setSending] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const refuse = (said: FieldErrors<Name>): void => {
    setErrors(said);
    setRefusals((before) => before + 1);
  };
  const set = (name: Name, value: string): void => {
    setTyped((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _mended, form: _said, ...others }) => others);
  };
  const failed = (error: unknown): void => {
    const again = askedIn(error);
    if (again !== null) setAsked(again);
    else if (!concernsWord(error)) return onDone({ error });
    const said = again === null ? refusedAs(error) : { form: messageOf(error) };
    if (said.code !== undefined) setNeedsCode(true);
    // What was sent may be used up: a code counts once.
    setTyped((before) => ({ ...before, code: '' }));
    refuse(said);
  };
  const send = async (): Promise<void> => {
    if (sending) return;
    const problems = missing(typed);
    if (Object.keys(problems).length > 0) return refuse(problems);
    setErrors({});
    setSending(true);
    try {
      const approval = { ...typed, username: typed.username.trim(), marks: asked.map(({ mark }) => mark) };
      onDone({ answer: await resend({ approval }) });
    } catch (error) {
      failed(error);
    } finally {
      setSending(false);
    }
  };
  return { asked, typed, errors, sending, needsCode, refusals, set, send };
};
type ApprovalWord = ReturnType<typeof useWord>;

const LABELS: Readonly<Record<Name, string>> = {
  username: '授权人用户名',
  password: '密码',
  code: '动态验证码',
  reason: '授权原因',
};
type FieldProps = { readonly word: ApprovalWord; readonly name: Name; readonly children: ReactElement };
const Field = ({ word, name, children }: FieldProps) => (
  <FormControl required>
    <FormControl.Label>{LABELS[name]}</FormControl.Label>
    {children}
    {word.errors[name] === undefined ? null : (
      <FormControl.Validation variant="error">{word.errors[name]}</FormControl.Validation>
    )}
  </FormControl>
);

const list = { margin: 0, padding: '8px 12px', listStyle: 'none', display: 'grid', gap: 6 } as const;
const framed = {
  ...list,
  border: '1px solid var(--borderColor-attention-muted)',
  borderRadius: 6,
  background: 'var(--bgColor-attention-muted)',
  '& span': { color: 'var(--fgColor-muted)', marginRight: 8 },
} as const;
const ExceededList = ({ asked, names }: Pick<Props, 'asked' | 'names'>) => (
  <ul css={framed} aria-label="需要授权的内容">
    {asked.map(({ mark, barcode, message }) => (
      <li key={mark}>
        <span>
          {names.get(barcode) ?? ''} {barcode}
        </span>
        <strong>{message}</strong>
      </li>
    ))}
  </ul>
);

const ApprovalDialog = (props: Props) => {
  const word = useWord(props);
  const first = useRef<HTMLInputElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const { typed, errors, set, sending, refusals } = word;
  useEffect(() => {
    if (refusals > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const confirms =
      event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement);
    if (!confirms) return;
    event.preventDefault();
    void word.send();
  };
  return (
    <Dialog
      title="需授权"
      width="large"
      initialFocusRef={first}
      onClose={() => void leaving(typed.reason.trim() !== '', () => props.onDone(undefined))}
      footerButtons={[
        { content: '取消', onClick: () => props.onDone(undefined) },
        { content: '授权并保存', buttonType: 'primary', loading: sending, onClick: () => void word.send() },
      ]}
    >
      <div ref={fields} css={{ display: 'grid', gap: 12 }} onKeyDown={onKeyDown}>
        <ExceededList asked={word.asked} names={props.names} />
        <p className="ui-hint">
          {props.people === '' ? '本店没有可以授权的人，请联系管理员。' : `可以授权：${props.people}`}
        </p>
        {errors.form === undefined ? null : (
          <p className="ui-problem" role="alert">
            {errors.form}
          </p>
        )}
        <Field word={word} name="username">
          <TextInput
            ref={first}
            block
            autoComplete="off"
            value={typed.username}
            onChange={(event) => set('username', event.target.value)}
          />
        </Field>
        <Field word={word} name="password">
          <TextInput
            block
            type="password"
            autoComplete="new-password"
            value={typed.password}
            onChange={(event) => set('password', event.target.value)}
          />
        </Field>
        {word.needsCode && (
          <Field word={word} name="code">
            <TextInput
              block
              autoFocus
              autoComplete="one-time-code"
              maxLength={20}
              value={typed.code}
              onChange={(event) => set('code', event.target.value)}
            />
          </Field>
        )}
        <Field word={word} name="reason">
          <Textarea
            block
            rows={2}
            resize="vertical"
            maxLength={200}
            value={typed.reason}
            onChange={(event) => set('reason', event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
};

const People = z.array(z.object({ name: z.string(), username: z.string() }));
const peopleOf = async (shopId: number): Promise<string> => {
  const found = People.safeParse(await client.get('/biz-sell/approvers', { shopId }).catch(() => [])).data ?? [];
  return found.map(({ name, username }) => `${name}（${username}）`).join('、');
};

type Order = {
  readonly shopId: number;
  readonly sellGoodsList: readonly { readonly barcode: string; readonly name: string }[];
};
/** For a form's `authorise`: asks at the till and saves with the word that was given; throws what still stands against it. */
export const askApproval = async (error: unknown, order: Order, resend: Resend): Promise<unknown> => {
  const asked = askedIn(error);
  if (asked === null) throw error;
  const people = await peopleOf(order.shopId);
  const names = new Map(order.sellGoodsList.map(({ barcode, name }) => [barcode, name]));
  const outcome = await ask<ApprovalOutcome | undefined>((answer) => (
    <ApprovalDialog asked={asked} names={names} people={people} resend={resend} onDone={answer} />
  ));
  if (outcome === undefined) throw error;
  if ('error' in outcome) throw outcome.error;
  return outcome.answer;
};
