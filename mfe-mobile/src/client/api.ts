/** Calls of the shoppers' pages: /api/v1/wx…, with the session's cookie, never with an openId (R159). */
import { forgetSlips } from '../offline/slips.ts';
import { AWAY, refusalOf, type Refusal } from './refusal.ts';
import { signInAgain } from './sign-in.ts';

/** `at`: the house's clock when it answered, in ms; a phone's may be wrong. */
export type Answer<T> =
  | { readonly ok: true; readonly data: T; readonly message: string; readonly at: number }
  | { readonly ok: false; readonly refusal: Refusal };

/** Slow networks are slow; what takes longer is no answer. */
const TIMEOUT_MS = 25_000;
/** `key`: of a press that is sent again where no answer came; the house then does it once. */
type HouseRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string | undefined;
};

const ask = ({ method, path, body, key }: HouseRequest): Promise<Response> => {
  const end = new AbortController();
  const late = setTimeout(() => end.abort(), TIMEOUT_MS);
  // A GET is sent as bare as the page's head asks for it ahead, so that it is that answer.
  const init: RequestInit =
    method === 'GET'
      ? {}
      : {
          method,
          headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
          body: JSON.stringify(body ?? {}),
        };
  return fetch(`/api/v1${path}`, { ...init, signal: end.signal }).finally(() => clearTimeout(late));
};
const bodyOf = async (response: Response): Promise<{ code?: unknown; msg?: unknown; data?: unknown } | null> => {
  try {
    return (await response.json()) as { code?: unknown; msg?: unknown; data?: unknown } | null;
  } catch {
    return null;
  }
};
/** In some houses every HTTP status is 200 and the body has it. */
const statusOf = (response: Response, code: unknown): number =>
  response.ok && typeof code === 'number' && code >= 400 ? code : response.status;

const answerTo = async <T>(response: Response): Promise<Answer<T>> => {
  const body = await bodyOf(response);
  const status = statusOf(response, body?.code);
  if (status > 299) {
    const refusal = refusalOf(status, body, response.headers.get('retry-after'));
    if (refusal.kind === 'signed-out') await forgetSlips();
    return { ok: false, refusal };
  }
  // A success without the house's envelope is of whoever stands between.
  if (body === null) return { ok: false, refusal: AWAY };
  const at = Date.parse(response.headers.get('date') ?? '') || Date.now();
  return { ok: true, data: body.data as T, message: typeof body.msg === 'string' ? body.msg : '', at };
};
const send = async <T>(sent: HouseRequest): Promise<Answer<T>> => {
  try {
    return await answerTo<T>(await ask(sent));
  } catch {
    return { ok: false, refusal: AWAY };
  }
};

export const shopperApi = {
  /** Nobody signed in: goes to sign in and comes back, and this answers the refusal meanwhile; `quiet` stays. */
  get: async <T>(path: string, { quiet = false }: { readonly quiet?: boolean } = {}): Promise<Answer<T>> => {
    const answer = await send<T>({ method: 'GET', path });
    if (!answer.ok && answer.refusal.kind === 'signed-out' && !quiet) signInAgain();
    return answer;
  },
  /** A refusal stays in the page: what was typed is not lost. */
  post: <T>(path: string, body?: unknown, key?: string): Promise<Answer<T>> =>
    send<T>({ method: 'POST', path, body, key }),
};
