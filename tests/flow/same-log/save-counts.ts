/** What a save asks of the machine, counted and not timed: it is the same on every machine, however busy. */
import pg from 'pg';
import { sql } from 'slonik';
import { vi } from 'vitest';
import { z } from 'zod';
import { sampleBody } from '../../../services/goods/sample.ts';
import type { EventStore } from '../../../services/platform/event-store/port.ts';
import { interpose } from '../../support/interposed.ts';
import { TAG_PRICE, type Chain } from '../shops.ts';

export type Counts = {
  /** Transactions that wrote something. */
  readonly commits: number;
  /** Sent to Postgres by the write side. */
  readonly statements: number;
  /** Calls of the store: to append, to one stream or to several, and to read. */
  readonly appends: number;
  readonly reads: number;
  /** How often the handler of the route ran. */
  readonly runs: number;
  /** Of its row in the table of commands. */
  readonly commandBytes: number;
};
type Sent = { readonly by: string; readonly on: object; readonly text: string };

/** Follows the log at its own pace, stands for nobody's save, or is asked here. */
const FOLLOWS = /^(projections? |listen )/;
const NOBODYS = /saga_checkpoint|pg_stat_activity|pg_column_size/;
/** Every statement of this process from now on, until it is told to end. */
const listenToPostgres = (): { readonly sent: readonly Sent[]; readonly end: () => void } => {
  const sent: Sent[] = [];
  const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown;
  const heard = function heard(this: pg.Client, ...args: unknown[]): unknown {
    const [given] = args as [string | { readonly text?: string }];
    const text = typeof given === 'string' ? given : (given.text ?? '');
    const { connectionParameters } = this as unknown as { connectionParameters: { application_name?: string } };
    sent.push({ by: connectionParameters.application_name ?? '', on: this, text });
    return query.apply(this, args);
  };
  Reflect.set(pg.Client.prototype, 'query', heard);
  return { sent, end: () => void Reflect.set(pg.Client.prototype, 'query', query) };
};
const WRITES = /^\s*(INSERT|UPDATE|DELETE|WITH\b[\s\S]*\b(INSERT|UPDATE|DELETE)\b)/i;
/** The writer of events sends one message for one commit; else a statement that stands alone is one. */
const commitsOf = (sent: readonly Sent[]): number => {
  const open = new Set<object>();
  return sent.filter(({ by, on, text }) => {
    if (/^\s*(BEGIN|START)\b/i.test(text)) open.add(on);
    if (/^\s*(COMMIT|ROLLBACK)\b/i.test(text)) open.delete(on);
    if (/^\s*COMMIT\b/i.test(text)) return true;
    return (by === 'event-writer' && text === '') || (WRITES.test(text) && !open.has(on));
  }).length;
};

const Row = z.object({ bytes: z.int(), kept: z.boolean() });
/** Once its answer is kept, which may be after it was given. */
const bytesOf = ({ app }: Chain, key: string): Promise<number> =>
  vi.waitFor(
    async () => {
      const { bytes, kept } = await app.house.deps.master.one(sql.type(Row)`
        SELECT sum(pg_column_size(c.*))::int AS bytes, bool_and(answer IS NOT NULL AND status = '2') AS kept
        FROM master.command AS c WHERE key = ${key}`);
      if (!kept) throw new Error(`${key} is not kept yet`);
      return bytes;
    },
    { timeout: 10_000, interval: 20 },
  );

type Save = { readonly path: string; readonly key: string; readonly body: object };
/** How often the handler of a route runs while `work` is done. */
const runsOf = async ({ app: { house } }: Chain, path: string, work: () => Promise<void>): Promise<number> => {
  const route = house.routes.find((one) => one.method === 'POST' && one.path === path);
  if (route === undefined) throw new Error(`no route ${path}`);
  const { handler } = route;
  let runs = 0;
  const counting = (...call: Parameters<typeof handler>): ReturnType<typeof handler> => {
    runs += 1;
    return handler(...call);
  };
  Object.assign(route, { handler: counting });
  try {
    await work();
  } finally {
    Object.assign(route, { handler });
  }
  return runs;
};
const counted = async (chain: Chain, { path, key, body }: Save): Promise<Counts> => {
  const { house } = chain.app;
  await house.caughtUp();
  const store = house.deps.written as EventStore;
  const calls = { append: 0, appendAll: 0, read: 0 };
  interpose(store, 'append', (own, call) => {
    calls.append += 1;
    return own(...call);
  });
  interpose(store, 'appendAll', (own, call) => {
    calls.appendAll += 1;
    return own(...call);
  });
  interpose(store, 'read', (own, call) => {
    calls.read += 1;
    return own(...call);
  });
  const { sent, end } = listenToPostgres();
  try {
    let commandBytes = 0;
    const runs = await runsOf(chain, path, async () => {
      const reply = await chain.app.post(path, body, { key });
      if (reply.status !== 200) throw new Error(reply.text);
      commandBytes = await bytesOf(chain, key);
    });
    const own = sent.filter(({ by, text }) => !FOLLOWS.test(by) && !NOBODYS.test(text));
    const appends = calls.append + calls.appendAll;
    return { commits: commitsOf(own), statements: own.length, appends, reads: calls.read, runs, commandBytes };
  } finally {
    end();
    vi.restoreAllMocks();
  }
};

const FIELDS = ['commits', 'statements', 'appends', 'reads', 'runs', 'commandBytes'] as const;
/** What a moment adds (a look-up that is asked anew, a neighbour's statement) is not of the save: the least of each. */
const leastOf = (counts: readonly Counts[]): Counts =>
  Object.fromEntries(FIELDS.map((field) => [field, Math.min(...counts.map((one) => one[field]))])) as Counts;
let counter = 0;
const TIMES = 4;
/** A sale of a piece, a piece received and a transfer of one. */
export const saveCounts = async (chain: Chain): Promise<Readonly<Record<string, Counts>>> => {
  const received = { shopId: chain.home, supplierId: null, inStorageAt: chain.today };
  const saves = {
    sale: ['/biz-sell', async () => chain.sale([{ barcode: await chain.stock() }])],
    'stock-in': ['/biz-goods-in', async () => sampleBody(received)],
    transfer: ['/biz-allocate', async () => chain.transfer([{ barcode: await chain.stock() }])],
  } as const;
  const counts: Record<string, Counts> = {};
  for (const [name, [path, bodyOf]] of Object.entries(saves)) {
    const all: Counts[] = [];
    for (let time = 0; time < TIMES; time += 1)
      all.push(await counted(chain, { path, key: `counted-${name}-${(counter += 1)}`, body: await bodyOf() }));
    counts[name] = leastOf(all);
  }
  return counts;
};

const TILLS = 8;
const GIFT = 29;
/** Runs of the rules for each save, where eight tills give the same gift away at one moment. */
export const runsAtOneGift = async (chain: Chain): Promise<number> => {
  const gift = {
    barcode: 'GIFT-0008',
    styleNo: 'L-88',
    goodsName: '红绳手链',
    measure: '件',
    spec: '均码',
    remark: '',
  };
  const body = { ...gift, shopId: chain.home, inGiftAt: chain.today, num: TILLS, cost: 5, rebateInte: 0, price: GIFT };
  const stocked = await chain.app.post('/biz-gift-in', body);
  await chain.audit('/biz-gift-in', [Number(stocked.body.data)]);
  const orders: object[] = [];
  for (let till = 0; till < TILLS; till += 1) {
    const given = { sellGiftList: [{ barcode: gift.barcode, num: 1 }] };
    const paid = { sellBalanceList: [{ balance: '现金', amount: TAG_PRICE + GIFT }] };
    orders.push(chain.sale([{ barcode: await chain.stock() }], { ...given, ...paid }));
  }
  const runs = await runsOf(chain, '/biz-sell', async () => {
    const replies = await Promise.all(orders.map((order) => chain.app.post('/biz-sell', order)));
    for (const { status, text } of replies) if (status !== 200) throw new Error(text);
  });
  return runs / TILLS;
};
