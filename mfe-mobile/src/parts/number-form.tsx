/** Number, code by SMS, and an order number where the record needs one besides: binds, or signs in outside the app (R160). */
import { useEffect, useRef, useState } from 'preact/hooks';
import { shopperApi } from '../client/api.ts';
import type { Refusal } from '../client/refusal.ts';
import { useCountdown } from '../client/use-countdown.ts';
import { useDraft } from '../client/use-draft.ts';
import { rememberRecord } from '../offline/slips.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';

const RESEND_S = 60;
const SENT = '若该号码在门店登记过，将收到验证码；收不到请到门店';
const MISSING = '请输入电话号码';
const NO_CODE = '请输入验证码';
type Problems = Readonly<Record<string, string>>;
type BindingAnswer = { readonly customerId: number };
/** The sentence of a refusal that no field shows. */
const restOf = ({ kind, message, fields }: Refusal): string =>
  kind === 'fields' && ['mobile', 'code', 'orderNo'].some((name) => fields[name] !== undefined) ? '' : message;

const useNumberForm = (onBound: (customerId: number) => void) => {
  const [mobile, setMobile] = useDraft('mobile');
  const [orderNo, setOrderNo] = useDraft('order');
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [told, setTold] = useState('');
  const [sent, setSent] = useState(false);
  const [needsOrder, setNeedsOrder] = useState(orderNo !== '');
  const [busy, setBusy] = useState(false);
  const [left, wait] = useCountdown();
  const refuse = (refusal: Refusal): void => {
    setProblems(refusal.fields);
    setTold(restOf(refusal));
    if (refusal.fields['orderNo'] !== undefined) setNeedsOrder(true);
    if (refusal.waitSeconds > 0) wait(refusal.waitSeconds);
  };
  const sendCode = async (): Promise<void> => {
    setTold('');
    setProblems(mobile.trim() === '' ? { mobile: MISSING } : {});
    if (mobile.trim() === '') return;
    const answer = await shopperApi.post<{ readonly code?: string }>('/wx/binding/code', { mobile });
    if (!answer.ok) return refuse(answer.refusal);
    setSent(true);
    wait(RESEND_S);
    // In a demonstration without messages alone (R160).
    if (answer.data.code !== undefined) setTold(`演示：验证码是 ${answer.data.code}`);
  };
  const bind = async (event: Event): Promise<void> => {
    event.preventDefault();
    const missing = { ...(mobile.trim() === '' && { mobile: MISSING }), ...(code.trim() === '' && { code: NO_CODE }) };
    setProblems(missing);
    if (busy || Object.keys(missing).length > 0) return;
    setBusy(true);
    setTold('');
    const body = { mobile, code, ...(orderNo.trim() !== '' && { orderNo }) };
    const answer = await shopperApi.post<BindingAnswer>('/wx/binding', body);
    setBusy(false);
    if (!answer.ok) return refuse(answer.refusal);
    await rememberRecord(answer.data.customerId);
    setMobile('');
    setOrderNo('');
    onBound(answer.data.customerId);
  };
  return {
    fields: { mobile, setMobile, code, setCode, orderNo, setOrderNo },
    problems,
    told,
    sent,
    needsOrder,
    busy,
    left,
    sendCode,
    bind,
  };
};

type Props = {
  readonly title: string;
  /** What the last button says. */
  readonly word: string;
  readonly onBound: (customerId: number) => void;
};
export const NumberForm = ({ title, word, onBound }: Props) => {
  const { fields, problems, told, sent, needsOrder, busy, left, sendCode, bind } = useNumberForm(onBound);
  const { mobile, setMobile, code, setCode, orderNo, setOrderNo } = fields;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  return (
    <form className="card" ref={form} noValidate onSubmit={(event) => void bind(event)}>
      <h2>{title}</h2>
      <Field
        label="手机号"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={30}
        value={mobile}
        onChange={setMobile}
        problem={problems['mobile'] ?? ''}
        hint="在门店登记的手机号"
      />
      <Button look="plain" wide onPress={sendCode} disabled={left > 0}>
        {left > 0 ? `${left} 秒后可重新获取` : sent ? '重新获取验证码' : '获取验证码'}
      </Button>
      {sent ? <p className="note">{SENT}</p> : null}
      <Field
        label="验证码"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={code}
        onChange={setCode}
        problem={problems['code'] ?? ''}
      />
      {needsOrder ? (
        <Field
          label="订单号"
          maxLength={30}
          value={orderNo}
          onChange={setOrderNo}
          problem={problems['orderNo'] ?? ''}
          hint="在质保单或小票上，如 XS123"
        />
      ) : null}
      <div role="alert">{told === '' ? null : <p className="note">{told}</p>}</div>
      <Button wide busy={busy}>
        {word}
      </Button>
    </form>
  );
};
