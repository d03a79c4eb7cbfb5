/** Settings: the parameter list, one key, and all of them for the settings page. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { rawText } from 'services/contracts/values';
import { refuse } from 'services/contracts/refusal';
import { route } from 'services/contracts/route';
import { MASK } from 'services/contracts/person';
import { SECRET_SETTINGS } from 'services/contracts/secret-settings';
import type { Route } from 'services/contracts/route';
import { can, type SessionUser } from 'services/contracts/user';
import { ConfigRow, SETTING_KEEPERS, masked } from 'services/master-data/contract';
import { configList } from './contract.ts';
import { holds } from 'services/platform/base/text-search';
import {
  OLDEST_FIRST,
  equals,
  listRoutes,
  notFound,
  ordered,
  page,
  recordRoute,
  type Order,
  type Source,
} from './reading.ts';

const READERS = [...SETTING_KEEPERS, 'admin:sysConfig:list'];
const configs: Source<typeof ConfigRow> = {
  row: ConfigRow,
  columns: sql.fragment`id, config_name AS "configName", config_key AS "configKey", config_value AS "configValue",
    config_type AS "configType", is_frontend AS "isFrontend", remark, created_at AS "createdAt", updated_at AS "updatedAt"`,
  from: sql.fragment`master.config`,
  alias: 'config',
};

/** Who adds users needs their first password (S2§5); nobody else reads secrets. */
const mayRead = (user: SessionUser, key: string): boolean => {
  if (!SECRET_SETTINGS.has(key)) return true;
  if (SETTING_KEEPERS.some((permission) => can(user, permission))) return true;
  return key === 'sys_user_initPassword' && can(user, 'admin:sysUser:add');
};
const Pair = z.object({ configKey: z.string(), configValue: z.string() });
type Pair = z.infer<typeof Pair>;
const shownTo = (user: SessionUser, { configKey, configValue }: Pair): string =>
  mayRead(user, configKey) || configValue === '' ? masked(configKey, configValue) : MASK;
const hidden = (row: ConfigRow, user: SessionUser): ConfigRow => ({ ...row, configValue: shownTo(user, row) });

const byKey = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: '/configKey/:key',
    summary: '按键名查看参数',
    allow: { everyone: 'signed-in' },
    params: z.object({ key: rawText(100).trim().min(1) }),
    data: Pair,
    handler: async ({ params: { key }, user }) => {
      if (!mayRead(user, key)) return refuse('forbidden', 'config.secret', '无权查看此参数');
      const found = await db.maybeOne(sql.type(Pair)`
        SELECT config_key AS "configKey", config_value AS "configValue" FROM master.config WHERE config_key = ${key}`);
      if (found === null) return notFound('参数');
      return { data: { ...found, configValue: masked(key, found.configValue) } };
    },
  });

const settings = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: '/set-config',
    summary: '系统设置',
    allow: [...SETTING_KEEPERS, 'admin:sysSetting:list'],
    data: z.record(z.string(), z.string()),
    handler: async ({ user }) => {
      const pairs = await db.any(
        sql.type(
          Pair,
        )`SELECT config_key AS "configKey", config_value AS "configValue" FROM master.config ORDER BY config_key`,
      );
      return {
        data: Object.fromEntries(pairs.map((pair) => [pair.configKey, shownTo(user, pair)])),
      };
    },
  });

const COLUMNS = {
  configNameOrder: sql.fragment`config_name COLLATE "zh-x-icu"`,
  configKeyOrder: sql.fragment`config_key`,
  configTypeOrder: sql.fragment`config_type`,
} as const;
/** A console sorts by what its columns are called (R105). */
const orderOf = (query: z.output<typeof configList.query>): Order => {
  for (const [name, column] of Object.entries(COLUMNS)) {
    const asked = query[name as keyof typeof COLUMNS];
    if (asked === undefined) continue;
    const way = asked === 'asc' ? sql.fragment`ASC` : sql.fragment`DESC`;
    return { by: sql.fragment`${column} ${way}, id ${way}` };
  }
  return ordered(query, ['config_name'], OLDEST_FIRST);
};

export const settingRoutes = (db: CommonQueryMethods): Route[] => [
  ...listRoutes(db, {
    endpoint: configList,
    summary: '参数列表',
    exported: {
      name: '参数',
      columns: [
        ['id', '编号'],
        ['configName', '参数名称'],
        ['configKey', '参数键名'],
        ['configValue', '参数键值'],
        ['remark', '备注'],
      ],
    },
    allow: READERS,
    read: async (at, { query, user }) => {
      const found = await page(at, configs, {
        where: [
          holds(['config_name'], query.configName),
          holds(['config_key'], query.configKey),
          equals(['config_type'], query.configType),
        ],
        order: orderOf(query),
        paging: query,
      });
      return { ...found, list: found.list.map((row) => hidden(row, user)) };
    },
  }),
  recordRoute(db, {
    path: '/config',
    title: '参数',
    allow: READERS,
    row: ConfigRow,
    source: () => configs,
    show: hidden,
  }),
  byKey(db),
  settings(db),
];
