/** Writing settings: single parameters (/config) and the settings page (/set-config). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { FieldProblem } from '../../contracts/envelope.ts';
import { refuse } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import { route } from '../../contracts/route.ts';
import type { Actor, Route } from '../../contracts/route.ts';
import { lockRow } from '../../platform/master.ts';
import type { MasterRow, MasterTable } from '../../platform/master.ts';
import { writeRevised } from '../../platform/revised-row.ts';
import { ConfigBody, ConfigEdit, SECRET_KEYS, SetConfigBody, settingProblems, unmasked } from '../contract.ts';
import { lockedFields } from '../dictionaries/routes.ts';
import { resourceRoutes, type ResourceDeps } from '../resource.ts';

const PLAIN: MasterTable = { name: 'config', key: 'id' };
/** Passwords and access keys stay out of the change log; that they changed stays in it. */
const SECRET: MasterTable = { ...PLAIN, secret: ['config_value'] };
const tableOf = (row: MasterRow): MasterTable => (SECRET_KEYS.has(String(row['config_key'])) ? SECRET : PLAIN);

const refuseProblems = (fields: readonly FieldProblem[]): Refusal | null => {
  const [first] = fields;
  return first === undefined ? null : refuse('invalid', 'config.value', first.message, { fields });
};
const valueProblems = (key: string, value: string, at: string): readonly FieldProblem[] =>
  settingProblems(key, value).map(({ path, message }) => ({ path: path === '' ? at : `${at}.${path}`, message }));

const parameterRoutes = (deps: ResourceDeps): readonly Route[] =>
  resourceRoutes(deps, {
    title: '参数',
    path: '/config',
    table: PLAIN,
    tableOf,
    allow: { add: 'admin:sysConfig:add', edit: 'admin:sysConfig:edit', remove: 'admin:sysConfig:remove' },
    body: ConfigBody,
    edit: ConfigEdit,
    columns: (body) => ({
      config_name: body.configName,
      config_key: body.configKey,
      config_value: body.configValue,
      config_type: body.configType,
      is_frontend: SECRET_KEYS.has(body.configKey) ? '2' : body.isFrontend,
      remark: body.remark,
    }),
    changes: (body, before) => ({
      config_value: unmasked(body.configValue, String(before['config_value'])),
      is_frontend: SECRET_KEYS.has(String(before['config_key'])) ? '2' : body.isFrontend,
      remark: body.remark,
    }),
    onCreate: async ({ body }) => refuseProblems(valueProblems(body.configKey, body.configValue, 'configValue')),
    onEdit: async ({ before, body }) =>
      lockedFields([
        { path: 'configName', label: '参数名称', sent: body.configName, stored: before?.['config_name'] },
        { path: 'configKey', label: '参数键名', sent: body.configKey, stored: before?.['config_key'] },
      ]) ?? refuseProblems(valueProblems(String(before?.['config_key']), body.configValue, 'configValue')),
    taken: {
      config_key: (columns) =>
        refuse('conflict', 'config.key_taken', `参数键名“${String(columns['config_key'])}”已存在`, {
          fields: [{ path: 'configKey', message: '参数键名已存在' }],
        }),
    },
    keep: async (_tx, row) => (row['config_type'] === 'Y' ? `内置参数“${String(row['config_name'])}”不能删除` : null),
  });

const Id = z.object({ id: z.int() });
type Pair = z.infer<typeof SetConfigBody>[number];
/** One pair of the settings page. A key that went away meanwhile is left alone. */
const setOne = async (tx: CommonQueryMethods, { configKey, configValue }: Pair, by: Actor): Promise<void> => {
  const id = await tx.maybeOneFirst(sql.type(Id)`SELECT id FROM master.config WHERE config_key = ${configKey}`);
  const before = id === null ? null : await lockRow(tx, PLAIN, id);
  if (before === null) return;
  const changes = { config_value: unmasked(configValue, String(before['config_value'])) };
  await writeRevised(tx, tableOf(before), { before, changes }, by);
};

const Keys = z.object({ keys: z.array(z.string()) });

const settingsRoute = ({ pool, changed }: ResourceDeps): Route =>
  route({
    method: 'PUT',
    path: '/set-config',
    summary: '保存系统设置',
    allow: 'admin:sysConfig:edit',
    body: SetConfigBody,
    data: z.null(),
    handler: async (call) => {
      const problems = call.body.flatMap(({ configKey, configValue }, index) =>
        valueProblems(configKey, configValue, `${index}.configValue`),
      );
      const refused = refuseProblems(problems);
      if (refused !== null) return refused;
      const unknown = await pool.oneFirst(sql.type(Keys)`
        SELECT coalesce(array_agg(sent.key), '{}') AS keys FROM unnest(${sql.array(
          call.body.map(({ configKey }) => configKey),
          'text',
        )}) AS sent (key) WHERE NOT EXISTS (SELECT 1 FROM master.config WHERE config_key = sent.key)`);
      const missing = refuseProblems(
        call.body.flatMap(({ configKey }, index) =>
          unknown.includes(configKey) ? [{ path: `${index}.configKey`, message: `参数“${configKey}”不存在` }] : [],
        ),
      );
      if (missing !== null) return missing;
      // In the order of the keys, so that two pages saved at once wait for each other and never lock crosswise.
      const pairs = call.body.toSorted((left, right) => (left.configKey < right.configKey ? -1 : 1));
      await pool.transaction(async (tx) => {
        for (const pair of pairs) await setOne(tx, pair, call);
      });
      changed();
      return { data: null, msg: '保存成功' };
    },
  });

export const settingRoutes = (deps: ResourceDeps): readonly Route[] => [...parameterRoutes(deps), settingsRoute(deps)];
