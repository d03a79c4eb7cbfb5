/** Signing in and out, and loading who the user is. */
import { z } from 'zod';
import {
  ApiError,
  MenuNode,
  UserInfo,
  clearAllDrafts,
  clearAllPageState,
  client,
  followToken,
  forgetToken,
  isRemembered,
  keepToken,
  nameStranger,
  queryClient,
  sessionStore,
  watchForStranger,
} from 'root-config/api';
import { closeAllTabs } from './tabs-store.ts';

export type Credentials = { username: string; password: string; code: string; uuid: string; rememberMe: boolean };

const TokenAnswer = z.union([
  z.looseObject({ token: z.string() }),
  z.object({ data: z.union([z.string(), z.object({ token: z.string() })]) }),
]);
const tokenOf = (whole: unknown): string => {
  const answer = TokenAnswer.parse(whole);
  if ('token' in answer && typeof answer.token === 'string') return answer.token;
  const { data } = answer as { data: string | { token: string } };
  return typeof data === 'string' ? data : data.token;
};

type Loading = {
  /** Taken once it is known who he is and what he may; absent: the token at hand. */
  readonly token?: string;
  /** What becomes of the work of another user before. */
  readonly left?: () => void;
};
/** Loads user and menu; a token at hand that no longer counts ends in 'out'. */
export const loadSession = async ({ token, left = forgetWork }: Loading = {}): Promise<void> => {
  const options = { once: true, ...(token !== undefined && { token }) };
  try {
    const [info, menus] = await Promise.all([
      client.get('/getinfo', {}, options),
      client.get('/menurole', { client: 'house' }, options),
    ]);
    const user = UserInfo.parse(info);
    const previous = sessionStore.get().user;
    // Somebody else signed in: nothing of the first user stays, unless he said so.
    if (previous !== null && previous.userId !== user.userId) left();
    const parsed = z.array(MenuNode).parse(menus);
    sessionStore.set((session) => {
      const taken = token ?? session.token;
      const stranger = session.stranger?.token === taken ? null : session.stranger;
      return { ...session, token: taken, stage: 'in', user, menus: parsed, stranger };
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (token === undefined) forgetToken();
    else nameStranger(token, null);
  }
};

const forgetWork = (): void => {
  queryClient.clear();
  clearAllPageState();
  clearAllDrafts();
  closeAllTabs();
};

const ASK_AGAIN_MS = 2_000;
/** Whose token lies in this window's place; asked until the house says it. */
const identify = async (token: string): Promise<void> => {
  try {
    const user = UserInfo.parse(await client.get('/getinfo', {}, { once: true, token }));
    if (sessionStore.get().stranger?.token !== token) return;
    if (user.userId !== sessionStore.get().user?.userId) return nameStranger(token, user);
    followToken(token);
    await loadSession();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return nameStranger(token, null);
    setTimeout(() => {
      if (sessionStore.get().stranger?.token === token) void identify(token);
    }, ASK_AGAIN_MS);
  }
};
/** What was read for the user before is read again; what was typed stays, and its draft is nobody's any more. */
const handOver = (): void => {
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.invalidateQueries();
  clearAllDrafts();
};
/** The user who signed in elsewhere goes on in this window, with what was typed in it; until he is known nothing goes in his name. */
export const continueAsStranger = async (): Promise<void> => {
  const { stranger } = sessionStore.get();
  if (stranger === null) return;
  await loadSession({ token: stranger.token, left: handOver });
};

const SecondFactorDemand = z.object({
  secondFactor: z.literal(true),
  ticket: z.string(),
  /** For whoever has no authenticator yet. */
  enrol: z.object({ secret: z.string(), otpauth: z.string() }).optional(),
});
export type SecondFactorDemand = z.infer<typeof SecondFactorDemand>;

/**
 * null: signed in; else what the account asks for yet.
 * @throws {ApiError} with the server's reason.
 */
export const signIn = async (credentials: Credentials): Promise<SecondFactorDemand | null> => {
  try {
    const { whole } = await client.request('POST', '/login', { body: credentials, anonymous: true });
    keepToken(tokenOf(whole), credentials.rememberMe);
  } catch (error) {
    const asked = error instanceof ApiError ? SecondFactorDemand.safeParse(error.data).data : undefined;
    if (asked === undefined) throw error;
    return asked;
  }
  await loadSession();
  return null;
};

const NewCodes = z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) });
/** The session waits to be opened, so that the recovery codes can be shown before the page changes. */
export type PendingSession = { readonly recoveryCodes: readonly string[]; readonly open: () => Promise<void> };
/** @throws {ApiError} with the server's reason. */
export const completeSignIn = async (ticket: string, code: string, rememberMe: boolean): Promise<PendingSession> => {
  const body = { ticket, code, rememberMe };
  const { whole } = await client.request('POST', '/login/second', { body, anonymous: true });
  return {
    recoveryCodes: NewCodes.safeParse(whole).data?.data.recoveryCodes ?? [],
    open: async () => {
      keepToken(tokenOf(whole), rememberMe);
      await loadSession();
    },
  };
};

export const signOut = async (): Promise<void> => {
  // Signing out here must work even when the server is away.
  await client.post('/logout', {}, { once: true }).catch(() => undefined);
  forgetWork();
  forgetToken();
};

const REFRESH_EVERY_MS = 20 * 60_000;
/** Keeps the token fresh while the page is open, and in step with other windows. */
export const keepSignedIn = (): (() => void) => {
  const refresh = async (): Promise<void> => {
    const { stage, stranger } = sessionStore.get();
    if (stage !== 'in' || stranger !== null) return;
    const { whole } = await client.request('GET', '/refresh_token', { once: true });
    keepToken(tokenOf(whole), isRemembered());
  };
  const timer = setInterval(() => void refresh().catch(() => undefined), REFRESH_EVERY_MS);
  const unwatch = watchForStranger();
  let asked: string | undefined;
  const unsubscribe = sessionStore.subscribe(() => {
    const { stranger } = sessionStore.get();
    if (stranger === null) asked = undefined;
    else if (stranger.user === null && stranger.token !== asked) void identify((asked = stranger.token));
  });
  return () => {
    clearInterval(timer);
    unwatch();
    unsubscribe();
  };
};

const Captcha = z.object({ data: z.string(), id: z.string() });
export const LoginConfig = z.object({ sms: z.boolean().default(false), captcha: z.boolean().default(false) });
export type LoginConfig = z.infer<typeof LoginConfig>;
export const fetchLoginConfig = async (): Promise<LoginConfig> =>
  LoginConfig.parse(await client.get('/login-config', {}, { anonymous: true }));
export const fetchCaptcha = async (): Promise<{ image: string; id: string }> => {
  const { data, id } = Captcha.parse((await client.request('GET', '/captcha', { anonymous: true })).whole);
  return { image: data, id };
};
/** Sends the code by SMS; answers the id that goes back as uuid. */
const SentCode = z.object({
  id: z.string(),
  /** In a demonstration that sends nothing. */
  code: z.string().optional(),
});
export type SentCode = z.infer<typeof SentCode>;
export const sendSms = async (username: string): Promise<SentCode> =>
  SentCode.parse(await client.post('/login/sms', { username }, { anonymous: true }));
