/** The word that is typed at the till: what is asked, what stands against it, sending again with it. */
import {
  ApiError,
  errorsOf,
  messageOf,
  wordProblemsIn,
  type FieldErrors,
  type WordProblems,
  type WordResend,
} from 'root-config/api';
import { useState } from 'react';

const FIELDS = ['username', 'password', 'code', 'reason'] as const;
export type WordField = (typeof FIELDS)[number];
type WordEntry = Readonly<Record<WordField, string>>;
const EMPTY: WordEntry = { username: '', password: '', code: '', reason: '' };

/** An account with a second factor gives its code, and no password. */
const missing = (typed: WordEntry, byCode: boolean): FieldErrors<WordField> => {
  const required: Readonly<Partial<Record<WordField, string>>> = {
    username: '请输入授权人的用户名',
    ...(byCode ? { code: '请输入授权人的动态验证码' } : { password: '请输入授权人的密码' }),
    reason: '请填写授权原因',
  };
  return Object.fromEntries(
    FIELDS.filter((name) => required[name] !== undefined && typed[name].trim() === '').map((name) => [
      name,
      required[name],
    ]),
  );
};
/** The server's messages under the names of this form. */
const refusedAs = (error: unknown): FieldErrors<WordField> => {
  if (!(error instanceof ApiError)) return { form: messageOf(error) };
  const fields = error.fields.map((one) => ({ ...one, path: one.path.replace(/^approval\./, '') }));
  return errorsOf(new ApiError({ status: error.status, msg: error.msg, fields, data: error.data }), FIELDS);
};
/** Whether that is said in this dialog: about the word that was given, or that no answer came. */
const concernsWord = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 429 || error.fields.some(({ path }) => path.startsWith('approval.')));

export type WordOutcome = { readonly answer: unknown } | { readonly error: unknown };
export type WordProps = {
  readonly problems: WordProblems;
  readonly resend: WordResend;
  /** undefined: called off. */
  readonly onDone: (outcome: WordOutcome | undefined) => void;
};

/** What is typed, and what stands against it at its fields. */
const useEntry = () => {
  const [typed, setTyped] = useState(EMPTY);
  const [errors, setErrors] = useState<FieldErrors<WordField>>({});
  const [refusals, setRefusals] = useState(0);
  const set = (name: WordField, value: string): void => {
    setTyped((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _mended, form: _said, ...others }) => others);
  };
  const refuse = (said: FieldErrors<WordField>): void => {
    setErrors(said);
    setRefusals((before) => before + 1);
  };
  return { typed, errors, refusals, set, setErrors, refuse };
};

export const useWord = ({ problems: first, resend, onDone }: WordProps) => {
  const [problems, setProblems] = useState(first);
  const [sending, setSending] = useState(false);
  const [byCode, setByCode] = useState(false);
  const { typed, errors, refusals, set, setErrors, refuse } = useEntry();
  const failed = (error: unknown): void => {
    const again = wordProblemsIn(error);
    if (again !== null) setProblems(again);
    else if (!concernsWord(error)) return onDone({ error });
    const said = again === null ? refusedAs(error) : { form: messageOf(error) };
    if (said.code !== undefined) setByCode(true);
    // What was sent may be used up: a code counts once.
    set('code', '');
    refuse(said);
  };
  const sendWith = async (approval: object): Promise<void> => {
    if (sending) return;
    setErrors({});
    setSending(true);
    try {
      onDone({ answer: await resend({ approval }) });
    } catch (error) {
      failed(error);
    } finally {
      setSending(false);
    }
  };
  const send = async (): Promise<void> => {
    const lacking = missing(typed, byCode);
    if (Object.keys(lacking).length > 0) return refuse(lacking);
    const { password, code, reason } = typed;
    const proof = byCode ? { code } : { password };
    const marks = problems.map(({ mark }) => mark);
    await sendWith({ ...proof, username: typed.username.trim(), reason, marks });
  };
  const toggleCode = (): void => {
    setByCode(!byCode);
    setErrors({});
  };
  return { problems, typed, errors, sending, byCode, refusals, set, send, sendWith, toggleCode };
};
export type WordEntryState = ReturnType<typeof useWord>;
