/**
 * Claims against a naive model (R22): whatever people with several phones and records press at once, at home and at the counter, a
 * giveaway gives out what it has and no person has more than the limit. The model joins who is the same person pair by pair.
 */
import fc from 'fast-check';
import { sql, type DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { isRefusal } from '../../contracts/refusal.ts';
import { NOBODY } from '../../contracts/user.ts';
import { openPool } from '../../platform/base/database.ts';
import { insertRow } from '../../platform/rows/master.ts';
import { migrate } from '../../platform/base/migrate.ts';
import { MIGRATIONS } from '../../../house/start/prepare-master.ts';
import { newCode } from '../write-offs/code.ts';
import { TABLE } from '../write-offs/collect.ts';
import { takeOne } from './claim.ts';
import { giftDesk } from './claims-at-once.ts';

let database: TestDatabase;
let pool: DatabasePool;
let claimGift: ReturnType<typeof giftDesk>;
beforeAll(async () => {
  database = await testDatabase();
  await migrate(database.url, MIGRATIONS);
  pool = await openPool(database.url, { applicationName: 'claims', size: 10 });
  claimGift = giftDesk(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const CUSTOMERS = 12;
const PHONES = 16;
const GIFTS = 3;
const AT_ONCE = 200;
const NOW = new Date('2026-11-20T10:00:00+08:00');
const by = (key: string) => ({ user: { ...NOBODY, username: '测试' }, now: NOW, key });
let lastId = 1_000;
const newId = (): number => (lastId += 1);

/** Who is the same person as whom. */
class People {
  readonly #parents = new Map<string, string>();
  of(node: string): string {
    const parent = this.#parents.get(node) ?? node;
    return parent === node ? node : this.of(parent);
  }
  join(one: string, other: string): void {
    this.#parents.set(this.of(one), this.of(other));
  }
}
type World = {
  readonly customers: readonly number[];
  readonly phones: readonly string[];
  readonly gifts: readonly { readonly id: number; readonly limit: number; readonly total: number }[];
  readonly people: People;
  readonly bound: Map<string, number>;
  readonly merged: Set<number>;
};
const PlainGift = fc.record({ limit: fc.integer({ min: 1, max: 2 }), total: fc.integer({ min: 1, max: 12 }) });
const newWorld = async (gifts: readonly { limit: number; total: number }[]): Promise<World> => {
  const customers = Array.from({ length: CUSTOMERS }, newId);
  for (const id of customers)
    await pool.query(sql.unsafe`
      INSERT INTO master.customer (id, name, mobile, mobile_digits, status, created_at, updated_at)
      VALUES (${id}, ${`客户${id}`}, ${`138${id}`}, ${`138${id}`}, '2', now(), now())`);
  const made = gifts.map((gift) => ({ ...gift, id: newId() }));
  for (const { id, limit, total } of made)
    await pool.query(sql.unsafe`
      INSERT INTO master.giveaway (id, title, total, limit_num, status, created_at, updated_at)
      VALUES (${id}, '礼', ${total}, ${limit}, '2', now(), now())`);
  const phones = Array.from({ length: PHONES }, () => `open-${newId()}`);
  return { customers, phones, gifts: made, people: new People(), bound: new Map(), merged: new Set() };
};

const bind = async ({ bound, people }: World, openId: string, customerId: number): Promise<void> => {
  for (const [other, record] of bound) if (other === openId || record === customerId) bound.delete(other);
  bound.set(openId, customerId);
  people.join(openId, String(customerId));
  await pool.query(sql.unsafe`
    UPDATE master.shopper_binding SET ended_at = now()
    WHERE ended_at IS NULL AND (open_id = ${openId} OR customer_id = ${customerId}::bigint)`);
  await pool.query(sql.unsafe`
    INSERT INTO master.shopper_binding (id, open_id, customer_id, bound_at, by_id, by_name)
    VALUES (${newId()}, ${openId}, ${customerId}::bigint, now(), 0, '测试')`);
};
const unbind = async ({ bound }: World, openId: string): Promise<void> => {
  bound.delete(openId);
  await pool.query(
    sql.unsafe`UPDATE master.shopper_binding SET ended_at = now() WHERE open_id = ${openId} AND ended_at IS NULL`,
  );
};
const merge = async ({ merged, people }: World, keep: number, other: number): Promise<void> => {
  if (keep === other || merged.has(keep) || merged.has(other)) return;
  merged.add(keep).add(other);
  people.join(String(keep), String(other));
  await pool.query(
    sql.unsafe`UPDATE master.customer SET merged_into = ${keep}::bigint, status = '1' WHERE id = ${other}::bigint`,
  );
};

type AnyStep = { readonly kind: 'bind' | 'unbind' | 'merge'; readonly phone: number; readonly customer: number };
/** Of a merge `phone` is the record that stays. */
const Step = fc.oneof(
  fc.record({ kind: fc.constant('bind' as const), phone: fc.nat(PHONES - 1), customer: fc.nat(CUSTOMERS - 1) }),
  fc.record({ kind: fc.constant('unbind' as const), phone: fc.nat(PHONES - 1), customer: fc.constant(0) }),
  fc.record({ kind: fc.constant('merge' as const), phone: fc.nat(CUSTOMERS - 1), customer: fc.nat(CUSTOMERS - 1) }),
);
const happen = async (world: World, { kind, phone, customer }: AnyStep): Promise<void> => {
  const [openId, id] = [world.phones[phone] ?? '', world.customers[customer] ?? 0];
  if (kind === 'bind') return bind(world, openId, id);
  return kind === 'unbind' ? unbind(world, openId) : merge(world, world.customers[phone] ?? 0, id);
};

/** `key`: two of one shopper with one key are one press. */
const Press = fc.record({
  gift: fc.nat(GIFTS - 1),
  atShop: fc.boolean(),
  phone: fc.nat(PHONES - 1),
  customer: fc.nat(CUSTOMERS - 1),
  key: fc.nat(30),
});
type Pressed = {
  readonly gift: number;
  readonly atShop: boolean;
  readonly phone: number;
  readonly customer: number;
  readonly key: number;
};

const claimAtShop = (customerId: number, giveawayId: number): Promise<boolean> =>
  pool.transaction(async (tx) => {
    const id = newId();
    const refused = await takeOne(tx, { giveawayId, claimant: { customerId, openId: '' } }, by(`shop-${id}`));
    if (refused !== null) return false;
    const row = { id, bill_type: '1', giveaway_id: giveawayId, write_off_code: newCode(), customer_id: customerId };
    const moment = NOW.toISOString();
    const rest = { name: '客户', mobile: '', mobile_digits: '', created_at: moment, updated_at: moment };
    await insertRow(tx, TABLE, { ...row, ...rest }, by(`shop-${id}`));
    return true;
  });
/** The person, and whether it is one claim more. */
const press = async (world: World, { gift, atShop, phone, customer, key }: Pressed, round: number) => {
  const giveawayId = world.gifts[gift]?.id ?? 0;
  const [customerId, openId] = [world.customers[customer] ?? 0, world.phones[phone] ?? ''];
  if (atShop)
    return { gift, person: world.people.of(String(customerId)), isNew: await claimAtShop(customerId, giveawayId) };
  const recordId = world.bound.get(openId) ?? null;
  const who = { openId, recordId, customerId: recordId ?? 0 };
  const claimed = await claimGift({ who, giveawayId, id: newId(), at: { now: NOW, key: `${round}-${key}` } });
  return { gift, person: world.people.of(openId), isNew: !isRefusal(claimed) && claimed.isNew };
};

const Row = z.object({ giveawayId: z.int(), openId: z.string(), customerId: z.int().nullable() });
/** Claims of each gift by person, as the rows say. */
const claimsIn = async ({ gifts, people }: World): Promise<readonly ReadonlyMap<string, number>[]> => {
  const rows = await pool.any(sql.type(Row)`
    SELECT giveaway_id AS "giveawayId", open_id AS "openId", customer_id AS "customerId" FROM master.write_off`);
  return gifts.map(({ id }) => {
    const counts = new Map<string, number>();
    for (const row of rows.filter(({ giveawayId }) => giveawayId === id)) {
      const person = people.of(row.openId === '' ? String(row.customerId) : row.openId);
      counts.set(person, (counts.get(person) ?? 0) + 1);
    }
    return counts;
  });
};
const Left = z.object({ total: z.int() });
const leftOf = (id: number): Promise<number> =>
  pool.oneFirst(sql.type(Left)`SELECT total FROM master.giveaway WHERE id = ${id}::bigint`);
const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, one) => all + one, 0);

/** Distinct wishes of each person: at the counter each is one, of a shopper each key is one. */
const wishesOf = (world: World, presses: readonly Pressed[], gift: number): ReadonlyMap<string, number> => {
  const wishes = new Map<string, Set<string>>();
  for (const [nth, one] of presses.entries()) {
    if (one.gift !== gift) continue;
    const openId = world.phones[one.phone] ?? '';
    const person = world.people.of(one.atShop ? String(world.customers[one.customer]) : openId);
    const wish = one.atShop ? `shop-${nth}` : `${openId}-${one.key}`;
    wishes.set(person, (wishes.get(person) ?? new Set()).add(wish));
  }
  return new Map([...wishes].map(([person, all]) => [person, all.size]));
};

const Rounds = fc.array(
  fc.record({
    steps: fc.array(Step, { maxLength: 12 }),
    presses: fc.array(Press, { minLength: AT_ONCE, maxLength: AT_ONCE }),
  }),
  { minLength: 2, maxLength: 4 },
);
test('two hundred at once, round by round: each gift gives out what it has, and nobody has more than the limit (S1§4/22)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(PlainGift, { minLength: GIFTS, maxLength: GIFTS }), Rounds, async (gifts, rounds) => {
      const world = await newWorld(gifts);
      for (const [round, { steps, presses }] of rounds.entries()) {
        for (const step of steps) await happen(world, step);
        const before = await claimsIn(world);
        const outcomes = await Promise.all(presses.map((one) => press(world, one, round)));
        const after = await claimsIn(world);
        for (const [nth, { id, limit, total }] of world.gifts.entries()) {
          const [was, is] = [before[nth] ?? new Map<string, number>(), after[nth] ?? new Map<string, number>()];
          const news = outcomes.filter(({ gift, isNew }) => gift === nth && isNew).length;
          expect(await leftOf(id)).toBe(total - sum(is));
          expect(sum(is) - sum(was)).toBe(news);
          const wanted = [...wishesOf(world, presses, nth)].map(([person, wishes]) => {
            const had = was.get(person) ?? 0;
            const got = (is.get(person) ?? 0) - had;
            const most = Math.min(wishes, Math.max(0, limit - had));
            expect(got).toBeLessThanOrEqual(most);
            return most;
          });
          const all = wanted.reduce((one, other) => one + other, 0);
          expect(news).toBe(Math.min(all, total - sum(was)));
        }
      }
    }),
    { numRuns: 3, seed: 32 },
  );
});

test('whose record somebody has locked waits alone; who presses with him does not, and whoever is disabled hears so', async () => {
  const { customers, gifts, phones } = await newWorld([{ limit: 1, total: 3 }]);
  const [locked = 0, closed = 0, free = 0] = customers;
  const giveawayId = gifts[0]?.id ?? 0;
  await pool.query(sql.unsafe`UPDATE master.customer SET status = '1' WHERE id = ${closed}::bigint`);
  const pressed = (nth: number, recordId: number | null) => {
    const who = { openId: phones[nth] ?? '', recordId, customerId: recordId ?? 0 };
    return claimGift({ who, giveawayId, id: newId(), at: { now: NOW, key: `locked-${nth}` } });
  };
  let isAnswered = false;
  const { waits, others } = await pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`SELECT FROM master.customer WHERE id = ${locked}::bigint FOR UPDATE`);
    // The first is served alone, the others meet.
    const first = pressed(0, null);
    const held = pressed(1, locked);
    void held.then(() => (isAnswered = true));
    const met = await Promise.all([first, pressed(2, closed), pressed(3, free), pressed(4, null)]);
    expect(isAnswered).toBe(false);
    return { waits: held, others: met };
  });
  expect(others.map((answer) => (isRefusal(answer) ? answer.message : answer.isNew))).toEqual([
    true,
    '您的客户资料已停用，请到门店咨询',
    true,
    true,
  ]);
  expect(await waits).toMatchObject({ code: 'giveaway.none_left', message: '礼品已领完' });
  expect(await leftOf(giveawayId)).toBe(0);
});
