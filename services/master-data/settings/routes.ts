/** Writing settings: single parameters (/config) and the settings page (/set-config). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { FieldProblem } from '../../contracts/envelope.ts';
import type { ExceptionDesk } from '../../contracts/exception.ts';
import { keysOf } from '../../contracts/maintainers.ts';
import { refuse } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import { route } from '../../contracts/route.ts';
import type { Actor, Route } from '../../contracts/route.ts';
import { SECRET_SETTINGS } from '../../contracts/secret-settings.ts';
import { STORAGE_KEY, storageOf } from '../../contracts/storage.ts';
import { lockRow } from '../../platform/rows/master.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { isSealed, withSealedSecret } from '../../platform/storage/sealed-secret.ts';
import type { MasterRow, MasterTable } from '../../platform/rows/master.ts';
import { writeRevised } from '../../platform/rows/revised-row.ts';
import { ConfigBody, ConfigEdit, SetConfigBody } from '../contract.ts';
import { lockedFields } from '../dictionaries/routes.ts';
import { resourceRoutes, type Attempt, type ResourceDeps, type RowChange } from '../resource.ts';
import { noteLimits } from './limits.ts';
import { keptProblems, keptValue, type Keeping, type SentSetting } from './stored-value.ts';
import { ADDRESS_KEYS, addressIn, loneAddressProblem, secretProblem } from './secret-address.ts';
import { storageRoutes, type StorageRouteDeps } from './storage-routes.ts';

const PLAIN: MasterTable = { name: 'config', key: 'id' };
/** Passwords and access keys stay out of the change log; that they changed stays in it. */
const SECRET: MasterTable = { ...PLAIN, secret: ['config_value'] };
const tableOf = (row: MasterRow): MasterTable => (SECRET_SETTINGS.has(String(row['config_key'])) ? SECRET : PLAIN);

const refuseProblems = (fields: readonly FieldProblem[]): Refusal | null => {
  const [first] = fields;
  return first === undefined ? null : refuse('invalid', 'config.value', first.message, { fields });
};
/** Of the value itself and of the keys inside its JSON. */
const inside = (at: string, problems: readonly FieldProblem[]): readonly FieldProblem[] =>
  problems.map(({ path, message }) => ({ path: path === '' ? at : `${at}.${path}`, message }));

type Deps = ResourceDeps & StorageRouteDeps & Keeping & { readonly exceptions: ExceptionDesk };
const sentTo = (before: MasterRow | null, value: string): SentSetting => ({
  key: String(before?.['config_key']),
  value,
  stored: String(before?.['config_value']),
});
const refuseValue = (before: MasterRow | null, value: string | undefined, deps: Deps): Refusal | null =>
  value === undefined ? null : refuseProblems(inside('configValue', keptProblems(sentTo(before, value), deps)));
const keyTaken = (columns: MasterRow): Refusal =>
  refuse('conflict', 'config.key_taken', `参数键名“${String(columns['config_key'])}”已存在`, {
    fields: [{ path: 'configKey', message: '参数键名已存在' }],
  });
const Stored = z.object({ id: z.int(), key: z.string(), value: z.string() });
type StoredSettings = ReadonlyMap<string, z.infer<typeof Stored>>;
const storedOf = async (db: CommonQueryMethods, keys: readonly string[]): Promise<StoredSettings> => {
  const rows = await db.any(sql.type(Stored)`
    SELECT id, config_key AS key, config_value AS value FROM master.config WHERE config_key = ANY (${sql.array([...keys], 'text')})`);
  return new Map(rows.map((row) => [row.key, row]));
};
const refuseNew = async ({ tx, body }: Attempt<ConfigBody>, deps: Deps): Promise<Refusal | null> =>
  refuseProblems([
    ...inside('configValue', keptProblems({ key: body.configKey, value: body.configValue, stored: '' }, deps)),
    ...loneAddressProblem(body, addressIn(await storedOf(tx, ADDRESS_KEYS))),
  ]);
const refuseEdit = async (
  { tx, before, body: { configName, configKey, configValue } }: Attempt<ConfigEdit>,
  deps: Deps,
): Promise<Refusal | null> => {
  const refused =
    lockedFields([
      { path: 'configName', label: '参数名称', sent: configName, stored: before?.['config_name'] },
      { path: 'configKey', label: '参数键名', sent: configKey, stored: before?.['config_key'] },
    ]) ?? refuseValue(before, configValue, deps);
  if (refused !== null || configValue === undefined) return refused;
  const pair = { configKey: String(before?.['config_key']), configValue };
  return refuseProblems(loneAddressProblem(pair, addressIn(await storedOf(tx, ADDRESS_KEYS))));
};
const parameterRoutes = (deps: Deps): readonly Route[] =>
  resourceRoutes(deps, {
    title: '参数',
    path: '/config',
    ofChain: true,
    table: PLAIN,
    tableOf,
    written: (change, by) => noteLimits(deps.exceptions, [change], by),
    allow: { add: 'admin:sysConfig:add', edit: 'admin:sysConfig:edit', remove: 'admin:sysConfig:remove' },
    history: { allow: keysOf('admin:sysConfig', 'export') },
    body: ConfigBody,
    edit: ConfigEdit,
    columns: (body) => ({
      config_name: body.configName,
      config_key: body.configKey,
      config_value: keptValue({ key: body.configKey, value: body.configValue, stored: '' }, deps.secrets),
      config_type: body.configType,
      is_frontend: SECRET_SETTINGS.has(body.configKey) ? '2' : body.isFrontend,
      remark: body.remark,
    }),
    changes: (body, before) => ({
      config_value:
        body.configValue === undefined ? undefined : keptValue(sentTo(before, body.configValue), deps.secrets),
      is_frontend: SECRET_SETTINGS.has(String(before['config_key'])) ? '2' : body.isFrontend,
      remark: body.remark,
    }),
    onCreate: (attempt) => refuseNew(attempt, deps),
    onEdit: (attempt) => refuseEdit(attempt, deps),
    taken: { config_key: keyTaken },
    keep: async (_tx, row) => (row['config_type'] === 'Y' ? `内置参数“${String(row['config_name'])}”不能删除` : null),
  });

type Pair = z.infer<typeof SetConfigBody>[number];
const problemsOf = (pairs: readonly Pair[], stored: StoredSettings, deps: Deps): readonly FieldProblem[] =>
  pairs.flatMap(({ configKey: key, configValue: value }, index) => {
    const known = stored.get(key);
    if (known === undefined) return [{ path: `${index}.configKey`, message: `参数“${key}”不存在` }];
    return inside(`${index}.configValue`, keptProblems({ key, value, stored: known.value }, deps));
  });

/** One pair of the settings page. A key that went away meanwhile is left alone. */
const setOne = async (
  tx: CommonQueryMethods,
  { id, value }: { readonly id: number | undefined; readonly value: string },
  { secrets, by }: Pick<Deps, 'secrets'> & { readonly by: Actor },
): Promise<RowChange | null> => {
  const before = id === undefined ? null : await lockRow(tx, PLAIN, id);
  if (before === null) return null;
  const changes = { config_value: keptValue(sentTo(before, value), secrets) };
  await writeRevised(tx, tableOf(before), { before, changes }, by);
  return { before, after: { ...before, ...changes } };
};

const settingsRoute = (deps: Deps): Route =>
  route({
    method: 'PUT',
    path: '/set-config',
    summary: '保存系统设置',
    allow: 'admin:sysConfig:edit',
    ofChain: true,
    body: SetConfigBody,
    data: z.null(),
    handler: async (call) => {
      const keys = call.body.map(({ configKey }) => configKey);
      const stored = await storedOf(deps.pool, [...keys, ...ADDRESS_KEYS]);
      const refused = refuseProblems([
        ...problemsOf(call.body, stored, deps),
        ...secretProblem(call.body, addressIn(stored)),
      ]);
      if (refused !== null) return refused;
      // In the order of the keys, so that two pages saved at once wait for each other and never lock crosswise.
      const pairs = call.body.toSorted((left, right) => (left.configKey < right.configKey ? -1 : 1));
      const written = await deps.pool.transaction(async (tx) => {
        const changes: (RowChange | null)[] = [];
        for (const { configKey, configValue: value } of pairs)
          changes.push(await setOne(tx, { id: stored.get(configKey)?.id, value }, { secrets: deps.secrets, by: call }));
        return changes.filter((change) => change !== null);
      });
      deps.changed();
      await noteLimits(deps.exceptions, written, call);
      return { data: null, msg: '保存成功' };
    },
  });

export const settingRoutes = (deps: Deps): readonly Route[] => [
  ...storageRoutes(deps),
  ...parameterRoutes(deps),
  settingsRoute(deps),
];

/** What an earlier release stored in clear is sealed, once. */
export const sealStoredSecret = async (pool: CommonQueryMethods, secrets: Secrets): Promise<void> => {
  const value = await pool.maybeOneFirst(sql.type(Stored.pick({ value: true }))`
    SELECT config_value AS value FROM master.config WHERE config_key = ${STORAGE_KEY}`);
  const secret = storageOf(value)?.AccessKeySecret ?? '';
  if (value === null || secret === '' || isSealed(secret)) return;
  await pool.query(sql.unsafe`
    UPDATE master.config SET config_value = ${withSealedSecret(value, secrets)}
    WHERE config_key = ${STORAGE_KEY} AND config_value = ${value}`);
};
