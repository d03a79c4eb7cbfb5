/** The house in which one person alone tries what is to his gain: two shops, a board, clerks, managers, an owner. */
import { expect } from 'vitest';
import { startChain, type Chain } from '../../flow/shops.ts';
import { roleWith } from '../../support/roles.ts';
import { USER_PASSWORD, type Method, type Reply } from '../../support/app.ts';
import { messagingApp, type MessagingApp } from '../../support/messaging-app.ts';
import { smsProvider, type SmsProvider } from '../../support/sms-provider.ts';

export type Fields = Readonly<Record<string, unknown>>;
/** Clerks of 罗湖店; its managers; a manager of 南山店; whoever sees everything. */
const PEOPLE = {
  clerk: { roleIds: [4], at: 'home' },
  second: { roleIds: [4], at: 'home' },
  keeper: { roleIds: [3], at: 'home' },
  boss: { roleIds: [3], at: 'home' },
  stranger: { roleIds: [3], at: 'away' },
  owner: { roleIds: [2], at: 'chain' },
  local: { roleIds: [3], at: 'home' },
  /** Tries numbers until he is stopped. */
  finder: { roleIds: [4], at: 'home' },
  guesser: { roleIds: [4], at: 'home' },
} as const;
export type Person = keyof typeof PEOPLE;
/** These set up the house, too: the owner, and one who is limited to a shop. */
const SETS_UP = new Set(['owner', 'local']);
const SETTING_KEYS = [
  'admin:sysConfig:edit',
  'admin:sysConfig:add',
  'admin:sysUser:edit',
  'base:baseDictData:edit',
  'admin:sysOperLog:list',
  'admin:backup:list',
  'admin:backup:download',
];

export type Insiders = {
  readonly chain: Chain;
  readonly as: (who: Person) => { readonly token: string };
  readonly call: (who: Person, method: Method, path: string, body?: unknown) => Promise<Reply>;
  /** Facts of a kind that name somebody, counted. */
  readonly noted: (kind: string, who: Person) => Promise<number>;
  /** A call that must go through; answers its data. */
  readonly done: (who: Person, method: Method, path: string, body?: unknown) => Promise<unknown>;
  readonly customer: (name?: string) => Promise<number>;
  /** Messages that went to telephones. */
  readonly messages: SmsProvider;
  /** The messaging app by which shoppers come in. */
  readonly app: MessagingApp;
  readonly stop: () => Promise<void>;
};
/** A gram of 足金 is sold at 600 and bought at 546. */
const BOARD = { details: [{ name: '足金', cost: 546, price: 600 }] };

const noteCount = async (chain: Chain, kind: string, who: Person): Promise<number> => {
  const reply = await chain.app.get(`/report-exception?pageSize=200&kind=${kind}`);
  expect(reply.status, reply.text).toBe(200);
  const { list } = reply.body.data as { list: readonly { who: string; second: string; count: number }[] };
  return list.filter((row) => row.who === who || row.second === who).reduce((sum, { count }) => sum + count, 0);
};

export const startInsiders = async (): Promise<Insiders> => {
  const [messages, messaging] = [await smsProvider(), await messagingApp('https://house.example')];
  const { LOGIN_CODE: _picture, ...env } = messages.env;
  const chain = await startChain({ env: { ...env, ...messaging.env, BACKUP_PASSPHRASE: 'only-the-owner-knows' } });
  const { app } = chain;
  const tokens = new Map<Person, string>();
  const lockOf = { home: [chain.home], away: [chain.away], chain: [] };
  const setup = await roleWith(app, SETTING_KEYS);
  for (const [username, { roleIds, at }] of Object.entries(PEOPLE)) {
    const more = SETS_UP.has(username) ? [setup] : [];
    await app.addUser({ username, roleIds: [...roleIds, ...more], lockShops: lockOf[at] });
    tokens.set(username as Person, await app.signIn(username));
  }
  expect((await app.post('/base-quoted-price', BOARD)).status).toBe(200);
  const as = (who: Person) => ({ token: tokens.get(who) ?? '' });
  const call: Insiders['call'] = (who, method, path, body) => app.call(method, path, { ...as(who), body });
  let people = 0;
  return {
    chain,
    messages,
    app: messaging,
    stop: async () => {
      await app.stop();
      messages.stop();
      await messaging.stop();
    },
    as,
    call,
    noted: (kind, who) => noteCount(chain, kind, who),
    done: async (...asked) => {
      const reply = await call(...asked);
      expect(reply.status, `${asked[1]} ${asked[2]}: ${reply.text}`).toBe(200);
      return reply.body.data;
    },
    customer: async (name = '周女士') => {
      people += 1;
      const body = { name: `${name}${people}`, mobile: String(13_700_100_000 + people), status: '2' };
      return Number((await app.post('/base-customer', body)).body.data);
    },
  };
};

type Problem = { readonly rule: string; readonly mark: string };
/** Rules that a refusal asks a word for; none where it asks for none. */
export const rulesOf = ({ status, body }: Reply): readonly string[] =>
  status === 409 && Array.isArray(body.data)
    ? (body.data as readonly Partial<Problem>[]).flatMap(({ rule }) => (rule === undefined ? [] : [rule]))
    : [];
/** The word of somebody for just what was asked. */
export const wordOf = (asked: Reply, username: Person) => {
  expect(rulesOf(asked), asked.text).not.toEqual([]);
  const marks = (asked.body.data as readonly Problem[]).map(({ mark }) => mark);
  return { approval: { username, password: USER_PASSWORD, reason: '核对过', marks } };
};
