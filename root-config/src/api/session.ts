/** Who is signed in: token, user, permissions, menus. The shell fills it; screens read it. */
import { z } from 'zod';
import { readStored, writeStored } from './storage.ts';
import { createStore, useStore } from './store.ts';

const TOKEN_KEY = 'jewel:token';

export const UserInfo = z.object({
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  name: z.string(),
  userName: z.string(),
  userId: z.int(),
  deptId: z.int().nullish(),
  avatar: z.string().nullish(),
  roleIds: z.array(z.int()).default([]),
  lockShops: z.array(z.int()).default([]),
  oxs: z.unknown().optional(),
  mustChangePassword: z.boolean().optional(),
  passwordMinLength: z.int().optional(),
});
export type UserInfo = z.infer<typeof UserInfo>;

export type MenuNode = {
  menuId: number;
  path: string;
  component: string;
  /** '0' shown, '1' hidden (the page opens by its address). */
  visible: string;
  menuName: string;
  title: string;
  icon: string;
  noCache: boolean;
  /** M directory, C page, F button. */
  menuType: string;
  children: MenuNode[];
};
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
export const MenuNode: z.ZodType<MenuNode> = z.lazy(() =>
  z.object({
    menuId: z.int(),
    path: text,
    component: text,
    visible: z.coerce.string().default('0'),
    menuName: text,
    title: text,
    icon: text,
    noCache: z
      .boolean()
      .nullish()
      .transform((value) => value ?? false),
    menuType: text,
    children: z
      .array(MenuNode)
      .nullish()
      .transform((value) => value ?? []),
  }),
);

export type Session = {
  /** unknown: the stored token was not tried yet; lost: the server no longer accepts it (sign in over the page). */
  readonly stage: 'unknown' | 'out' | 'in' | 'lost';
  readonly token: string | null;
  readonly user: UserInfo | null;
  readonly menus: readonly MenuNode[];
  /** The shop a user of several chose in the top bar; null = all of them. */
  readonly shopId: number | null;
  /** Another user signed in where this window was remembered: nothing is saved until somebody chooses (R151). */
  readonly stranger: Stranger | null;
};
/** `user`: null until the house has said whose token it is. */
export type Stranger = { readonly token: string; readonly user: UserInfo | null };

const storedToken = (): string | null =>
  readStored<string | null>('session', TOKEN_KEY, null) ?? readStored<string | null>('local', TOKEN_KEY, null);
const firstToken = storedToken();
export const sessionStore = createStore<Session>({
  stage: firstToken === null ? 'out' : 'unknown',
  token: firstToken,
  user: null,
  menus: [],
  shopId: null,
  stranger: null,
});
export const useSession = (): Session => useStore(sessionStore);

const rememberedToken = (): string | null => readStored<string | null>('local', TOKEN_KEY, null);
/** Whether the stored token survives the browser; the sign-in over the page keeps the choice. */
export const isRemembered = (): boolean =>
  rememberedToken() !== null && readStored<string | null>('session', TOKEN_KEY, null) === null;
/** A token of somebody else that another window keeps stays there. */
const forgetRemembered = (): void => {
  if (rememberedToken() === sessionStore.get().token) writeStored('local', TOKEN_KEY, undefined);
};
/** Keeps the token over restarts of the browser only when the user asked for it. */
export const keepToken = (token: string, rememberMe: boolean): void => {
  if (rememberMe) writeStored('local', TOKEN_KEY, token);
  else forgetRemembered();
  writeStored('session', TOKEN_KEY, rememberMe ? undefined : token);
  sessionStore.set((session) => ({ ...session, token }));
};
/** Another token lies where this window was remembered: it is not taken before it is known whose it is. */
export const lookForStranger = (): void => {
  const token = rememberedToken();
  const { stage, token: own, stranger } = sessionStore.get();
  if (token === null || token === own || token === stranger?.token || !isRemembered()) return;
  if (stage === 'in' || stage === 'lost')
    sessionStore.set((session) => ({ ...session, stranger: { token, user: null } }));
};
/** Hears of it when another window of this browser keeps another token. @returns hears no more. */
export const watchForStranger = (): (() => void) => {
  const heard = ({ key }: StorageEvent): void => {
    if (key === TOKEN_KEY) lookForStranger();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
};
/** It is the same user's: this window goes on with it. */
export const followToken = (token: string): void =>
  sessionStore.set((session) => ({ ...session, token, stranger: null }));
/** Whose it is; null: nobody's any more. */
export const nameStranger = (token: string, user: UserInfo | null): void =>
  sessionStore.set((session) => ({ ...session, stranger: user === null ? null : { token, user } }));
/** This window stays with its own user, who signs in again for it alone. */
export const stayOneself = (): void => {
  writeStored('session', TOKEN_KEY, sessionStore.get().token);
  sessionStore.set((session) => ({ ...session, stage: 'lost', stranger: null }));
};
export const forgetToken = (): void => {
  forgetRemembered();
  writeStored('session', TOKEN_KEY, undefined);
  sessionStore.set({ stage: 'out', token: null, user: null, menus: [], shopId: null, stranger: null });
};
/** Called by the client on 401; waiting requests go on when the stage is 'in' again. */
export const loseSession = (): void =>
  sessionStore.set((session) => (session.stage === 'in' ? { ...session, stage: 'lost' } : session));
const allows = (user: UserInfo | null, key: string | readonly string[]): boolean => {
  if (user === null) return false;
  if (user.permissions.includes('*:*:*')) return true;
  return (typeof key === 'string' ? [key] : key).some((each) => user.permissions.includes(each));
};
/** Whether the user holds the permission key (any of several). */
export const can = (key: string | readonly string[]): boolean => allows(sessionStore.get().user, key);
export const useCan = (key: string | readonly string[]): boolean => allows(useSession().user, key);

/**
 * Shops the user is locked to (R13): `shops` (empty = whole chain), `preset` (the first or the one chosen in the top
 * bar) and `fixed` (only one: selectors are disabled).
 */
export const useLockShops = (): { shops: readonly number[]; preset: number | null; fixed: boolean } => {
  const { user, shopId } = useSession();
  const shops = user?.lockShops ?? [];
  return { shops, preset: shopId ?? shops[0] ?? null, fixed: shops.length === 1 };
};
export const chooseShop = (shopId: number | null): void => sessionStore.set((session) => ({ ...session, shopId }));
