/** Before the house opens: is the store there (R65)? */
import { ErrorType, isCommandError } from '@eventstore/db-client';
import { untilThere, type Waiting } from '../../base/until-there.ts';
import { StoreUnavailable, type EventStore } from '../port.ts';

const PLACE = '事件存储（EVENT_STORE_URL）';
const WRONG: readonly (readonly [RegExp, string])[] = [
  [/name resolution failed/i, '的主机名无法解析：请核对地址或域名服务'],
  [/certificate|altnames/i, '的证书不受信任：请核对证书的颁发机构（tlsCAFile）、主机名和有效期'],
  [/wrong version number|ssl routines|tls/i, '不使用TLS：请在地址里加tls=false，或为它开启TLS'],
];
const DENIED = '拒绝了用户名或密码，或该用户无权读取$all：请核对地址中的用户及其权限';

/** What is wrong with the address, where asking again would not help; null: the store may only be away. */
const wrongWith = (error: unknown): string | null => {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  if (!(cause instanceof Error)) return null;
  const isDenied = isCommandError(cause) && cause.type === ErrorType.ACCESS_DENIED;
  const wrong = isDenied ? DENIED : WRONG.find(([sign]) => sign.test(cause.message))?.[1];
  return wrong === undefined ? null : `${PLACE}${wrong}`;
};

/**
 * Answers null when the store does (one that is away is waited for until `signal`), or the sentence that says what is wrong with
 * its name, password or authority.
 */
export const untilReachable = (
  store: Pick<EventStore, 'head'>,
  tell: (message: string) => void,
  waiting: Waiting = {},
): Promise<string | null> =>
  untilThere(
    {
      ask: () => store.head(),
      wrongWith,
      isAway: (error) => error instanceof StoreUnavailable,
      tell: () => tell(`${PLACE}暂时无法连接，正在等待`),
    },
    waiting,
  );
