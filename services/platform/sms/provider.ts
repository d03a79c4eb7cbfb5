/** What a provider of messages is told, and what its calls are made of. */
export const SMS_PROVIDERS = ['aliyun', 'tencent'] as const;
export type SmsSettings = {
  readonly provider: (typeof SMS_PROVIDERS)[number];
  readonly keyId: string;
  readonly secret: string;
  /** 短信签名, as the provider approved it. */
  readonly sign: string;
  /** Its number there; the text holds the code (阿里云 `${code}`, 腾讯云 `{1}` and `{2}` for the minutes). */
  readonly template: string;
  /** The same of codes that customers prove a payment with; without one the other. */
  readonly proofTemplate?: string | undefined;
  /** What customers are told of a binding at the counter (阿里云 `${time}`, 腾讯云 `{1}`); without one nothing is sent. */
  readonly noticeTemplate?: string | undefined;
  /** Tencent: SmsSdkAppId. */
  readonly appId: string;
  /** Another address of the provider than its own. */
  readonly endpoint: string | undefined;
};
/** `phone`: eleven digits of the mainland. */
export type LoginMessage = {
  readonly phone: string;
  readonly code: string;
  readonly minutes: number;
  /** It goes to a customer (R136). */
  readonly isProof?: true;
};
/** Tells a customer that an account was bound to his record at the counter (R160): no code, only when, as shops say it. */
export type NoticeMessage = { readonly phone: string; readonly time: string };
export type SmsMessage = LoginMessage | NoticeMessage;

const isNotice = (message: SmsMessage): message is NoticeMessage => 'time' in message;
/** Empty for a notice where none is set: whoever sends one asks first. */
export const templateOf = (
  { template, proofTemplate, noticeTemplate = '' }: SmsSettings,
  message: SmsMessage,
): string => {
  if (isNotice(message)) return noticeTemplate;
  return message.isProof === true ? (proofTemplate ?? template) : template;
};
/** What stands in for the variables of the template: by their names (阿里云), and in their order (腾讯云). */
export const variablesOf = (message: SmsMessage): { readonly named: object; readonly listed: readonly string[] } =>
  isNotice(message)
    ? { named: { time: message.time }, listed: [message.time] }
    : { named: { code: message.code }, listed: [message.code, String(message.minutes)] };

/** A call as the provider wants it signed, and what its answer came to: null is well. */
export type SmsCall = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
export type SmsProvider = {
  readonly endpoint: string;
  readonly call: (settings: SmsSettings, message: SmsMessage, at: { url: URL; now: Date; nonce: string }) => SmsCall;
  readonly problemOf: (answer: unknown) => string | null;
};
