/** One row of the operation log: who asked for what, and what it came to. Built of text that any store keeps. */
import type { Route } from '../../contracts/route.ts';
import { cut } from '../../contracts/limits.ts';
import { MASK } from '../../contracts/person.ts';
import { SECRET_SETTINGS } from '../../contracts/secret-settings.ts';
import type { SessionUser } from '../../contracts/user.ts';
import { shopsOf } from './shops.ts';
import { storableText, withoutPrivate, withoutPrivateText } from '../base/plain-text.ts';

const MAX_PARAM = 4_000;
const MAX_TEXT = 500;
const MAX_AGENT = 300;
const SECRET = /passw(or)?d|secret|token|^(writeOff)?code$/i;

/** As the log screens show it: '2' success, '1' failure; '0' is a row that nobody gave an outcome yet. */
export const PENDING = '0';
export const FAILED = '1';
export const DONE = '2';
/** Of somebody in none; a row from before they were kept has null. */
const NO_DEPARTMENT = 0;
/** What stands in a row whose texts no store would take. */
export const STUB = '内容无法保存';

/** An edit may leave the key out, so a setting without its key is taken for a secret one. */
const isSecretSetting = (holder: object): boolean =>
  !('configKey' in holder) || SECRET_SETTINGS.has(String(holder.configKey).trim());

function masked(this: object, key: string, value: unknown): unknown {
  if (key !== '' && SECRET.test(key)) return MASK;
  if (key === 'configValue' && isSecretSetting(this)) return MASK;
  // What is longer than a whole row is cut anyway.
  return withoutPrivate(key, typeof value === 'string' ? cut(value, MAX_PARAM) : value);
}
/** A value takes two characters at least: what comes after these would be cut, so it is not made into text at all. */
const MAX_VALUES = MAX_PARAM / 2;
const bounded = (): typeof masked => {
  let left = MAX_VALUES;
  return function take(key, value) {
    left -= 1;
    return left < 0 ? undefined : masked.call(this, key, value);
  };
};
/** The parameters as text, secrets, telephone numbers and addresses masked, cut to a readable length. */
export const maskedParams = (parts: unknown): string => {
  const text = JSON.stringify(parts, bounded()) ?? '';
  const kept = storableText(text, MAX_PARAM);
  return kept.length < text.length ? `${kept}…` : kept;
};

const shownText = (text: string, max: number): string => withoutPrivateText(storableText(text, max));
/** Without its query, as it was meant: a number is not told by what its neighbours are encoded to. */
const pathOf = (url: string): string => {
  const [path = ''] = url.split('?');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

/** Columns of `master.command` that tell of the request. */
export type Entry = Readonly<Record<string, string | number | readonly number[]>>;
export type TracedRequest = {
  readonly route: Route;
  readonly user: SessionUser;
  readonly input: unknown;
  readonly url: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly key: string;
  readonly at: Date;
};
/** The row as it stands before anything is done. */
export const pendingEntry = ({ route, user, input, url, ip, userAgent, requestId, key, at }: TracedRequest): Entry => ({
  title: route.summary,
  route: `${route.method} ${route.path}`,
  oper_url: shownText(pathOf(url), MAX_TEXT),
  oper_param: maskedParams(input),
  message: '',
  status: PENDING,
  http_status: 0,
  latency_ms: 0,
  user_id: user.id,
  shop_ids: shopsOf(input, user),
  dept_id: user.deptId ?? NO_DEPARTMENT,
  oper_name: shownText(user.username, MAX_TEXT),
  oper_ip: ip,
  user_agent: shownText(userAgent, MAX_AGENT),
  request_id: requestId,
  key,
  oper_time: at.toISOString(),
});

export type RequestOutcome = { readonly status: number; readonly message: string; readonly latencyMs: number };
/** The columns that an outcome changes. */
export const outcomeEntry = ({ status, message, latencyMs }: RequestOutcome): Entry => ({
  message: shownText(message, MAX_TEXT),
  status: status < 400 ? DONE : FAILED,
  http_status: status,
  latency_ms: latencyMs,
});
/** The same row or outcome where what was said in it cannot be kept. */
export const stubOf = (entry: Entry): Entry => {
  const said = Object.entries(entry).map(([column, value]) => [column, SAID.has(column) ? STUB : value] as const);
  return Object.fromEntries(said);
};
const SAID = new Set(['oper_url', 'oper_param', 'message', 'oper_name', 'user_agent', 'key']);
