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
export const templateOf = ({ template, proofTemplate }: SmsSettings, { isProof }: LoginMessage): string =>
  isProof === true ? (proofTemplate ?? template) : template;

/** A call as the provider wants it signed, and what its answer came to: null is well. */
export type SmsCall = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
export type SmsProvider = {
  readonly endpoint: string;
  readonly call: (settings: SmsSettings, message: LoginMessage, at: { url: URL; now: Date; nonce: string }) => SmsCall;
  readonly problemOf: (answer: unknown) => string | null;
};
