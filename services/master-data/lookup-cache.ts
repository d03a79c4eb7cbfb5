/** {@link MasterLookup} over the tables, remembered for a moment. */
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { FINENESS_DICTIONARY, finenessOf, type Fineness } from '../contracts/fineness.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { bestRule } from '../contracts/points.ts';
import { enabledRulesOf } from './points-rules/rules-in-force.ts';
import { tillsAreRegistered } from './tills/used-names.ts';

/** How long a write of another process may stay unseen. */
const FRESH_MS = 1_000;
/** Beyond this many remembered answers all are forgotten: customers are many. */
const MAX_ANSWERS = 5_000;

const NamedRow = z.object({ id: z.int(), name: z.string(), enabled: z.boolean() });
const CustomerNamed = NamedRow.extend({
  mobile: z.string(),
  vip: z.string(),
  level: z.string(),
  walkIn: z.boolean(),
  mergedInto: z.int().nullable(),
});
const PersonRow = z.object({ id: z.int(), name: z.string(), username: z.string(), lockShops: z.array(z.int()) });
const Value = z.object({ value: z.string() });
const Expanded = z.object({ name: z.string(), expandData: z.string() });
const Found = z.object({ found: z.boolean() });
const TillRow = z.object({ name: z.string(), enabled: z.boolean(), used: z.boolean() });

type CachedAnswer = { readonly until: number; readonly answer: Promise<unknown> };
/** Remembers answers by question; an answer asked for before a write is never remembered after it. */
export const rememberer = (freshMs: number) => {
  let answers = new Map<string, CachedAnswer>();
  const remember = <Answer>(question: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const known = answers.get(question);
    if (known !== undefined && known.until > performance.now()) return known.answer as Promise<Answer>;
    if (answers.size >= MAX_ANSWERS) answers = new Map();
    const mine = answers;
    const answer = ask();
    mine.set(question, { until: performance.now() + freshMs, answer });
    answer.catch(() => mine.delete(question));
    return answer;
  };
  const forget = (): void => {
    answers = new Map();
  };
  return { remember, forget };
};

const templateExists = (pool: DatabasePool, kind: string, fileName: string) =>
  pool.oneFirst(sql.type(Found)`
    SELECT EXISTS (SELECT 1 FROM master.print_template WHERE kind = ${kind} AND file_name = ${fileName}) AS found`);
/** One key or two, never everybody: an index each. */
const peopleOf = (pool: DatabasePool, { id, name }: Parameters<MasterLookup['people']>[0]) =>
  pool.any(sql.type(PersonRow)`
    SELECT id, nick_name AS name, username, lock_shops AS "lockShops" FROM master.sys_user
    WHERE status = '2' AND ${id === null ? sql.fragment`(nick_name = ${name} OR lower(username) = lower(${name}))` : sql.fragment`id = ${id}`}
    ORDER BY id`);
const finenessesOf = async (pool: DatabasePool): Promise<ReadonlyMap<string, Fineness>> => {
  const rows = await pool.any(sql.type(Expanded)`
    SELECT dict_value AS name, expand_data AS "expandData" FROM master.dict_data WHERE dict_type = ${FINENESS_DICTIONARY}`);
  return new Map(
    rows.flatMap(({ name, expandData }) => {
      const made = finenessOf(expandData);
      return made === null ? [] : [[name, made] as const];
    }),
  );
};
/** Names of before tills were registered are taken as they come until those that are in use were registered. */
const tillOf = async (pool: DatabasePool, shopId: number, name: string) => {
  const found = await pool.maybeOne(sql.type(TillRow)`
    SELECT name, status = '2' AS enabled, used FROM master.till WHERE shop_id = ${shopId}::bigint AND name = ${name}`);
  if (found === null) return (await tillsAreRegistered(pool)) ? null : { name, enabled: true };
  if (!found.used) {
    await pool.query(sql.unsafe`
      UPDATE master.till SET used = true WHERE shop_id = ${shopId}::bigint AND name = ${name} AND NOT used`);
  }
  return { name, enabled: found.enabled };
};
const Setting = z.object({ key: z.string(), value: z.string() });
const settingsOf = async (pool: DatabasePool, keys: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await pool.any(sql.type(Setting)`
    SELECT config_key AS key, config_value AS value FROM master.config WHERE config_key = ANY (${sql.array([...keys], 'text')})`);
  return new Map(rows.map(({ key, value }) => [key, value]));
};
export const createLookup = (pool: DatabasePool): MasterLookup => {
  const { remember, forget } = rememberer(FRESH_MS);
  const named = (table: 'shop' | 'supplier', id: number) =>
    pool.maybeOne(sql.type(NamedRow)`
      SELECT id, name, status = '2' AS enabled FROM ${sql.identifier(['master', table])} WHERE id = ${id}`);
  const dictValues = (dictType: string): Promise<readonly string[]> =>
    remember(`dict/${dictType}`, () =>
      pool.anyFirst(sql.type(Value)`
        SELECT dict_value AS value FROM master.dict_data WHERE dict_type = ${dictType} AND status = '2'
        ORDER BY dict_sort, id`),
    );
  return {
    forget,
    dictValues,
    shop: (id) => remember(`shop/${id}`, () => named('shop', id)),
    supplier: (id) => remember(`supplier/${id}`, () => named('supplier', id)),
    customer: (id) =>
      remember(`customer/${id}`, () =>
        pool.maybeOne(sql.type(CustomerNamed)`
          SELECT id, name, status = '2' AS enabled, mobile, vip, contract AS level, walk_in AS "walkIn",
            merged_into AS "mergedInto" FROM master.customer WHERE id = ${id}`),
      ),
    people: (asked) =>
      remember(asked.id === null ? `people/${asked.name}` : `person/${asked.id}`, () => peopleOf(pool, asked)),
    finenesses: () => remember('finenesses', () => finenessesOf(pool)),
    till: (shopId, name) => remember(`till/${shopId}/${name}`, () => tillOf(pool, shopId, name)),
    settlementMethods: () => dictValues('settleMethod'),
    setting: (key) =>
      remember(`setting/${key}`, () =>
        pool.maybeOneFirst(sql.type(Value)`SELECT config_value AS value FROM master.config WHERE config_key = ${key}`),
      ),
    settings: (keys) => remember(`settings/${keys.join('/')}`, () => settingsOf(pool, keys)),
    pointsRule: async (goods) =>
      bestRule(await remember(`points-rules/${goods.type}`, () => enabledRulesOf(pool, goods.type)), goods),
    hasTemplate: (kind, fileName) =>
      remember(`template/${kind}/${fileName}`, () => templateExists(pool, kind, fileName)),
  };
};
