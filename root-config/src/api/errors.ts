import type { FieldProblem } from 'services/contracts/envelope';

/** While it is tried again by itself. */
export const NETWORK_LOST = '网络中断，输入已保留，正在重连…';
/** Nobody tries any more. */
export const NETWORK_GONE = '网络没有恢复，输入已保留，请检查网络后再点一次';
export const TIMED_OUT = '服务器响应超时，输入已保留，请重试';

export type ApiErrorDetails = {
  /** HTTP status; 0 = no answer (network lost or timed out). */
  status: number;
  msg: string;
  fields?: readonly FieldProblem[];
  data?: unknown;
  requestId?: string | null;
};

/** A refusal's machine-readable reason beside its message, or null. */
export const reasonOf = ({ data }: { readonly data: unknown }): unknown =>
  typeof data === 'object' && data !== null && 'reason' in data ? data.reason : null;

/** What the server refused, or that no answer came; `message` is Chinese and fit to show. */
export class ApiError extends Error {
  readonly status: number;
  readonly msg: string;
  /** Wrong fields, `path` as in the body (`sellGoodsList.0.num`). */
  readonly fields: readonly FieldProblem[];
  /** What a screen may list: blockers, refused rows. */
  readonly data: unknown;
  readonly requestId: string | null;

  constructor({ status, msg, fields = [], data = null, requestId = null }: ApiErrorDetails, options?: ErrorOptions) {
    super(msg, options);
    this.name = 'ApiError';
    this.status = status;
    this.msg = msg;
    this.fields = fields;
    this.data = data;
    this.requestId = requestId;
  }

  /** The server decided: the same command sent again gets the same no, so a corrected one is a new command. */
  get definite(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 401 && !this.stillRunning;
  }
  /** The same command is still on its way from an earlier attempt; its outcome comes with the same key. */
  get stillRunning(): boolean {
    return this.status === 409 && reasonOf(this) === 'still_running';
  }
  get networkLost(): boolean {
    return this.status === 0;
  }
}

/** The message to show for anything thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.msg : '程序出错，请刷新页面后重试';
/** The message to show before the next try. */
export const messageMeanwhile = (error: unknown): string => {
  const message = messageOf(error);
  return message === NETWORK_GONE ? NETWORK_LOST : message;
};

/** Messages of a small form by field; `form` where it is about none of them. */
export type FieldErrors<Name extends string> = Partial<Record<Name | 'form', string>>;
/** What the server refused, at its fields; all else is said of the form. */
export const errorsOf = <Name extends string>(error: unknown, names: readonly Name[]): FieldErrors<Name> => {
  const problems = error instanceof ApiError ? error.fields : [];
  const errors: Partial<Record<string, string>> = {};
  for (const { path, message } of problems) {
    if (names.some((name) => name === path)) errors[path] ??= message;
  }
  return (Object.keys(errors).length > 0 ? errors : { form: messageOf(error) }) as FieldErrors<Name>;
};
