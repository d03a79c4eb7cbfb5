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
import { CARD_PROOF, type ProofBody } from 'services/contracts/proof';

const FIELDS = ['username', 'password', 'code', 'reason'] as const;
export type WordField = (typeof FIELDS)[number];
/** What is said against the customer's code stands beside those. */
type WordErrors = FieldErrors<WordField | 'proof'>;
type WordEntry = Readonly<Record<WordField, string>>;
export const CODE_LENGTH = 5;
export const CARD_LENGTH = 14;
const NO_CARD = { alone: '请扫描顾客名片上的码', beside: '请扫描顾客名片上的码，或发送验证码' } as const;
const NO_PROOF: ProofBody = { id: '', code: '' };
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
const refusedAs = (error: unknown): WordErrors => {
  if (!(error instanceof ApiError)) return { form: messageOf(error) };
  const fields = error.fields.map((one) => ({
    ...one,
    path: one.path.replace(/^approval\./, '').replace(/^proof\..*$/, 'proof'),
  }));
  const refused = new ApiError({ status: error.status, msg: error.msg, fields, data: error.data });
  return errorsOf(refused, [...FIELDS, 'proof']);
};
/** Whether that is said in this dialog: about the word that was given, or that no answer came. */
const concernsWord = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 429 || error.fields.some(({ path }) => /^(approval|proof)\./.test(path)));

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
  const [errors, setErrors] = useState<WordErrors>({});
  const [refusals, setRefusals] = useState(0);
  const set = (name: WordField, value: string): void => {
    setTyped((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _mended, form: _said, ...others }) => others);
  };
  const refuse = (said: WordErrors): void => {
    setErrors(said);
    setRefusals((before) => before + 1);
  };
  const clear = (names: readonly (keyof WordErrors)[]): void =>
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !names.some((one) => one === name))),
    );
  return { typed, errors, refusals, set, clear, setErrors, refuse };
};

/** The customer's own code in the place of somebody's word (R136), where the house offers it. */
const useCustomer = (problems: WordProblems, clear: (names: readonly (keyof WordErrors)[]) => void) => {
  const [byWord, setByWord] = useState(false);
  const [proof, setProof] = useState<ProofBody>(NO_PROOF);
  const offered = problems.find((problem) => problem.proof !== undefined)?.proof;
  const offer = byWord ? undefined : offered;
  /** What there is of it goes along with the word for the rest. */
  const sent = proof.code === '' || byWord ? {} : { proof };
  const lacks = (): WordErrors => {
    if (proof.id === '')
      return { proof: offer?.card === true ? NO_CARD[offer.phone === '' ? 'alone' : 'beside'] : '请先发送验证码' };
    if (proof.id === CARD_PROOF) return proof.code.length < CARD_LENGTH ? { proof: NO_CARD.alone } : {};
    return proof.code.length < CODE_LENGTH ? { proof: '请输入客户收到的5位验证码' } : {};
  };
  const typeCode = (typed: Partial<ProofBody>): void => {
    setProof((before) => ({ ...before, ...typed }));
    clear(['proof', 'form']);
  };
  const toggleWord = (): void => {
    setByWord(!byWord);
    clear([...FIELDS, 'proof', 'form']);
  };
  return { offer, canProve: offered !== undefined, proof, sent, lacks, typeCode, toggleWord };
};

const approvalOf = ({ username, password, code, reason }: WordEntry, byCode: boolean, problems: WordProblems) => ({
  ...(byCode ? { code } : { password }),
  username: username.trim(),
  reason,
  marks: problems.map(({ mark }) => mark),
});
export const useWord = ({ problems: first, resend, onDone }: WordProps) => {
  const [problems, setProblems] = useState(first);
  const [sending, setSending] = useState(false);
  const [byCode, setByCode] = useState(false);
  const { typed, errors, refusals, set, clear, setErrors, refuse } = useEntry();
  const customer = useCustomer(problems, clear);
  const failed = (error: unknown): void => {
    const again = wordProblemsIn(error);
    if (again !== null) setProblems(again);
    else if (!concernsWord(error)) return onDone({ error });
    const said = again === null ? refusedAs(error) : { form: messageOf(error) };
    if (said.proof !== undefined) customer.typeCode({ code: '' });
    if (said.code !== undefined) setByCode(true);
    // What was sent may be used up: a code counts once.
    set('code', '');
    refuse(said);
  };
  const sendWith = async (approval: object | null): Promise<void> => {
    if (sending) return;
    setErrors({});
    setSending(true);
    try {
      onDone({ answer: await resend({ ...(approval !== null && { approval }), ...customer.sent }) });
    } catch (error) {
      failed(error);
    } finally {
      setSending(false);
    }
  };
  const send = async (): Promise<void> => {
    const { offer } = customer;
    const lacking = offer === undefined ? missing(typed, byCode) : customer.lacks();
    if (Object.keys(lacking).length > 0) return refuse(lacking);
    await sendWith(offer === undefined ? approvalOf(typed, byCode, problems) : null);
  };
  const toggleCode = (): void => {
    setByCode(!byCode);
    setErrors({});
  };
  return { problems, typed, errors, sending, byCode, refusals, set, send, sendWith, toggleCode, customer };
};
export type WordEntryState = ReturnType<typeof useWord>;
