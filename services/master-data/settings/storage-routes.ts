/** The object storage on the settings page: whether it is used, and a test of what stands on the form (R60, R126). */
import { sql } from 'slonik';
import { z } from 'zod';
import { MASK } from '../../contracts/person.ts';
import { refuse } from '../../contracts/refusal.ts';
import { route, type Route } from '../../contracts/route.ts';
import { storageOf, storageProblems, STORAGE_KEY } from '../../contracts/storage.ts';
import type { ObjectStorage, StorageState } from '../../platform/storage/object-storage.ts';
import { probeStorage } from '../../platform/storage/probe.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { unsealed } from '../../platform/storage/sealed-secret.ts';
import { SETTING_KEEPERS, StorageForm, StorageStanding, StorageTest } from '../contract.ts';
import type { ResourceDeps } from '../resource.ts';

export type StorageRouteDeps = Pick<ResourceDeps, 'pool'> & {
  readonly secrets: Secrets;
  readonly storage: Pick<ObjectStorage, 'state'>;
  readonly call: Outbound;
};

const WORDS: Readonly<Record<StorageState, string>> = {
  off: '图片保存在本服务器。',
  on: '新上传的图片保存到对象存储。',
  incomplete: '对象存储设置不完整，图片暂时保存在本服务器。',
  'key-lost':
    '对象存储的密钥无法读取（加密密钥已更换或丢失），按未设置处理，图片暂时保存在本服务器。请重新输入密钥并保存。',
};

const Value = z.object({ value: z.string() });
/** The stored secret in clear; '' where there is none or the key to it is lost. */
const storedSecret = async ({ pool, secrets }: StorageRouteDeps): Promise<string> => {
  const setting = await pool.maybeOneFirst(
    sql.type(Value)`SELECT config_value AS value FROM master.config WHERE config_key = ${STORAGE_KEY}`,
  );
  return unsealed(storageOf(setting)?.AccessKeySecret ?? '', secrets) ?? '';
};

export const storageRoutes = (deps: StorageRouteDeps): readonly Route[] => [
  route({
    method: 'GET',
    path: '/set-config/storage',
    summary: '对象存储状态',
    allow: [...SETTING_KEEPERS, 'admin:sysSetting:list'],
    data: StorageStanding,
    handler: async () => {
      const state = await deps.storage.state();
      return { data: { state, message: WORDS[state] } };
    },
  }),
  route({
    method: 'POST',
    path: '/set-config/storage/test',
    summary: '测试对象存储',
    allow: 'admin:sysConfig:edit',
    ofChain: true,
    body: StorageForm,
    data: StorageTest,
    handler: async ({ body }) => {
      const AccessKeySecret = body.AccessKeySecret === MASK ? await storedSecret(deps) : body.AccessKeySecret;
      const fields = storageProblems({ ...body, AccessKeySecret, IsOxs: true });
      const [first] = fields;
      if (first !== undefined) return refuse('invalid', 'config.storage', first.message, { fields });
      const steps = await probeStorage({ ...body, AccessKeySecret }, body.FrontUrl, deps.call);
      const wrong = steps.find(({ ok }) => !ok);
      const msg = wrong === undefined ? '对象存储可以使用' : `${wrong.step}失败：${wrong.message}`;
      return { data: { ok: wrong === undefined, steps: [...steps] }, msg };
    },
  }),
];
