/** Who still uses a master row (R12). */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import type { DocumentManifest } from '../contracts/manifest.ts';
import { MANIFESTS } from '../contracts/manifests.ts';
import { GOODS_FIELDS } from '../goods/contract.ts';
import { DICTIONARY_SEEDS } from './dictionaries/seed.ts';
import type { UsageCheck, UsageQuestion } from './contract.ts';
import { attributesHold, exists, holder, paymentsHold } from './live-checks.ts';

/** Columns of read models that hold the number of a row, of a template its file name. */
const masterColumns = (manifests: readonly DocumentManifest[]) => {
  const more = (kind: 'shop' | 'supplier' | 'customer') =>
    manifests.flatMap((manifest) => manifest.masterColumns?.[kind] ?? []);
  return {
    shop: ['shop_id', ...more('shop')],
    supplier: ['supplier_id', ...more('supplier')],
    customer: ['customer_id', ...more('customer')],
    'print-template': ['print_template'],
  };
};
/** Columns of read models that hold the text of a dictionary value; other attributes lie in goods_in.attributes. */
const TEXT_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  goodsType: ['category', 'type'],
  goodsStyle: ['style'],
  goodsFineness: ['fineness'],
  goldContent: ['gold_content'],
};
/** Columns of points rules, by the dictionary that their values are of. */
const RULE_COLUMNS: Readonly<Record<string, string>> = {
  goodsType: 'category',
  goodsStyle: 'style',
  goodsFineness: 'fineness',
};
const NAMES: Readonly<Record<UsageQuestion['kind'], string>> = {
  shop: '该分店',
  supplier: '该供应商',
  customer: '该客户',
  'dict-data': '该数据',
  'print-template': '该模板',
};
/** What documents call their read models, by table. */
const tablesOf = (manifests: readonly DocumentManifest[]): Readonly<Record<string, string>> =>
  Object.fromEntries(manifests.flatMap(({ tables }) => Object.entries(tables)));

/** Values that rules and screens know by their code: they stay whatever uses them. */
const BUILT_IN: ReadonlySet<string> = new Set(
  DICTIONARY_SEEDS.filter(
    ({ dictType, group }) => (group === 'sys' && dictType !== 'sys_job_group') || dictType === 'measurePrice',
  ).flatMap(({ dictType, entries }) => entries.map(({ value }) => `${dictType}/${value}`)),
);

const Found = z.object({ found: z.boolean() });

type Kind = UsageQuestion['kind'];
const wordOf = (table: string, manifests: readonly DocumentManifest[]): string =>
  tablesOf(manifests)[table] ?? '业务单据';
const reason = (kind: Kind, table: string, manifests = MANIFESTS): string =>
  `${NAMES[kind]}已有${wordOf(table, manifests)}，不能删除`;

/** Documents keep the file name of their template: what holds this one, in words (入库记录), or null. */
export const templateHolder = async (tx: CommonQueryMethods, fileName: string): Promise<string | null> => {
  const table = await holder(tx, masterColumns(MANIFESTS)['print-template'], fileName);
  return table === null ? null : wordOf(table, MANIFESTS);
};

/** Attributes of pieces that are no column of their own, and how sales were paid. */
const insideDocuments = async (pool: DatabasePool, dictType: string, value: string): Promise<string | null> => {
  const keys = Object.entries(GOODS_FIELDS).flatMap(([key, field]) =>
    'dict' in field && field.dict === dictType ? [key] : [],
  );
  if (await attributesHold(pool, keys, value)) return reason('dict-data', 'goods_in');
  if (dictType === 'settleMethod' && (await paymentsHold(pool, value))) return reason('dict-data', 'sales');
  return null;
};

const rulesHold = async (pool: DatabasePool, dictType: string, value: string): Promise<boolean> => {
  const column = RULE_COLUMNS[dictType];
  return (
    column !== undefined && exists(pool, sql.fragment`master.points_rule WHERE ${sql.identifier([column])} = ${value}`)
  );
};
const dictionaryValue = async (pool: DatabasePool, { dictType = '', name }: UsageQuestion): Promise<string | null> => {
  if (BUILT_IN.has(`${dictType}/${name}`)) return '系统内置数据不能删除';
  if (dictType === 'customerLevel' && (await exists(pool, sql.fragment`master.customer WHERE contract = ${name}`)))
    return '该数据已有客户使用，不能删除';
  if (dictType === 'sys_print_kind' && (await exists(pool, sql.fragment`master.print_template WHERE kind = ${name}`)))
    return '该数据已有打印模板使用，不能删除';
  if (await rulesHold(pool, dictType, name)) return '该数据已有积分规则使用，不能删除';
  const columns = TEXT_COLUMNS[dictType];
  const table = columns === undefined ? null : await holder(pool, columns, name);
  return table === null ? insideDocuments(pool, dictType, name) : reason('dict-data', table);
};

const lockedUsers = async (pool: DatabasePool, shopId: number): Promise<string | null> => {
  const known = await exists(
    pool,
    sql.fragment`information_schema.columns WHERE table_schema = 'master' AND table_name = 'sys_user' AND column_name = 'lock_shops'`,
  );
  if (!known) return null;
  // Counted, not asked for the first: Postgres expects the first soon and reads everybody to find nobody.
  const used = await pool.oneFirst(sql.type(Found)`
    SELECT count(*) > 0 AS found FROM master.sys_user WHERE lock_shops @> ARRAY[${shopId}::bigint]`);
  return used ? '该分店已有用户绑定，不能删除' : null;
};

const giftsOf = async (pool: DatabasePool, shopId: number): Promise<string | null> =>
  (await exists(pool, sql.fragment`master.write_off WHERE used_shop_id = ${shopId}::bigint`))
    ? '该分店已有礼品核销记录，不能删除'
    : null;

/** The checks this slice knows by itself. */
export const usageChecks = (pool: DatabasePool, manifests = MANIFESTS): readonly UsageCheck[] => {
  const columns = masterColumns(manifests);
  return [
    async (question) => {
      const { kind } = question;
      if (kind === 'dict-data') return dictionaryValue(pool, question);
      const table = await holder(pool, columns[kind], kind === 'print-template' ? question.name : question.id);
      return table === null ? null : reason(kind, table, manifests);
    },
    async ({ kind, id }) => (kind === 'shop' ? ((await lockedUsers(pool, id)) ?? giftsOf(pool, id)) : null),
  ];
};
/** The first reason any check gives. */
export const firstReason = async (checks: readonly UsageCheck[], question: UsageQuestion): Promise<string | null> => {
  for (const check of checks) {
    const found = await check(question);
    if (found !== null) return found;
  }
  return null;
};
