/** Why the house said no, in one Chinese sentence, and what can be done about it. */
export type RefusalKind =
  | 'signed-out'
  | 'forbidden'
  | 'missing'
  | 'fields'
  | 'conflict'
  | 'too-many'
  | 'away'
  | 'failed';
export type Refusal = {
  readonly kind: RefusalKind;
  readonly message: string;
  /** Of a form: message by the name of the field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds until it may be tried again; 0: at once. */
  readonly waitSeconds: number;
};

const KINDS: Readonly<Record<number, RefusalKind>> = {
  401: 'signed-out',
  403: 'forbidden',
  404: 'missing',
  409: 'conflict',
  412: 'conflict',
  422: 'fields',
  429: 'too-many',
  502: 'away',
  503: 'away',
  504: 'away',
};
const WORDS: Readonly<Record<RefusalKind, string>> = {
  'signed-out': '登录已过期，请重新进入',
  forbidden: '只能查看本人的资料',
  missing: '没有找到',
  fields: '填写的内容有误，请检查',
  conflict: '情况有变，请刷新后再试',
  'too-many': '操作过于频繁，请稍后再试',
  away: '网络不稳定，请检查网络后重试',
  failed: '系统繁忙，请稍后再试',
};
/** The network, or whoever stands before the house, did not answer. */
export const AWAY: Refusal = { kind: 'away', message: WORDS.away, fields: {}, waitSeconds: 0 };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const fieldsOf = (data: unknown): Record<string, string> => {
  if (!Array.isArray(data)) return {};
  const pairs = data.filter(isRecord).map(({ path, message }) => [textOf(path), textOf(message)] as const);
  return Object.fromEntries(pairs.filter(([path]) => path !== ''));
};
const secondsOf = (data: unknown, header: string | null): number => {
  const told = isRecord(data) ? data['retryAfter'] : undefined;
  const seconds = Number(told ?? header ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : 0;
};

/** `body` is whatever came with the status: the house's envelope, or a page of a proxy. */
export const refusalOf = (status: number, body: unknown, retryAfter: string | null = null): Refusal => {
  const kind = KINDS[status] ?? 'failed';
  const { msg, data } = isRecord(body) ? body : {};
  const message = textOf(msg) || WORDS[kind];
  const waitSeconds = kind === 'too-many' ? secondsOf(data, retryAfter) : 0;
  return { kind, message, fields: kind === 'fields' ? fieldsOf(data) : {}, waitSeconds };
};
