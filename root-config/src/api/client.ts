/** The one way to the server: token, time limit, envelope, and requests that wait while the user signs in again. */
import { tillName } from './till.ts';
import { lookWhyLate, noteAnswer } from './house-state.ts';
import { ApiError, NETWORK_GONE, TIMED_OUT } from './errors.ts';
import { loseSession, lookForStranger, sessionStore, type Session } from './session.ts';
import { toast } from './toast.ts';

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type Query = Readonly<Record<string, QueryValue>>;
export type RequestOptions = {
  query?: Query | undefined;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** Milliseconds; default 30,000. */
  timeout?: number;
  /** The path stands outside /api/v1. */
  absolute?: boolean;
  /** Sign-in itself: a 401 is its answer, not a lost session. */
  anonymous?: boolean;
  /** Sent with this token instead of the session's. */
  token?: string;
  /** Sent with the token, but a 401 is its answer too (loading the session itself). */
  once?: boolean;
};
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** `whole` is the answer as it came (captcha, login and the monitor keep fields beside `data`). */
export type Reply = { data: unknown; msg: string; etag: string | null; replayed: boolean; whole: unknown };

const TIMEOUT_MS = 30_000;
/** Who waits longer wonders why. */
const LATE_MS = 5_000;
const NOT_WELL = '服务暂时不可用，请稍后再试';

/** Empty values are left out, lists become repeated parameters (`typeArr=a&typeArr=b`). */
export const queryString = (query: Query = {}): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    if (typeof value === 'object') for (const each of value) params.append(name, String(each));
    else params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
};

const urlOf = (path: string, { query, absolute }: RequestOptions): string =>
  `${absolute ? '' : '/api/v1'}${path}${queryString(query)}`;

const initOf = (method: Method, options: RequestOptions, signal: AbortSignal): RequestInit => {
  const headers = new Headers(options.headers);
  const { token } = options.token === undefined ? sessionStore.get() : options;
  if (token !== null && token !== undefined && !options.anonymous) headers.set('Authorization', `Bearer ${token}`);
  if (method !== 'GET' && tillName() !== '') headers.set('x-till', encodeURIComponent(tillName()));
  const { body } = options;
  if (body === undefined) return { method, headers, signal };
  if (body instanceof FormData) return { method, headers, signal, body };
  headers.set('Content-Type', 'application/json');
  return { method, headers, signal, body: JSON.stringify(body) };
};

/** One attempt; a missing answer becomes an ApiError with status 0. Who tries again says so while they do. */
const attempt = async (method: Method, path: string, options: RequestOptions): Promise<Response> => {
  const limit = AbortSignal.timeout(options.timeout ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit;
  const late = setTimeout(() => void lookWhyLate(method), LATE_MS);
  try {
    return await fetch(urlOf(path, options), initOf(method, options, signal));
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    if (limit.aborted) throw new ApiError({ status: 0, msg: TIMED_OUT }, { cause });
    noteAnswer(method, null);
    throw new ApiError({ status: 0, msg: NETWORK_GONE }, { cause });
  } finally {
    clearTimeout(late);
  }
};

/** Resolves when the session is so, or whoever asked gave up. */
const untilSession = (isSo: (session: Session) => boolean, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const settle = (): void => {
      if (!isSo(sessionStore.get()) && !signal?.aborted) return;
      stop();
      signal?.removeEventListener('abort', settle);
      resolve();
    };
    const stop = sessionStore.subscribe(settle);
    signal?.addEventListener('abort', settle);
    settle();
  });
/** Resolves when somebody is signed in again; rejects when the user gave up. */
const signedInAgain = async (signal: AbortSignal | undefined): Promise<void> => {
  await untilSession(({ stage }) => stage !== 'lost', signal);
  if (sessionStore.get().stage !== 'in') throw new ApiError({ status: 401, msg: '登录已失效，请重新登录' });
};

/** A write of whoever is signed in. */
const isAct = (method: Method, { anonymous, once }: RequestOptions): boolean => method !== 'GET' && !anonymous && !once;
const SOMEBODY_ELSE = '登录的用户已更换，没有保存；请核对后再保存';
/** A write is whose it was when it was asked for: it waits while somebody else stands in this window's place (R151). */
const untilChosen = async (whose: number | undefined, signal: AbortSignal | undefined): Promise<void> => {
  lookForStranger();
  await untilSession(({ stranger }) => stranger === null, signal);
  if (sessionStore.get().user?.userId !== whose) throw new ApiError({ status: 409, msg: SOMEBODY_ELSE });
};

type Envelope = { code?: number; msg?: string; data?: unknown; fields?: unknown };
/** Empty for a proxy's error page: the status says what happened. */
const envelopeOf = (text: string): Envelope => {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return {};
  }
};
/** `whole` is null for a file. The envelope's `code` counts: an installation may send every answer with status 200 (R103). */
type HouseAnswer = { response: Response; whole: Envelope | null; status: number };
const readAnswer = async (response: Response): Promise<HouseAnswer> => {
  const isFile = response.ok && !(response.headers.get('content-type') ?? '').includes('json');
  const whole = isFile ? null : envelopeOf(await response.text());
  return { response, whole, status: response.ok ? (whole?.code ?? 200) : response.status };
};

/** A picture is refused by where pictures lie, not by the house. */
const noteHouse = (method: Method, { body }: RequestOptions, { status, whole }: HouseAnswer): void => {
  if (!(body instanceof FormData)) noteAnswer(method, { status, msg: whole?.msg || NOT_WELL });
};

/** Sends, and when the session is lost on the way waits for the sign-in over the page and sends again. */
const send = async (method: Method, path: string, options: RequestOptions): Promise<HouseAnswer> => {
  const whose = sessionStore.get().user?.userId;
  for (;;) {
    if (isAct(method, options)) await untilChosen(whose, options.signal);
    const sentWith = sessionStore.get().token;
    const answered = await readAnswer(await attempt(method, path, options));
    noteHouse(method, options, answered);
    if (answered.status !== 401 || options.anonymous || options.once) return answered;
    const { stage, token } = sessionStore.get();
    if (stage !== 'in' && stage !== 'lost') return answered;
    if (token === sentWith) loseSession();
    await signedInAgain(options.signal);
  }
};

const problemsOf = (data: unknown): ApiError['fields'] => {
  const list = typeof data === 'object' && data !== null && 'fields' in data ? data.fields : data;
  return Array.isArray(list)
    ? list.filter((each) => typeof each?.path === 'string' && typeof each?.message === 'string')
    : [];
};

const refusalOf = ({ headers }: Response, status: number, { msg, data, fields }: Envelope): ApiError =>
  new ApiError({
    status,
    msg: msg || (status >= 500 ? NOT_WELL : '操作没有成功'),
    fields: problemsOf(Array.isArray(fields) ? fields : data),
    data: data ?? null,
    requestId: headers.get('x-request-id'),
  });

/** Checks the status. */
const read = ({ response, whole: envelope, status }: HouseAnswer): Reply => {
  const whole = envelope ?? {};
  if (status !== 200) throw refusalOf(response, status, whole);
  // Shown all the same, but it is not what it should be.
  if (response.headers.get('x-read-model-lag') !== null) toast.warning(whole.msg ?? '');
  return {
    data: whole.data,
    msg: whole.msg ?? '',
    etag: response.headers.get('etag'),
    replayed: response.headers.get('idempotency-replayed') === 'true',
    whole,
  };
};

const request = async (method: Method, path: string, options: RequestOptions = {}): Promise<Reply> =>
  read(await send(method, path, options));

const fileNameOf = (response: Response, fallback: string): string => {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)/i.exec(header)?.[1] ?? fallback);
};

/** Fetches a file and hands it to the browser's downloads; `body` makes it a POST. */
const download = async (path: string, query: Query = {}, fallbackName = '导出.xlsx', body?: unknown): Promise<void> => {
  const answered = await send(body === undefined ? 'GET' : 'POST', path, { query, body, timeout: 300_000 });
  if (answered.whole !== null) read(answered);
  const { response } = answered;
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(response, fallbackName);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

export const client = {
  request,
  /** `data` of the answer; screens parse it with a contract schema. */
  get: async (path: string, query?: Query, options: RequestOptions = {}): Promise<unknown> =>
    (await request('GET', path, { ...options, query })).data,
  post: async (path: string, body?: unknown, options: RequestOptions = {}): Promise<unknown> =>
    (await request('POST', path, { ...options, body })).data,
  put: async (path: string, body?: unknown, options: RequestOptions = {}): Promise<unknown> =>
    (await request('PUT', path, { ...options, body })).data,
  delete: async (path: string, body?: unknown, options: RequestOptions = {}): Promise<unknown> =>
    (await request('DELETE', path, { ...options, body })).data,
  /** Multipart upload; answers `data`. */
  upload: async (path: string, form: FormData, options: RequestOptions = {}): Promise<unknown> =>
    (await request('POST', path, { timeout: 300_000, ...options, body: form })).data,
  download,
};
